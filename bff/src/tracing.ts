import { beginTracing, loadEnvFile } from '@partnerdesk/node';

loadEnvFile();
beginTracing('partnerdesk-bff');

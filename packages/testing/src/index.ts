export { freePort, testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';

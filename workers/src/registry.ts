import type { JobHandlers } from './job-handler';
import { callPostbacksJob } from './jobs/call-postbacks.job';
import { makePayFileJob } from './jobs/make-pay-file.job';
import { payrollRunJob } from './jobs/payroll-run.job';
import { processPhotoJob } from './jobs/process-photo.job';
import { readPaymentResultsJob } from './jobs/read-payment-results.job';
import { sendMailJob } from './jobs/send-mail.job';

export const HANDLERS: JobHandlers = {
  'payroll-run': payrollRunJob,
  'read-payment-results': readPaymentResultsJob,
  'make-pay-file': makePayFileJob,
  'send-mail': sendMailJob,
  'process-photo': processPhotoJob,
  'call-postbacks': callPostbacksJob,
};

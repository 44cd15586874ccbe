import type { Storage } from '@partnerdesk/domain';
import type { JobName, JobPayloads } from '@partnerdesk/queues';
import { executePayrollJob, generatePayrollJob, reportPayrollJob } from './jobs/payroll-run.jobs';
import { processPhotoJob } from './jobs/process-photo.job';
import { sendMailJob } from './jobs/send-mail.job';
import type { MailTransport } from './mail/mail-transport';

/** What a job is given besides its payload. */
export interface JobContext {
  /** Tells how many things of all are done; shown to whoever waits. */
  onProgress: (done: number, total: number) => Promise<void>;
  /** The way to the mail server; missing: mails go to the outbox of development. */
  mailTransport?: MailTransport | undefined;
  /** Where pictures are kept. */
  storage?: Storage | undefined;
}

/** A job: a plain function over the domain, safe to run again after a crash. Its result is JSON. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  context: JobContext,
) => Promise<unknown>;

/** Every job that the worker does. */
export const HANDLERS: { [Name in JobName]?: JobHandler<Name> } = {
  'generate-payroll': generatePayrollJob,
  'execute-payroll': executePayrollJob,
  'report-payroll': reportPayrollJob,
  'send-mail': sendMailJob,
  'process-photo': processPhotoJob,
};

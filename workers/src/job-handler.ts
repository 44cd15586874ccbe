import type { MakeCall, Storage } from '@partnerdesk/domain';
import type { JobName, JobPayloads } from '@partnerdesk/queues';
import type { MailTransport } from './mail/mail-transport';

/** What a job is given besides its payload. */
export interface JobContext {
  /** Has a pay file made that is begun. */
  enqueuePayFile: (payFileID: number) => Promise<unknown>;
  /** The way to the mail server; missing: mails go to the outbox of development. */
  mailTransport?: MailTransport | undefined;
  /** The queue tries no further time by itself. */
  lastTry?: boolean;
  /** Where pictures are kept. */
  storage?: Storage | undefined;
  /** How postbacks are called. */
  makeCall?: MakeCall | undefined;
}

/** A job: a plain function over the domain, safe to run again after a crash. Its result is JSON. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  context: JobContext,
) => Promise<unknown>;

/** A handler for every job: a forgotten one does not compile. */
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

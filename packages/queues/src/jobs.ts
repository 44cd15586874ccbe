import { MAX_LENGTH } from '@partnerdesk/contracts';
import type { JobOptions } from 'bull';
import Joi from 'joi';

/** Queues by the work they hold: one that is full does not keep the others waiting. */
export const QUEUE_NAMES = ['payroll', 'mail', 'pictures', 'postbacks'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Payload by job name: the only list of jobs there are. Rows, progress and outcomes are in the database. */
export interface JobPayloads {
  /** Does the stored run of this id, which is also the job's. */
  'payroll-run': { runID: string };
  /** Reads the stored file of results of this run, whose id is also the job's. */
  'read-payment-results': { runID: string };
  /** Takes the steps that are left of a pay file's making. */
  'make-pay-file': { payFileID: number };
  /** Sends the stored mail of this id, once. */
  'send-mail': { mailID: string };
  /** Makes a received picture ready for moderators. */
  'process-photo': { photoID: number };
  /** Makes the calls of an affiliate that are due. */
  'call-postbacks': { affID: number };
}
export type JobName = keyof JobPayloads;

interface JobDefinition {
  queue: QueueName;
  payload: Joi.ObjectSchema;
  options: JobOptions;
  /** How many a worker performs at once; default 1. */
  atOnce?: number;
}

const HOUR_S = 3600;

const id = Joi.number().integer().min(0);

const MAX_RUN_ID_LENGTH = 200;

/** Tried again by itself after a moment's trouble; what is left then, the worker's search for lost work finds. */
const payrollOptions: JobOptions = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * HOUR_S },
};

const payrollRun: JobDefinition = {
  queue: 'payroll',
  payload: Joi.object({ runID: Joi.string().max(MAX_RUN_ID_LENGTH).required() }),
  options: payrollOptions,
};

/** Where each job waits, what it takes, how often it is tried and how long its outcome is kept. */
export const JOBS: Record<JobName, JobDefinition> = {
  // A small generation waits only while four others run, which are steps of a few seconds each.
  'payroll-run': { ...payrollRun, atOnce: 4 },
  'read-payment-results': payrollRun,
  'make-pay-file': {
    queue: 'payroll',
    payload: Joi.object({ payFileID: id.min(1).required() }),
    options: payrollOptions,
  },
  'send-mail': {
    queue: 'mail',
    payload: Joi.object({ mailID: Joi.string().max(MAX_LENGTH.contact.Subject).required() }),
    options: {
      attempts: 8,
      backoff: { type: 'exponential', delay: 5000 },
      removeOnComplete: { age: 24 * HOUR_S },
      removeOnFail: { age: 30 * 24 * HOUR_S },
    },
  },
  'process-photo': {
    queue: 'pictures',
    payload: Joi.object({ photoID: id.min(1).required() }),
    options: {
      attempts: 5,
      backoff: { type: 'exponential', delay: 2000 },
      removeOnComplete: true,
      removeOnFail: { age: 7 * 24 * HOUR_S },
    },
  },
  'call-postbacks': {
    queue: 'postbacks',
    payload: Joi.object({ affID: id.min(1).required() }),
    // What it did not come to stays due, and makes another job within seconds.
    options: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    // They wait for other people's servers.
    atOnce: 10,
  },
};

/** The payload of a job, checked on both ends of the queue. @throws Error naming the job and every fault */
export function parsePayloadOrThrow<Name extends JobName>(job: Name, payload: unknown): JobPayloads[Name] {
  const { value, error } = JOBS[job].payload.validate(payload, { abortEarly: false, convert: false });
  if (error) throw new Error(`Payload of ${job}: ${error.message}`);
  return value;
}

/** The job that an id names (jobIdOf); undefined: none. */
export function jobNameOf(jobId: string): JobName | undefined {
  const name = jobId.split('.')[0];
  return name && Object.hasOwn(JOBS, name) ? (name as JobName) : undefined;
}

/** The id of a job: its name and what it is about, such as `send-mail.12`, so that asking twice is one job; a run has it already. */
export function jobIdOf<Name extends JobName>(job: Name, payload: JobPayloads[Name]): string {
  const [about] = Object.values(payload);
  return 'runID' in payload ? about : `${job}.${about}`;
}

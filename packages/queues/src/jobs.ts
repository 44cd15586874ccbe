import { MAX_LENGTH, PAYROLL_TYPE, type PayrollType } from '@partnerdesk/contracts';
import type { JobOptions } from 'bull';
import Joi from 'joi';

/** Queues by the work they hold: one that is full does not keep the others waiting. */
export const QUEUE_NAMES = ['payroll', 'mail', 'pictures'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** What a `generate-payroll` job computes (rules: Payroll, Generate); its result is contracts' PayrollRow[]. */
export interface GeneratePayrollPayload {
  payrollType: PayrollType;
  /** yyyy-mm-dd */
  endDate: string;
  /** affID or staffID; 0 means all. */
  affID: number;
  /** The administrator who asked first. */
  requestedBy: number;
}

/** A `send-mail` job sends the stored mail of this id, once. */
export interface SendMailPayload {
  mailID: string;
}

/** A `process-photo` job makes a received picture ready for moderators. */
export interface ProcessPhotoPayload {
  photoID: number;
}

/** Payload by job name: the only list of jobs there are. */
export interface JobPayloads {
  'generate-payroll': GeneratePayrollPayload;
  'send-mail': SendMailPayload;
  'process-photo': ProcessPhotoPayload;
}
export type JobName = keyof JobPayloads;

interface JobDefinition {
  queue: QueueName;
  payload: Joi.ObjectSchema;
  options: JobOptions;
}

const HOUR_S = 3600;

const id = Joi.number().integer().min(0);

/** Where each job waits, what it takes, how often it is tried and how long its outcome is kept. */
export const JOBS: Record<JobName, JobDefinition> = {
  'generate-payroll': {
    queue: 'payroll',
    payload: Joi.object({
      payrollType: Joi.valid(...Object.values(PAYROLL_TYPE)).required(),
      endDate: Joi.string()
        .pattern(/^\d{4}-\d{2}-\d{2}$/)
        .required(),
      affID: id.required(),
      requestedBy: id.required(),
    }),
    options: {
      attempts: 2,
      backoff: { type: 'fixed', delay: 1000 },
      removeOnComplete: { age: HOUR_S },
      removeOnFail: { age: 24 * HOUR_S },
    },
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
};

/**
 * The payload of a job, checked on both ends of the queue.
 * @throws Error naming the job and every fault
 */
export function parsePayloadOrThrow<Name extends JobName>(job: Name, payload: unknown): JobPayloads[Name] {
  const { value, error } = JOBS[job].payload.validate(payload, { abortEarly: false, convert: false });
  if (error) throw new Error(`Payload of ${job}: ${error.message}`);
  return value;
}

/** The job that an id names: ids start with the job's name and a dot (see jobIdOf). */
export function jobNameOf(jobId: string): JobName | undefined {
  const name = jobId.split('.')[0];
  return name && Object.hasOwn(JOBS, name) ? (name as JobName) : undefined;
}

/** A deterministic id: the job's name and what tells one from another, such as `generate-payroll.1.2026-01-31.0`. */
export function jobIdOf(job: JobName, ...parts: (string | number)[]): string {
  return [job, ...parts].join('.');
}

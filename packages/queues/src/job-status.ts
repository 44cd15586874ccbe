import { AppError, ERROR_STATUS, type ErrorCode, type JobStatus, MESSAGE } from '@partnerdesk/contracts';
import type { Job, Queue } from 'bull';

const STATES: Record<string, JobStatus['state']> = {
  completed: 'completed',
  failed: 'failed',
  active: 'active',
};

/** A job's state with, when it failed, the error for its caller. */
export interface FoundJob<Result> {
  status: JobStatus<Result>;
  failure?: AppError;
}

/** How a job stands, or null when there is none of this id (any more). */
export async function findJob<Result>(queue: Queue, id: string): Promise<FoundJob<Result> | null> {
  const job = await queue.getJob(id);
  if (!job) return null;
  const state = STATES[await job.getState()] ?? 'waiting';
  const status: JobStatus<Result> = { id, state, progress: readProgress(job.progress()) };
  if (state !== 'completed' && state !== 'failed') return { status };
  // Read again: the job may have finished between the first read and the question for its state.
  const finished: Job | null = await queue.getJob(id);
  if (!finished) return null;
  if (state === 'completed') return { status: { ...status, result: finished.returnvalue } };
  const failure = jobErrorOf(finished.failedReason ?? '');
  return { status: { ...status, error: failure.message }, failure };
}

/** As a job's page tells it (GET /api/jobs/{id}); null when there is none. */
export async function jobStatus<Result = unknown>(
  queue: Queue,
  id: string,
): Promise<JobStatus<Result> | null> {
  return (await findJob<Result>(queue, id))?.status ?? null;
}

function readProgress(value: unknown): JobStatus['progress'] {
  const { done, total } = (value ?? {}) as { done?: unknown; total?: unknown };
  return typeof done === 'number' && typeof total === 'number' ? { done, total } : { done: 0, total: 0 };
}

const SHOWN = /^AppError (\w+): ([\s\S]*)$/;

/**
 * What a worker throws so that the caller hears of it: an AppError's code and message survive the queue,
 * any other error stays in the worker's log.
 */
export function toJobError(error: unknown): Error {
  return error instanceof AppError ? new Error(`AppError ${error.code}: ${error.message}`) : (error as Error);
}

/** The error that a failed job stands for; what was not meant to be shown is the generic one. */
export function jobErrorOf(failedReason: string): AppError {
  const [, code, message] = SHOWN.exec(failedReason) ?? [];
  return code && message && Object.hasOwn(ERROR_STATUS, code)
    ? new AppError(code as ErrorCode, message)
    : new AppError('internal', MESSAGE.genericError);
}

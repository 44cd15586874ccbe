import { AppError, ERROR_STATUS, type ErrorCode, MESSAGE, type QueueHealth } from '@partnerdesk/contracts';
import type { JobCounts, Queue } from 'bull';

const SHOWN = /^AppError (\w+): ([\s\S]*)$/;

/** What a worker throws: an AppError survives the queue, to be read in the office; other texts stay in the log. */
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

/** How many jobs of a queue wait, run, are put off and have failed. */
export async function queueHealth(queue: Queue): Promise<QueueHealth> {
  const [{ waiting, active, delayed, failed, paused }, isPaused] = await Promise.all([
    // Bull counts the waiting jobs of a paused queue apart, which its types leave out.
    queue.getJobCounts() as Promise<JobCounts & { paused?: number }>,
    queue.isPaused(),
  ]);
  return { name: queue.name, waiting: waiting + (paused ?? 0), active, delayed, failed, paused: isPaused };
}

/** How long the job that is first in line has waited, in ms; 0 when none waits. A put-off job counts from its time. */
export async function oldestWaitingMs(queue: Queue): Promise<number> {
  const [oldest] = await queue.getWaiting(0, 0);
  if (!oldest) return 0;
  return Math.max(0, Date.now() - oldest.timestamp - (Number(oldest.opts.delay) || 0));
}

/** The jobs of a queue that have failed for good, as a kind of failed work (docs/RULES.md, Accounts and access "Failed work"). */
export function failedJobsOf(queue: Queue) {
  return {
    /** The last first. */
    async list(skip: number, limit: number) {
      const jobs = await queue.getFailed(skip, skip + limit - 1);
      return jobs.filter(Boolean).map((job) => ({
        id: String(job.id),
        what: job.name,
        at: new Date(job.finishedOn ?? job.timestamp),
        attempts: job.attemptsMade,
        reason: jobErrorOf(job.failedReason ?? '').message,
        retry: 'with-all' as const,
      }));
    },
    async retry(ids: readonly string[]) {
      let retried = 0;
      for (const id of ids) if (await retryFailedJob(queue, id)) retried += 1;
      return retried;
    },
  };
}

/** Every job is safe to do again, so a second call does no harm. @returns false when it has not failed, or is gone */
async function retryFailedJob(queue: Queue, id: string): Promise<boolean> {
  const job = await queue.getJob(id);
  if (!job || !(await job.isFailed())) return false;
  try {
    await job.retry();
    return true;
  } catch (error) {
    // Another call has retried it: Bull moves a job only from where it says that it is.
    if (await job.isFailed()) throw error;
    return false;
  }
}

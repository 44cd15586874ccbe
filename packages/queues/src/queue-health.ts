import type { FailedJob, QueueHealth } from '@partnerdesk/contracts';
import type { Job, JobCounts, Queue } from 'bull';
import { jobErrorOf } from './job-errors';

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

/** The jobs of a queue that have failed for good, the last first. */
export async function failedJobs(queue: Queue, limit: number): Promise<FailedJob[]> {
  const jobs = await queue.getFailed(0, limit - 1);
  return jobs.filter(Boolean).map(presentFailed);
}

function presentFailed(job: Job): FailedJob {
  return {
    id: String(job.id),
    name: job.name,
    failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
    attempts: job.attemptsMade,
    reason: jobErrorOf(job.failedReason ?? '').message,
  };
}

/**
 * Has a failed job tried again. Every job is safe to do again, so a second call, or one beside a worker that has just
 * taken it, does no harm.
 * @returns `gone` when there is none of this id (any more), `not-failed` when it waits, runs or is done
 */
export async function retryFailedJob(queue: Queue, id: string): Promise<'retried' | 'gone' | 'not-failed'> {
  const job = await queue.getJob(id);
  if (!job) return 'gone';
  if (!(await job.isFailed())) return 'not-failed';
  try {
    await job.retry();
    return 'retried';
  } catch (error) {
    // Somebody was quicker: Bull moves a job only from where it says that it is.
    if (await job.isFailed()) throw error;
    return 'not-failed';
  }
}

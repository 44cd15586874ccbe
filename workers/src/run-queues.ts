import { inSpan, type Logger, metrics, withDeadline } from '@partnerdesk/node';
import {
  createQueues,
  enqueue,
  JOBS,
  type Job,
  type JobName,
  parsePayloadOrThrow,
  type Queue,
  type QueueName,
  type TracedJobOptions,
  toJobError,
} from '@partnerdesk/queues';
import type { JobContext } from './job-handler';
import { HANDLERS } from './registry';

export interface RunQueuesOptions extends Pick<JobContext, 'mailTransport' | 'storage' | 'makeCall'> {
  redisUrl: string;
  /** Start of every key; tests pass their own. */
  prefix?: string;
  logger: Logger;
}

/** Queues that this process works on. */
export interface RunningQueues {
  queues: Record<QueueName, Queue>;
  /** Takes nothing new; what runs goes on. */
  pause: () => Promise<void>;
  /** Takes nothing new and waits for what runs; what still runs after `timeoutMs` is left to the next worker. */
  close: (timeoutMs?: number) => Promise<void>;
}

const CLOSE_MS = 10_000;

/** Starts working on every queue: each job name with its handler from the registry. */
export async function runQueues(options: RunQueuesOptions): Promise<RunningQueues> {
  const { logger } = options;
  const onError = (err: Error) => logger.error({ err }, 'queue connection');
  const queues = createQueues({ ...options, onError });
  const context: JobContext = {
    ...options,
    enqueuePayFile: (payFileID) => enqueue(queues.payroll, 'make-pay-file', { payFileID }),
  };
  let paused: Promise<unknown> | undefined;
  for (const name of Object.keys(HANDLERS) as JobName[]) {
    const { queue, atOnce = 1 } = JOBS[name];
    const handle = (job: Job) => {
      const { trace: from }: TracedJobOptions = job.opts;
      const work = () => runJob(name, job, { context, logger });
      return inSpan(`job ${name}`, { side: 'consumer', queue, from }, work);
    };
    // Before it has begun it may be closed already.
    queues[queue].process(name, atOnce, handle).catch((error: unknown) => {
      if (!paused) throw error;
    });
  }
  const all = Object.values(queues);
  await Promise.all(all.map((queue) => queue.isReady()));
  const pause = async () => {
    paused ??= Promise.all(all.map((queue) => queue.pause(true, true)));
    await paused;
  };
  const close = async (timeoutMs = CLOSE_MS) => {
    await pause();
    const finished = Promise.all(all.map((queue) => queue.whenCurrentJobsFinished()));
    await withDeadline(finished, { dependency: 'a job', deadlineMs: timeoutMs }).catch(() => undefined);
    await Promise.all(all.map((queue) => queue.close(true)));
  };
  return { queues, pause, close };
}

async function runJob<Name extends JobName>(
  name: Name,
  job: Job,
  { context, logger }: { context: JobContext; logger: Logger },
): Promise<unknown> {
  const started = Date.now();
  const endTimer = metrics.jobs.startTimer({ job: name });
  const lastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const log = { job: name, jobId: job.id, attempt: job.attemptsMade + 1 };
  try {
    const payload = parsePayloadOrThrow(name, job.data);
    const result = await HANDLERS[name](payload, { ...context, lastTry });
    endTimer({ outcome: 'done' });
    logger.info({ ...log, durationMs: Date.now() - started }, 'job done');
    return result;
  } catch (err) {
    endTimer({ outcome: 'failed' });
    logger.error({ ...log, err, durationMs: Date.now() - started }, 'job failed');
    throw toJobError(err);
  }
}

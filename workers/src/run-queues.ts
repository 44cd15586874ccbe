import { inSpan, type Logger, metrics } from '@partnerdesk/node';
import {
  createQueues,
  enqueuePayFile,
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

export interface RunQueuesOptions {
  redisUrl: string;
  /** Start of every key; tests pass their own. */
  prefix?: string;
  logger: Logger;
  mailTransport?: JobContext['mailTransport'];
  storage?: JobContext['storage'];
  makeCall?: JobContext['makeCall'];
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
    enqueuePayFile: (payFileID) => enqueuePayFile(queues.payroll, payFileID),
    mailTransport: options.mailTransport,
    storage: options.storage,
    makeCall: options.makeCall,
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
    await closeQueues(all, timeoutMs);
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

/** What takes longer than `timeoutMs` is left to the next worker. */
async function closeQueues(queues: Queue[], timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(queues.map((queue) => queue.whenCurrentJobsFinished())), deadline]);
  clearTimeout(timer);
  await Promise.all(queues.map((queue) => queue.close(true)));
}

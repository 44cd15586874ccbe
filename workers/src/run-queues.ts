import type { Logger } from '@partnerdesk/node';
import {
  createQueue,
  JOBS,
  type Job,
  type JobName,
  parsePayloadOrThrow,
  QUEUE_NAMES,
  type Queue,
  toJobError,
} from '@partnerdesk/queues';
import { HANDLERS, type JobContext, type JobHandler } from './registry';

export interface RunQueuesOptions {
  redisUrl: string;
  /** Start of every key; tests pass their own. */
  prefix?: string;
  logger: Logger;
  mailTransport?: JobContext['mailTransport'];
  storage?: JobContext['storage'];
}

/** Queues that this process works on. */
export interface RunningQueues {
  queues: Queue[];
  /** Takes nothing new and waits for what runs; what still runs after `timeoutMs` is left to the next worker. */
  close: (timeoutMs?: number) => Promise<void>;
}

const CLOSE_MS = 10_000;

/** Starts working on every queue: each job name with its handler from the registry. */
export async function runQueues(options: RunQueuesOptions): Promise<RunningQueues> {
  const { logger } = options;
  const onError = (err: Error) => logger.error({ err }, 'queue connection');
  const queues = QUEUE_NAMES.map((name) => createQueue(name, { ...options, onError }));
  for (const queue of queues) {
    for (const name of jobsOf(queue)) void queue.process(name, (job: Job) => runJob(name, job, options));
    await queue.isReady();
  }
  return { queues, close: (timeoutMs = CLOSE_MS) => closeQueues(queues, timeoutMs) };
}

function jobsOf(queue: Queue): JobName[] {
  return (Object.keys(JOBS) as JobName[]).filter((name) => JOBS[name].queue === queue.name && HANDLERS[name]);
}

async function runJob(name: JobName, job: Job, options: RunQueuesOptions): Promise<unknown> {
  const { logger, mailTransport, storage } = options;
  const started = Date.now();
  const log = { job: name, jobId: job.id, attempt: job.attemptsMade + 1 };
  try {
    const payload = parsePayloadOrThrow(name, job.data);
    const handler = HANDLERS[name] as JobHandler<JobName>;
    const onProgress = (done: number, total: number) => job.progress({ done, total });
    const result = await handler(payload, { onProgress, mailTransport, storage });
    logger.info({ ...log, durationMs: Date.now() - started }, 'job done');
    return result;
  } catch (err) {
    logger.error({ ...log, err, durationMs: Date.now() - started }, 'job failed');
    throw toJobError(err);
  }
}

async function closeQueues(queues: Queue[], timeoutMs: number): Promise<void> {
  await Promise.all(queues.map((queue) => queue.pause(true, true)));
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(queues.map((queue) => queue.whenCurrentJobsFinished())), deadline]);
  clearTimeout(timer);
  await Promise.all(queues.map((queue) => queue.close(true)));
}

import { inSpan, type TraceHeaders, traceHeaders, withDeadline } from '@partnerdesk/node';
import type { JobOptions, Queue } from 'bull';
import { JOBS, type JobName, type JobPayloads, jobIdOf, parsePayloadOrThrow } from './jobs';

/** A connection that is being made is waited for so long (ms). */
const READY_MS = 5000;

/** Takes a finished job off the queue, in one step so that one just started by another caller stays. */
const EVICT_FINISHED = `
if redis.call('ZREM', KEYS[1], ARGV[1]) + redis.call('ZREM', KEYS[2], ARGV[1]) > 0 then
  redis.call('DEL', KEYS[3], KEYS[4])
  return 1
end
return 0`;

/** What Bull keeps beside a job's payload; the trace that the worker continues. */
export type TracedJobOptions = JobOptions & { trace?: TraceHeaders };

/**
 * Puts a job in its queue, after what it needs is stored. The same (jobIdOf) is one job while it waits or runs; a finished
 * one is replaced. `urgent`: before all that are not. @returns its id @throws Error when the payload or the queue is not this job's
 */
export async function enqueue<Name extends JobName>(
  queue: Queue,
  job: Name,
  payload: JobPayloads[Name],
  { urgent = false }: { urgent?: boolean } = {},
): Promise<string> {
  if (JOBS[job].queue !== queue.name) throw new Error(`${job} does not belong in the queue ${queue.name}`);
  const data = parsePayloadOrThrow(job, payload);
  const jobId = jobIdOf(job, data);
  await withDeadline(queue.isReady(), { dependency: 'Redis', deadlineMs: READY_MS });
  await queue.client.eval(
    EVICT_FINISHED,
    4,
    queue.toKey('completed'),
    queue.toKey('failed'),
    queue.toKey(jobId),
    queue.toKey(`${jobId}:logs`),
    jobId,
  );
  await inSpan(`enqueue ${job}`, { side: 'producer', queue: queue.name }, () => {
    const options: TracedJobOptions = { ...JOBS[job].options, jobId, trace: traceHeaders() };
    // Bull takes jobs without a priority last.
    return queue.add(job, data, urgent ? { ...options, priority: 1 } : options);
  });
  return jobId;
}

import { AppError } from '@partnerdesk/contracts';
import { testRedis } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import {
  countWaiters,
  createQueue,
  enqueue,
  isWorkerAlive,
  type Job,
  jobIdOf,
  jobNameOf,
  jobStatus,
  type PayrollRunPayload,
  parsePayloadOrThrow,
  type Queue,
  startHeartbeat,
  toJobError,
  waitForJob,
} from './index';

const jobId = jobIdOf('generate-payroll', 1, '2026-01-31', 0);
const payload: PayrollRunPayload = { runID: jobId };

let redisUrl: string;
let prefix: string;
let queue: Queue;
const others: Queue[] = [];

beforeEach(async () => {
  ({ url: redisUrl, prefix } = await testRedis());
  queue = createQueue('payroll', { redisUrl, prefix });
});

afterEach(async () => {
  await Promise.all([queue, ...others.splice(0)].map((one) => one.close()));
});

/** A worker on connections of its own, as in real life. */
function work(process: (job: Job) => Promise<unknown>): void {
  const worker = createQueue('payroll', { redisUrl, prefix });
  others.push(worker);
  void worker.process('generate-payroll', 1, process as (job: Job) => Promise<void>);
}

const wait = (timeoutMs = 8000) => waitForJob<unknown>(queue, jobId, { timeoutMs });

test('a job runs, tells its progress and leaves its result', async () => {
  work(async (job) => {
    await job.progress({ done: 2, total: 3 });
    return [{ runID: job.data.runID }];
  });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait()).resolves.toEqual([{ runID: jobId }]);
  await expect(jobStatus(queue, jobId)).resolves.toEqual({
    id: jobId,
    state: 'completed',
    progress: { done: 2, total: 3 },
    result: [{ runID: jobId }],
  });
});

test('the same id twice is one job while it waits', async () => {
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  expect(await queue.count()).toBe(1);
  expect((await jobStatus(queue, jobId))?.state).toBe('waiting');
});

test('the same id twice is one run while it runs, and both callers get its result', async () => {
  let runs = 0;
  let finish: (value: string) => void = () => {};
  const started = new Promise<void>((tell) => {
    work(() => {
      runs += 1;
      tell();
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
  });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await started;
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  expect((await jobStatus(queue, jobId))?.state).toBe('active');
  const both = Promise.all([wait(), wait()]);
  finish('done');
  await expect(both).resolves.toEqual(['done', 'done']);
  expect(runs).toBe(1);
});

test('a finished job of the same id is replaced by a new run', async () => {
  let runs = 0;
  work(async () => {
    runs += 1;
    return runs;
  });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait()).resolves.toBe(1);
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait()).resolves.toBe(2);
});

test('twenty callers at the same moment make one run', async () => {
  let runs = 0;
  await Promise.all(Array.from({ length: 20 }, () => enqueue(queue, 'generate-payroll', payload, { jobId })));
  work(async () => {
    runs += 1;
  });
  await wait();
  expect(runs).toBe(1);
});

test('two hundred who wait share one pair of listeners and leave nothing behind', async () => {
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  const all = Promise.all(Array.from({ length: 200 }, () => wait()));
  expect(countWaiters(queue)).toBe(200);
  expect(queue.listenerCount('global:completed')).toBe(1);
  work(async () => 'done');
  await all;
  expect(countWaiters(queue)).toBe(0);
});

test('an AppError of the worker reaches the caller as it was', async () => {
  work(async (job) => {
    await job.discard();
    throw toJobError(new AppError('invalid_input', 'endDate may be today at the latest'));
  });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait()).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'endDate may be today at the latest',
  });
  expect(await jobStatus(queue, jobId)).toMatchObject({
    state: 'failed',
    error: 'endDate may be today at the latest',
  });
});

test('any other error of the worker tells the caller nothing of its inside', async () => {
  work(async (job) => {
    await job.discard();
    throw toJobError(new Error('connect ECONNREFUSED 10.0.0.7:27017'));
  });
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait()).rejects.toMatchObject({ code: 'internal' });
  expect(JSON.stringify(await jobStatus(queue, jobId))).not.toContain('10.0.0.7');
});

test('a caller who goes away stops waiting, and the job goes on', async () => {
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  const caller = new AbortController();
  const waiting = waitForJob(queue, jobId, { timeoutMs: 8000, signal: caller.signal });
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  expect(countWaiters(queue)).toBe(0);
  expect((await jobStatus(queue, jobId))?.state).toBe('waiting');
});

test('waiting ends after its time', async () => {
  await enqueue(queue, 'generate-payroll', payload, { jobId });
  await expect(wait(20)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a job that does not exist is not waited for', async () => {
  await expect(wait()).rejects.toMatchObject({ code: 'not_found' });
  await expect(jobStatus(queue, jobId)).resolves.toBeNull();
});

test.each([
  ['a missing field', {}],
  ['an unknown field', { ...payload, password: 'x' }],
  ['a number for text', { runID: 1 }],
  ['an endless text', { runID: 'x'.repeat(201) }],
])('%s in a payload is refused on both ends', async (_, wrong) => {
  expect(() => parsePayloadOrThrow('generate-payroll', wrong)).toThrow(/Payload of generate-payroll/);
  await expect(
    enqueue(queue, 'generate-payroll', wrong as unknown as PayrollRunPayload, { jobId }),
  ).rejects.toThrow(/Payload of generate-payroll/);
  expect(await queue.count()).toBe(0);
});

test('a job is refused by a queue that is not its own', async () => {
  await expect(enqueue(queue, 'send-mail', { mailID: 'm1' }, { jobId: 'send-mail.m1' })).rejects.toThrow(
    /does not belong/,
  );
});

test('an id names its job, and nothing else does', () => {
  expect(jobNameOf(jobId)).toBe('generate-payroll');
  expect(jobNameOf('toString.1')).toBeUndefined();
  expect(jobNameOf('')).toBeUndefined();
});

test('the heartbeat is there as soon as a worker is, and runs out', async () => {
  const redis = new Redis(redisUrl);
  expect(await isWorkerAlive(redis, prefix)).toBe(false);
  const stop = startHeartbeat(redis, { prefix });
  expect(await isWorkerAlive(redis, prefix)).toBe(true);
  stop();
  expect(await redis.pttl(`${prefix}:worker:heartbeat`)).toBeLessThanOrEqual(15_000);
  expect(await redis.pttl(`${prefix}:worker:heartbeat`)).toBeGreaterThan(0);
  redis.disconnect();
});

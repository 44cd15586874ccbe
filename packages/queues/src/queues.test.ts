import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { testRedis, waitFor } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import {
  createQueue,
  enqueue,
  failedJobsOf,
  isWorkerAlive,
  type Job,
  type JobPayloads,
  jobIdOf,
  jobNameOf,
  listenForChanges,
  parsePayloadOrThrow,
  type Queue,
  startChangePublisher,
  startHeartbeat,
  toJobError,
} from './index';

const jobId = 'payroll-run.1.2026-01-31.0';
const payload: JobPayloads['payroll-run'] = { runID: jobId };

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
  void worker.process('payroll-run', 1, process as (job: Job) => Promise<void>);
}

const ended = async () => {
  const job = await queue.getJob(jobId);
  return job === null || (await job.isFailed());
};

test('the same id twice is one job while it waits', async () => {
  await enqueue(queue, 'payroll-run', payload);
  await enqueue(queue, 'payroll-run', payload);
  expect(await queue.count()).toBe(1);
});

test('the same id twice is one run while it runs', async () => {
  let runs = 0;
  let finish: (value: string) => void = () => {};
  const started = new Promise<void>((resolve) => {
    work(() => {
      runs += 1;
      resolve();
      return new Promise((finished) => {
        finish = finished;
      });
    });
  });
  await enqueue(queue, 'payroll-run', payload);
  await started;
  await enqueue(queue, 'payroll-run', payload);
  finish('done');
  await waitFor(ended, { what: 'the end of the job' });
  expect(runs).toBe(1);
});

test('a job that has failed is replaced by a new run', async () => {
  let runs = 0;
  work(async (job) => {
    runs += 1;
    await job.discard();
    throw new Error('no');
  });
  await enqueue(queue, 'payroll-run', payload);
  await waitFor(() => runs === 1, { what: 'the first run' });
  await waitFor(ended, { what: 'its end' });
  await enqueue(queue, 'payroll-run', payload);
  await waitFor(() => runs === 2, { what: 'the second run' });
});

test('twenty callers at the same moment make one run', async () => {
  let runs = 0;
  await Promise.all(Array.from({ length: 20 }, () => enqueue(queue, 'payroll-run', payload)));
  work(async () => {
    runs += 1;
  });
  await waitFor(ended, { what: 'the end of the job' });
  expect(runs).toBe(1);
});

test('an AppError of the worker is shown as it was; any other error shows nothing of its inside', async () => {
  const errors = [new AppError('invalid_input', 'endDate may be today at the latest'), new Error('10.0.0.7')];
  work(async (job) => {
    await job.discard();
    throw toJobError(errors.shift());
  });
  const reasonOf = async () => {
    await enqueue(queue, 'payroll-run', payload);
    await waitFor(ended, { what: 'the end of the job' });
    return (await failedJobsOf(queue).list(0, 1))[0]?.reason;
  };
  expect(await reasonOf()).toBe('endDate may be today at the latest');
  await (await queue.getJob(jobId))?.remove();
  expect(await reasonOf()).toBe(MESSAGE.genericError);
});

test.each([
  ['a missing field', {}],
  ['an unknown field', { ...payload, password: 'x' }],
  ['a number for text', { runID: 1 }],
  ['an endless text', { runID: 'x'.repeat(201) }],
])('%s in a payload is refused on both ends', async (_, wrong) => {
  expect(() => parsePayloadOrThrow('payroll-run', wrong)).toThrow(/Payload of payroll-run/);
  await expect(enqueue(queue, 'payroll-run', wrong as never)).rejects.toThrow(/Payload of payroll-run/);
  expect(await queue.count()).toBe(0);
});

test('a job is refused by a queue that is not its own', async () => {
  await expect(enqueue(queue, 'send-mail', { mailID: 'm1' })).rejects.toThrow(/does not belong/);
});

test('an id names its job and what it is about; nothing else is a job’s', () => {
  expect(jobIdOf('payroll-run', payload)).toBe(jobId);
  expect(jobIdOf('make-pay-file', { payFileID: 7 })).toBe('make-pay-file.7');
  expect(jobNameOf(jobId)).toBe('payroll-run');
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

test('a process that ends at once has published what it changed', async () => {
  const listener = new Redis(redisUrl);
  const sender = new Redis(redisUrl, { lazyConnect: true });
  const heard: unknown[] = [];
  const hear = (changed: unknown) => heard.push(changed);
  try {
    const changes = { onChange: hear, onAffiliates: hear, onAccess: hear, onModeration: hear };
    await listenForChanges(listener, { ...changes, onGap: () => {} }, { prefix });
    const publisher = startChangePublisher(sender, { prefix });
    // Its first message, a moment later, is what opens the connection.
    const underWay = new Promise((resolve) => sender.once('connecting', resolve));
    publisher.publish(['2026-01-31'], [7]);
    await underWay;
    await publisher.close();
    sender.disconnect();
    await waitFor(async () => heard.length > 1, { what: 'both changes' });
    expect(heard).toEqual([['2026-01-31'], [7]]);
  } finally {
    sender.disconnect();
    listener.disconnect();
  }
});

test('what was published is not kept, however long a process runs', async () => {
  const redis = new Redis(redisUrl);
  const publisher = startChangePublisher(redis, { prefix });
  const kept: unknown[] = [];
  for (const day of ['2026-01-30', '2026-01-31']) {
    publisher.publish([day], [7]);
    kept.push(await publisher.close());
  }
  redis.disconnect();
  expect(kept).toEqual([undefined, undefined]);
});

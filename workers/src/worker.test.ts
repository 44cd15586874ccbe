/* One worker: its jobs and its end share the process that the tests start. */
import { randomBytes } from 'node:crypto';
import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  AuditModel,
  auditPayroll,
  beginPayFile,
  configureDomain,
  connectDatabase,
  discardPayFile,
  disconnectDatabase,
  executePayroll,
  findRunOrThrow,
  hasEnded,
  importPeople,
  ingestEvents,
  listPayFiles,
  openRun,
  PayrollModel,
  readRunRows,
  SYSTEM_ACTOR,
} from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { createQueue, enqueue, isWorkerAlive, type Queue } from '@partnerdesk/queues';
import { endProcess, type PausableProxy, startPausableProxy, WorkerProcesses } from '@partnerdesk/testing';
import { testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';

const FIELD_KEYS = `test:${randomBytes(32).toString('base64')}`;
const ROW = {
  personID: 1,
  name: 'Ann Ellis',
  startPeriod: '2026-03-02',
  endPeriod: '2026-03-10',
  cents: 200,
  entries: 1,
  commission: 20,
  paymentType: 0,
};

let proxy: PausableProxy;
let queue: Queue;
let mongoUrl: string;
let redisUrl: string;
const workers = new WorkerProcesses();

beforeAll(async () => {
  mongoUrl = testDatabaseUrl('worker');
  proxy = await startPausableProxy(mongoUrl);
  redisUrl = (await testRedis()).url;
  queue = createQueue('payroll', { redisUrl });
  const key = Buffer.from(FIELD_KEYS.split(':')[1] as string, 'base64');
  configureDomain({
    fieldKeys: [{ id: 'test', key }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  await connectDatabase(mongoUrl);
  const affiliate = { firstName: 'Ann', lastName: 'Ellis', commission: 20 };
  await importPeople({
    affiliates: [
      { ...affiliate, affID: 1, trackID: 'T1', emailAddress: 'ann@example.com' },
      {
        ...affiliate,
        affID: 2,
        trackID: 'T2',
        emailAddress: 'bob@example.com',
        paymentType: 2,
        payPalUserName: 'bob@example.com',
      },
    ],
  });
  const events = [1, 2].flatMap((memberID) => [
    {
      eventID: `j${memberID}`,
      type: 'member.joined',
      at: '2026-03-01T15:00:00Z',
      memberID,
      trackID: `T${memberID}`,
    },
    {
      eventID: `s${memberID}`,
      type: 'sale',
      at: '2026-03-02T15:00:00Z',
      memberID,
      amountCents: 1000,
      transactionType: 'initial',
    },
  ]);
  await ingestEvents(events.map((value, index) => ({ line: index + 1, value })));
  // Only the first one's payout is open.
  await executePayroll({
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    items: [{ personID: 2 }],
    by: SYSTEM_ACTOR,
  });
});

afterEach(async () => {
  proxy.resume();
  await workers.endAll();
});

afterAll(async () => {
  await queue.close();
  await proxy.close();
  await disconnectDatabase();
});

const startWorker = (through = proxy) =>
  workers.start({ MONGO_URL: through.url, REDIS_URL: redisUrl, FIELD_KEYS });

const QUESTION = {
  kind: 'generate',
  payrollType: PAYROLL_TYPE.affiliates,
  endDate: '2026-03-10',
  personID: 0,
  by: SYSTEM_ACTOR,
} as const;

/** A stored run that generates payroll. */
const storeRun = () => openRun(QUESTION);

const enqueueRun = ({ _id: runID }: { _id: string }) => enqueue(queue, 'payroll-run', { runID });
const queueRun = async () => enqueueRun(await storeRun());

async function waitForEnd(runID: string): Promise<void> {
  const look = async () => {
    const run = await findRunOrThrow(runID);
    return hasEnded(run) ? run : undefined;
  };
  const run = await waitFor(look, { what: `the end of ${runID}`, timeoutMs: 40_000 });
  expect(run).toMatchObject({ state: 'completed', done: 1, total: 1, rows: 1, amountCents: 200 });
  expect(await readRunRows(run, 0, 10)).toMatchObject([ROW]);
}

/** A pay file that is begun, of the second one's payment. @returns its payFileID */
async function beginFile(): Promise<number> {
  const payrollIDs = (await PayrollModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);
  const by = { actor: SYSTEM_ACTOR };
  const { _id } = await beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  return _id;
}

const waitForFile = (payFileID: number) =>
  waitFor(
    async () => (await listPayFiles(1)).some(({ _id, state }) => _id === payFileID && state === 'made'),
    { what: 'the pay file to be made', timeoutMs: 40_000 },
  );

const isActive = (id: string) => async () => (await queue.getJob(id))?.isActive();

test('generates payroll with its progress, and has a heartbeat', async () => {
  await startWorker();
  const id = await queueRun();
  await waitForEnd(id);
  expect(await isWorkerAlive(queue.client)).toBe(true);
});

test('a run and a pay file whose jobs were lost are done all the same', async () => {
  const { _id } = await storeRun();
  const payFileID = await beginFile();
  await startWorker();
  await waitForEnd(_id);
  await waitForFile(payFileID);
  await discardPayFile(payFileID, { actor: SYSTEM_ACTOR });
});

test('on SIGTERM it finishes what it has begun and exits with 0', async () => {
  const worker = await startWorker();
  proxy.pause();
  const id = await queueRun();
  await waitFor(isActive(id), { what: 'the job to be taken' });
  const ended = endProcess(worker, 'SIGTERM');
  proxy.resume();
  expect(await ended).toBe(0);
  await waitForEnd(id);
});

test('on SIGTERM it begins no further job while a sweep is still running', async () => {
  const own = await startPausableProxy(mongoUrl);
  try {
    const worker = await startWorker(own);
    let log = '';
    worker.stdout?.on('data', (chunk) => {
      log += chunk;
    });
    const goOnWithSweep = await own.holdAt('postbackCursor');
    const first = await storeRun();
    const isBegun = own.holdAt(first._id);
    await enqueueRun(first);
    const goOnWithJob = await isBegun;
    const ended = endProcess(worker, 'SIGTERM');
    await waitFor(async () => (await waits()).length === 0, { what: 'the worker to take no more jobs' });
    const next = await enqueueRun(await openRun({ ...QUESTION, personID: 1 }));
    goOnWithJob();
    await waitForEnd(first._id);
    await waitFor(() => log.includes('job done'), { what: 'the job to be done' });
    goOnWithSweep();
    expect(await ended).toBe(0);
    expect(await (await queue.getJob(next))?.isWaiting()).toBe(true);
    await startWorker();
    await waitForEnd(next);
  } finally {
    await own.close();
  }
});

/**
 * What Redis comes to by itself once a worker that is gone or stopped has lost its lease (10 s), its connections, and
 * two looks have met its jobs. As long as it has the connections of a stopped worker that waits for more jobs, Redis
 * hands jobs to it, these included. No other worker may run.
 */
async function endLeases(...ids: string[]): Promise<void> {
  // Bull's own look, whose type is not public.
  const looking = queue as Queue & { toKey(name: string): string; moveUnlockedJobsToWait(): Promise<void> };
  const jobs = await Promise.all(ids.map((id) => queue.getJob(id)));
  const areFree = async () => {
    for (const line of await waits())
      await queue.client.client('KILL', 'ID', /\bid=(\d+)/.exec(line)?.[1] as string);
    await queue.client.del(looking.toKey('stalled-check'), ...jobs.map((job) => job?.lockKey() as string));
    await looking.moveUnlockedJobsToWait();
    return (await Promise.all(jobs.map((job) => job?.isWaiting()))).every(Boolean);
  };
  await waitFor(areFree, { what: 'the leases to end' });
}

/** The connections on which workers wait for jobs, as Redis lists them. */
async function waits(): Promise<string[]> {
  const { client } = queue;
  const clients = String(await client.client('LIST')).split('\n');
  // Other tests have other databases of this Redis.
  return clients.filter(
    (line) => line.includes(` db=${client.options.db} `) && line.includes(' cmd=brpoplpush '),
  );
}

test('killed in the middle of a run and of making a pay file, the next worker takes both up again', async () => {
  const worker = await startWorker();
  proxy.pause();
  const id = await queueRun();
  const payFileID = await beginFile();
  const fileJob = await enqueue(queue, 'make-pay-file', { payFileID });
  for (const job of [id, fileJob]) await waitFor(isActive(job), { what: `the job ${job} to be taken` });
  await endProcess(worker, 'SIGKILL');
  proxy.resume();
  await endLeases(id, fileJob);
  await startWorker();
  await waitForEnd(id);
  await waitForFile(payFileID);
});

test('paused for longer than its lease with a payment on the way, a worker that goes on pays nobody again', async () => {
  const own = await startPausableProxy(mongoUrl);
  try {
    const paused = await startWorker(own);
    // The journal record that pays is planned and sent, and has not arrived.
    const isSent = own.pauseAt('payrolls: 1');
    const run = await openRun({
      kind: 'execute',
      payrollType: PAYROLL_TYPE.affiliates,
      endDate: '2026-03-10',
      personID: 1,
      by: SYSTEM_ACTOR,
    });
    const id = await enqueueRun(run);
    await isSent;
    paused.kill('SIGSTOP');
    await endLeases(id);
    await startWorker();
    const isPaid = async () => (await findRunOrThrow(id)).state === 'completed';
    await waitFor(isPaid, { what: 'the other worker to pay', timeoutMs: 40_000 });

    let log = '';
    paused.stdout?.on('data', (chunk) => {
      log += chunk;
    });
    paused.kill('SIGCONT');
    own.resume();
    await waitFor(() => /job (done|failed)/.test(log), {
      what: 'the paused worker to end its job',
      timeoutMs: 40_000,
    });

    expect(log).toContain('job done');
    expect(await findRunOrThrow(id)).toMatchObject({ attempt: 2, state: 'completed', amountCents: 200 });
    expect(await AuditModel.countDocuments({ action: 'payroll.executed', 'subject.id': id })).toBe(1);
    expect(await PayrollModel.countDocuments({ personID: 1 })).toBe(1);
    expect((await auditPayroll()).differences).toEqual([]);
  } finally {
    await own.close();
  }
});

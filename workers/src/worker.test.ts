import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
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
import {
  createQueue,
  enqueuePayFile,
  enqueueRun,
  isWorkerAlive,
  type Queue,
  RunEnds,
} from '@partnerdesk/queues';
import { builtProgram, testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';
import { type PausableProxy, startPausableProxy } from './testing/pausable-proxy';

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

// A killed worker's job is free after its lock has run out (10 s) and somebody looked (5 s).
jest.setTimeout(60_000);

let proxy: PausableProxy;
let queue: Queue;
let redisUrl: string;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  const mongoUrl = testDatabaseUrl('worker');
  proxy = await startPausableProxy(mongoUrl);
  redisUrl = (await testRedis()).url;
  queue = createQueue('payroll', { redisUrl });
  const key = Buffer.from(FIELD_KEYS.split(':')[1] as string, 'base64');
  configureDomain({ fieldKeys: [{ id: 'test', key }], timeZone: 'America/New_York' });
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
  await Promise.all(workers.splice(0).map((worker) => end(worker, 'SIGKILL')));
});

afterAll(async () => {
  await queue.close();
  await proxy.close();
  await disconnectDatabase();
});

async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    MONGO_URL: proxy.url,
    REDIS_URL: redisUrl,
    FIELD_KEYS,
    SESSION_KEYS: 'x'.repeat(32),
    EVENTS_SECRET: 'x'.repeat(32),
  };
  const worker = spawn(process.execPath, [builtProgram('workers/dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(worker);
  let log = '';
  worker.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  await waitFor(() => log.includes('worker ready'), { what: 'the worker to be ready', timeoutMs: 20_000 });
  return worker;
}

/** @returns the exit code, null after a kill */
function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve(worker.exitCode);
  return new Promise((resolve) => {
    worker.once('exit', resolve);
    worker.kill(signal);
  });
}

/** A stored run that generates payroll. */
const storeRun = () =>
  openRun({
    kind: 'generate',
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    personID: 0,
    by: SYSTEM_ACTOR,
  });

const queueRun = async () => enqueueRun(queue, await storeRun());

/** As a call of the web server waits. */
async function waitForEnd(runID: string): Promise<void> {
  const runEnds = new RunEnds(queue.client);
  const look = async () => {
    const run = await findRunOrThrow(runID);
    return hasEnded(run) ? run : undefined;
  };
  const run = await runEnds.waitFor(runID, look, AbortSignal.timeout(40_000));
  runEnds.close();
  if (!run) throw new Error(`waited in vain for the end of ${runID}`);
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

test('generates payroll with its progress, wakes who waits for it, and has a heartbeat', async () => {
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
  const ended = end(worker, 'SIGTERM');
  proxy.resume();
  expect(await ended).toBe(0);
  await waitForEnd(id);
});

test('killed in the middle of a run and of making a pay file, the next worker takes both up again', async () => {
  const worker = await startWorker();
  proxy.pause();
  const id = await queueRun();
  const payFileID = await beginFile();
  const fileJob = await enqueuePayFile(queue, payFileID);
  for (const job of [id, fileJob]) await waitFor(isActive(job), { what: `the job ${job} to be taken` });
  await end(worker, 'SIGKILL');
  proxy.resume();
  await startWorker();
  await waitForEnd(id);
  await waitForFile(payFileID);
});

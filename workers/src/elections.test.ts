import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  findRunOrThrow,
  hasEnded,
  openRun,
  SYSTEM_ACTOR,
} from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { createQueue, enqueue } from '@partnerdesk/queues';
import {
  addPayees,
  ingest,
  joined,
  sale,
  TestReplicaSet,
  testRedis,
  WorkerProcesses,
  waitFor,
} from '@partnerdesk/testing';

const KEY = Buffer.alloc(32, 1);
const workers = new WorkerProcesses();
let set: TestReplicaSet;

beforeAll(async () => {
  set = await TestReplicaSet.start();
  configureDomain({
    fieldKeys: [{ id: 'test', key: KEY }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  await connectDatabase(set.url);
});
afterAll(async () => {
  await workers.endAll();
  await disconnectDatabase();
  await set.close();
});

test('a job that begins without a primary waits for one, and fails no attempt', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  const redisUrl = (await testRedis()).url;
  const queue = createQueue('payroll', { redisUrl });
  const question = { kind: 'generate', payrollType: PAYROLL_TYPE.affiliates, endDate: '2026-03-10' } as const;
  const run = await openRun({ ...question, personID: 0, by: SYSTEM_ACTOR });
  await workers.start({
    MONGO_URL: set.url,
    REDIS_URL: redisUrl,
    FIELD_KEYS: `test:${KEY.toString('base64')}`,
  });
  const end = set.elect();
  const id = await enqueue(queue, 'payroll-run', { runID: run._id });
  await waitFor(async () => (await queue.getJob(id))?.isActive(), { what: 'the job to be taken' });
  const asked = set.withoutPrimary;
  await waitFor(() => set.withoutPrimary > asked + 2, { what: 'the worker to look for a primary' });
  end();
  const ended = await waitFor(async () => [await findRunOrThrow(run._id)].find((each) => hasEnded(each)), {
    what: 'the run to end',
    timeoutMs: 30_000,
  });
  expect(ended).toMatchObject({ state: 'completed', rows: 1, amountCents: 200 });
  expect((await queue.getJob(id))?.stacktrace ?? []).toEqual([]);
  await queue.close();
});

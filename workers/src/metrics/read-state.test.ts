import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  CounterModel,
  executePayroll,
  JournalModel,
  markPayments,
  PayrollModel,
  SYSTEM_ACTOR,
  setJournalClock,
} from '@partnerdesk/domain';
import { metrics } from '@partnerdesk/node';
import { createQueues, type Queue, type QueueName, startHeartbeat } from '@partnerdesk/queues';
import { addPayees, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { testRedis } from '@partnerdesk/testing/services';
import { createStateReader } from './read-state';

useTestDatabase();

let queues: Record<QueueName, Queue>;
let prefix: string;
beforeEach(async () => {
  // Other files of the same process have counted, too.
  for (const metric of Object.values(metrics)) metric.reset();
  const { url: redisUrl, prefix: own } = await testRedis();
  prefix = own;
  queues = createQueues({ redisUrl, prefix });
});
afterEach(() => Promise.all(Object.values(queues).map((queue) => queue.close())));

type Gauge = { get: () => Promise<{ values: { labels: object; value: number }[] }> };

/** The series of a gauge as `label,label: value`. */
async function seriesOf(gauge: Gauge): Promise<string[]> {
  const { values } = await gauge.get();
  return values.map(({ labels, value }) => `${Object.values(labels).join()}: ${value}`);
}
const firstValueOf = async (gauge: Gauge) => (await gauge.get()).values[0]?.value;

test('an installation in which nothing happened yet', async () => {
  await createStateReader(queues, { prefix })();
  expect((await seriesOf(metrics.queueOldestJob)).sort()).toEqual(
    Object.keys(queues)
      .map((name) => `${name}: 0`)
      .sort(),
  );
  expect(await firstValueOf(metrics.lastEventsAge)).toBe(-1);
  expect(await firstValueOf(metrics.workerAlive)).toBe(0);
  expect(await seriesOf(metrics.payments)).toEqual([]);
});

test('queues, journal, waiting events and payments as they are', async () => {
  await addPayees({ affiliates: [20, 20] });
  await ingest(
    joined(1, 'T1'),
    joined(2, 'T2'),
    sale('s1', 1, 1000, '2026-03-02T15:00:00Z'),
    sale('s2', 2, 3000, '2026-03-02T15:00:00Z'),
    sale('s3', 99, 1000, '2026-03-02T15:00:00Z'),
  );
  const items = [{ personID: 1 }, { personID: 2 }];
  await executePayroll({
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    items,
    by: SYSTEM_ACTOR,
  });
  const second = await PayrollModel.findOne({ personID: 2 }).lean();
  await markPayments({
    payrollIDs: [second?._id ?? 0],
    state: 'paid',
    reason: '',
    by: { actor: SYSTEM_ACTOR },
  });
  // Bull takes it; its types leave it out.
  const minuteAgo: object = { timestamp: Date.now() - 60_000 };
  await queues.mail.add('send-mail', { mailID: 'm1' }, minuteAgo);
  await queues.mail.add('send-mail', { mailID: 'm2' });
  const stop = startHeartbeat(queues.payroll.client, { prefix });
  const inAnHour = () => Date.now() + 3_600_000;

  await createStateReader(queues, { prefix, now: inAnHour })();
  stop();

  expect(await seriesOf(metrics.queueJobs)).toContain('mail,waiting: 2');
  const ages = (await metrics.queueOldestJob.get()).values;
  expect(ages.find(({ labels }) => labels.queue === 'mail')?.value).toBeGreaterThanOrEqual(60);
  expect(await firstValueOf(metrics.workerAlive)).toBe(1);
  expect(await firstValueOf(metrics.journalRecords)).toBe(await JournalModel.countDocuments());
  expect(await firstValueOf(metrics.journalUnapplied)).toBe(0);
  expect(await firstValueOf(metrics.waitingEvents)).toBe(1);
  expect(await firstValueOf(metrics.oldestWaitingEvent)).toBeGreaterThanOrEqual(3600);
  expect(await firstValueOf(metrics.lastEventsAge)).toBeGreaterThanOrEqual(3600);
  expect((await seriesOf(metrics.paymentCents)).sort()).toEqual([
    'affiliate,executed: 200',
    'affiliate,paid: 600',
  ]);
  const appended = (await metrics.journalAppends.get()).values;
  expect(appended).toEqual([{ labels: { outcome: 'appended' }, value: await JournalModel.countDocuments() }]);
});

test('a journal counts as stuck when records wait and none is applied, not while it goes on', async () => {
  await addPayees({ affiliates: [20] });
  for (const id of [1, 2, 3]) await ingest(joined(id, 'T1'));
  const last = await JournalModel.countDocuments();
  let seconds = 0;
  const read = createStateReader(queues, { prefix, now: () => seconds * 1000 });
  /** @returns the gauge, when the journal is applied through a record and so much time has passed */
  const stuckFor = async (passed: number, applied: number) => {
    seconds += passed;
    await CounterModel.updateOne({ _id: 'journal' }, { $set: { value: applied } });
    await read();
    return firstValueOf(metrics.journalStuck);
  };
  expect(await stuckFor(100, last)).toBe(0);
  expect(await stuckFor(100, last - 2)).toBe(0);
  expect(await stuckFor(90, last - 2)).toBe(90);
  expect(await stuckFor(90, last - 1)).toBe(0);
  expect(await stuckFor(30, last - 1)).toBe(30);
  expect(await stuckFor(30, last)).toBe(0);
});

test('a journal whose last record is dated ahead of the database’s clock says by how much', async () => {
  await addPayees({ affiliates: [20] });
  const read = createStateReader(queues, { prefix });
  await read();
  expect(await firstValueOf(metrics.journalAhead)).toBe(0);
  setJournalClock(new Date(Date.now() + 3_600_000));
  await ingest(joined(1, 'T1'));
  setJournalClock(new Date());
  await read();
  expect(await firstValueOf(metrics.journalAhead)).toBeGreaterThan(3590);
});

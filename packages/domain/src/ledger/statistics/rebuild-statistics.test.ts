import { setTimeout as delay } from 'node:timers/promises';
import { addPayees, ingest, joined, refund, sale, tip, useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { ingestEvents } from '../ingest-events';
import { onLedgerChange } from '../journal-record';
import { DayTotalModel, EntryModel, EventModel, JournalModel } from '../ledger.models';
import { rebuildDay, rebuildStatistics, StatisticsRebuildModel } from './rebuild-statistics';

useTestDatabase();

const DAY = '2026-05-01';
const AT = `${DAY}T16:00:00Z`;
const WEEK = { startDate: '2026-04-29', endDate: '2026-05-05' };

/** Every total without the number of the record that wrote last. */
const totals = () => DayTotalModel.find({}, { seq: 0 }).sort({ _id: 1 }).lean();

async function aLedger() {
  await addPayees({ affiliates: [20, 33.3], staff: [50] });
  await ingest(
    joined(1, 'T1', '2026-01-01T15:00:00Z'),
    joined(2, 'T2', '2026-01-01T15:00:00Z'),
    joined(3, undefined, '2026-01-01T15:00:00Z'),
    sale('s1', 1, 1000, AT),
    sale('s2', 2, 999, '2026-05-02T16:00:00Z'),
    sale('s3', 3, 500, AT),
    refund('r1', 's2', 333, AT),
    refund('waits', 'unknown', 100, AT),
    tip('t1', 1, 1, 250, AT),
  );
}

const plant = (id: string, change: object) =>
  DayTotalModel.collection.updateOne({ _id: id as never }, change);

test('a ledger that agrees is left as it is, and nothing is written', async () => {
  await aLedger();
  const before = await totals();
  const records = await JournalModel.countDocuments();
  expect(await rebuildStatistics(WEEK)).toEqual({ days: 7, resumedAfter: 0, differences: [] });
  expect(await totals()).toEqual(before);
  expect(await JournalModel.countDocuments()).toBe(records);
});

test('planted errors are found, reported and corrected: the site’s, a person’s, a total that is gone, one too many', async () => {
  await aLedger();
  const before = await totals();
  await plant(`site:0:${DAY}`, { $inc: { salesCents: 77 }, $unset: { tipsCount: '' } });
  await plant(`affiliate:1:${DAY}`, { $set: { salesCount: 9 } });
  await DayTotalModel.deleteOne({ _id: 'site:0:2026-05-02' });
  await DayTotalModel.collection.insertOne({
    _id: 'staff:7:2026-05-03',
    kind: 'staff',
    personID: 7,
    day: '2026-05-03',
    missedCalls: 4,
  } as never);

  const { differences } = await rebuildStatistics(WEEK);
  expect(differences).toEqual([
    { day: DAY, payee: 'affiliate:1', figure: 'salesCount', stored: 9, counted: 1 },
    { day: DAY, payee: 'site:0', figure: 'salesCents', stored: 1577, counted: 1500 },
    { day: DAY, payee: 'site:0', figure: 'tipsCount', stored: 0, counted: 1 },
    { day: '2026-05-02', payee: 'site:0', figure: 'salesCount', stored: 0, counted: 1 },
    { day: '2026-05-02', payee: 'site:0', figure: 'salesCents', stored: 0, counted: 999 },
    { day: '2026-05-02', payee: 'site:0', figure: 'payoutCents', stored: 0, counted: 333 },
    { day: '2026-05-03', payee: 'staff:7', figure: 'missedCalls', stored: 4, counted: 0 },
  ]);
  const after = (await totals()).filter(({ _id }) => _id !== 'staff:7:2026-05-03');
  expect(after).toEqual(before);
  expect((await rebuildStatistics(WEEK)).differences).toEqual([]);
});

test('payroll’s part of a day is not touched', async () => {
  await aLedger();
  await plant(`affiliate:1:${DAY}`, { $set: { salesCents: 1 } });
  await rebuildStatistics(WEEK);
  expect(await DayTotalModel.findById(`affiliate:1:${DAY}`).lean()).toMatchObject({
    salesCents: 1000,
    postedCents: 200,
    postedEntries: 1,
    open: true,
  });
});

test('continues where a killed call stopped, and reports what that one found', async () => {
  await aLedger();
  await plant(`site:0:${DAY}`, { $inc: { salesCount: 1 } });
  await plant('site:0:2026-05-02', { $inc: { salesCount: 5 } });
  const killed = rebuildStatistics(WEEK, {
    onProgress: (done) => {
      if (done === 3) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  const steps: number[] = [];
  const report = await rebuildStatistics(WEEK, { onProgress: (done) => steps.push(done) });
  expect(report.resumedAfter).toBe(3);
  expect(steps).toEqual([3, 4, 5, 6, 7]);
  expect(report.differences.map(({ day, stored }) => [day, stored])).toEqual([
    [DAY, 3],
    ['2026-05-02', 6],
  ]);
  expect((await rebuildStatistics(WEEK)).resumedAfter).toBe(0);
});

test('killed between the correction and the note of it: the report still has it', async () => {
  await aLedger();
  await plant(`site:0:${DAY}`, { $inc: { salesCount: 1 } });
  const { collection } = StatisticsRebuildModel;
  const original = collection.updateOne.bind(collection) as (...args: unknown[]) => unknown;
  let calls = 0;
  const spy = jest.spyOn(collection, 'updateOne').mockImplementation(((...args: unknown[]) => {
    calls += 1;
    // 1: the start; 2, 3: two days done; 4: the third is done.
    if (calls === 4) throw new Error('killed');
    return original(...args);
  }) as never);
  await expect(rebuildStatistics(WEEK)).rejects.toThrow('killed');
  spy.mockRestore();
  const { differences, resumedAfter } = await rebuildStatistics(WEEK);
  expect([resumedAfter, differences.length]).toEqual([2, 1]);
});

test('--restart begins from the start', async () => {
  await aLedger();
  const killed = rebuildStatistics(WEEK, {
    onProgress: (done) => {
      if (done === 2) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  expect((await rebuildStatistics(WEEK, { restart: true })).resumedAfter).toBe(0);
});

test('events that come in meanwhile, to the very days that are recounted, are neither lost nor counted twice', async () => {
  await aLedger();
  await plant(`site:0:${DAY}`, { $inc: { salesCount: 1000, salesCents: -1 } });
  let running = true;
  let sent = 0;
  const send = async () => {
    while (running) {
      sent += 1;
      await ingest(sale(`live-${sent}`, (sent % 3) + 1, 100, AT), tip(`live-tip-${sent}`, 1, 1, 50, AT));
      await delay(1);
    }
  };
  const sending = send();
  const { differences } = await rebuildStatistics(WEEK);
  running = false;
  await sending;
  expect(differences.map(({ figure, stored, counted }) => [figure, stored - counted])).toEqual([
    ['salesCount', 1000],
    ['salesCents', -1],
  ]);
  expect(await DayTotalModel.findById(`site:0:${DAY}`).lean()).toMatchObject({
    salesCount: 2 + sent,
    salesCents: 1500 + 100 * sent,
    tipsCount: 1 + sent,
  });
  expect((await rebuildStatistics(WEEK)).differences).toEqual([]);
});

test('an event that is there before its entry, as a record is being written, is counted with it', async () => {
  await aLedger();
  const db = mongoose.connection.db!;
  const command = db.command.bind(db);
  let writeEntries = () => {};
  const held = new Promise<void>((resolve) => {
    writeEntries = resolve;
  });
  jest.spyOn(db, 'command').mockImplementation((async (...args: Parameters<typeof command>) => {
    if (args[0].insert === EntryModel.collection.collectionName) await held;
    return command(...args);
  }) as typeof command);
  const ingesting = ingest(sale('late', 1, 1000, AT));
  while (!(await EventModel.exists({ _id: 'late' }))) await delay(1);
  const rebuilding = rebuildDay(DAY);
  await delay(200);
  writeEntries();
  await ingesting;
  expect(await rebuilding).toEqual([]);
  expect(await DayTotalModel.findById(`affiliate:1:${DAY}`).lean()).toMatchObject({
    salesCount: 2,
    salesCents: 2000,
    payoutCents: 400,
  });
  jest.restoreAllMocks();
});

test('listeners are notified of the days that are corrected, as of any other change', async () => {
  await aLedger();
  const notified: string[] = [];
  const end = onLedgerChange((days) => notified.push(...days));
  await plant(`site:0:${DAY}`, { $inc: { salesCount: 1 } });
  await rebuildStatistics(WEEK);
  end();
  await ingest(sale('later', 1, 100, '2026-05-09T16:00:00Z'));
  expect(notified).toEqual([DAY]);
});

test('a day with more events than are held at once', async () => {
  await addPayees({ staff: [50] });
  await ingest(joined(1, undefined, '2026-01-01T15:00:00Z'));
  const tips = Array.from({ length: 4500 }, (_, index) => tip(`t${index}`, 1, 1, 1, AT));
  await ingestEvents(tips.map((value, index) => ({ line: index + 1, value })));
  expect(await EventModel.countDocuments({ day: DAY })).toBe(4500);
  expect((await rebuildStatistics({ startDate: DAY, endDate: DAY })).differences).toEqual([]);
});

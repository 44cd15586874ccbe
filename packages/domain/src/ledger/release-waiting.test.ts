import {
  addPayees,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { StaffModel } from '../accounts/account.models';
import { auditPayroll } from '../payroll/audit/audit-payroll';
import { importPeople } from './import-people';
import { ingestEvents } from './ingest-events';
import { RELEASE_SLICE } from './ingest-state';
import { EntryModel, EventModel, JournalModel, PendingReleaseModel } from './ledger.models';
import { requestReleases, sweepWaitingEvents, waitingEvents } from './release-waiting';
import { saleSummary } from './statistics/affiliate-figures';

useTestDatabase();

const AT = '2026-03-02T15:00:00Z';
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
const lines = (values: readonly object[]) => values.map((value, index) => ({ line: index + 1, value }));

/** Sales that wait for member 1, and a refund that waits for the last of them. */
async function waitingSales(count: number): Promise<void> {
  const sales = Array.from({ length: count }, (_, index) => sale(`s${index}`, 1, 100, AT));
  await ingestEvents(lines([...sales, refund('r', `s${count - 1}`, 40, AT)]));
  expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(count + 1);
}

test('what one arrival releases is spread over records of bounded size, and the arrival is answered', async () => {
  const count = 2 * RELEASE_SLICE + 500;
  await addPayees({ affiliates: [20] });
  await waitingSales(count);
  expect(await ingest(joined(1, 'T1'))).toMatchObject({ accepted: 1 });
  // Other events go on meanwhile.
  expect(await ingest(sale('other', 1, 100, AT))).toMatchObject({ accepted: 1, waiting: 0 });
  await requestReleases();
  expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(0);
  expect(await PendingReleaseModel.countDocuments()).toBe(0);
  expect(await saleSummary(1, MARCH)).toEqual({
    totalSalesCents: (count + 1) * 100 - 40,
    totalPayoutCents: (count + 1) * 20 - 8,
  });
  const notes = (await JournalModel.find().lean()).flatMap(({ note }) =>
    /^released: [1-9]/.test(note) ? note : [],
  );
  expect(notes.length).toBeGreaterThan(1);
  for (const note of notes) expect(Number(note.split(': ')[1])).toBeLessThanOrEqual(RELEASE_SLICE);
  expect((await auditPayroll()).differences).toEqual([]);
});

test('whichever write the process dies at, the rest is released by the next sweep', async () => {
  const count = 2 * RELEASE_SLICE + 10;
  for (const write of sized([12, 26], [2, 6, 12, 17, 20, 23, 26, 30])) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20] });
    await waitingSales(count);
    const revive = dieAtWrite(write);
    await ingest(joined(1, 'T1')).catch(() => undefined);
    await requestReleases().catch(() => undefined);
    revive();
    // The sender did not hear of it.
    await ingest(joined(1, 'T1'));
    expect(await sweepWaitingEvents()).toEqual([]);
    expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(0);
    expect(await EntryModel.countDocuments()).toBe(count + 1);
    expect((await auditPayroll()).differences).toEqual([]);
  }
});

test('the next slice is planned and appended while the one before is being applied', async () => {
  const count = 3 * RELEASE_SLICE;
  await addPayees({ affiliates: [20] });
  await waitingSales(count);
  // The second slice is applied only once the third is appended.
  let applied = 0;
  let appended = 0;
  let goOn: () => void;
  const third = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const db = mongoose.connection.db as mongoose.mongo.Db;
  const command = db.command.bind(db);
  jest.spyOn(db, 'command').mockImplementation(async (body, options) => {
    if (body.insert === EntryModel.collection.collectionName) {
      applied += 1;
      if (applied === 2) await third;
    }
    return command(body, options);
  });
  const journal = JournalModel.collection;
  const insertRecord = journal.insertOne.bind(journal) as (...args: unknown[]) => Promise<never>;
  jest.spyOn(journal, 'insertOne').mockImplementation(async (...args: unknown[]) => {
    const inserted = await insertRecord(...args);
    appended += 1;
    if (appended === 3) goOn();
    return inserted;
  });
  await ingest(joined(1, 'T1'));
  await requestReleases();
  jest.restoreAllMocks();
  expect(applied).toBeGreaterThan(2);
  expect(await EventModel.countDocuments({ state: 'waiting' })).toBe(0);
  expect(await EntryModel.countDocuments()).toBe(count + 1);
  expect((await EventModel.distinct('saleID')).length).toBe(count);
  expect((await auditPayroll()).differences).toEqual([]);
});

test('an import of staff for whom more waits than fits into one record', async () => {
  const count = RELEASE_SLICE + 700;
  await ingest(joined(1));
  await ingestEvents(lines(Array.from({ length: count }, (_, index) => tip(`t${index}`, 1, 7, 100, AT))));
  await importPeople({ staff: [{ staffID: 7, emailAddress: 's@example.com', commission: 50 }] });
  expect(await EntryModel.countDocuments({ payee: 'staff:7' })).toBe(count);
});

test('a waiting event whose key is there is an error of the audit, and the sweep releases it', async () => {
  await ingest(joined(1), tip('t1', 1, 7, 100, AT));
  expect(await waitingEvents()).toMatchObject({
    count: 1,
    more: false,
    keys: [{ key: 'staff:7', count: 1 }],
  });
  // Written by hand, without a record of the journal.
  await StaffModel.collection.insertOne({ staffID: 7, commission: 50 } as never);
  expect((await auditPayroll()).differences).toEqual(['events wait for staff:7, which is there']);
  expect(await sweepWaitingEvents()).toEqual(['staff:7']);
  expect(await EntryModel.findById('event:t1').lean()).toMatchObject({ payoutCents: 50 });
  expect(await waitingEvents()).toEqual({ count: 0, more: false, oldestSince: null, keys: [] });
  expect((await auditPayroll()).differences).toEqual([]);
});

test('sales of an affiliate whose account is missing wait, are reported, and keep their commission', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  const accounts = mongoose.connection.collection('affiliates');
  const [account] = await accounts.find({ affID: 1 }).toArray();
  await accounts.deleteOne({ affID: 1 });
  expect(await ingest(sale('s1', 1, 1000, AT))).toMatchObject({ accepted: 1, waiting: 1 });
  expect((await auditPayroll()).differences).toEqual([
    'sales wait for affiliate:1, whose account is missing',
  ]);
  await accounts.insertOne(account as never);
  await sweepWaitingEvents();
  expect(await saleSummary(1, MARCH)).toEqual({ totalSalesCents: 1000, totalPayoutCents: 200 });
});

import { addPayees, adjustBalance, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { executePayroll } from '../payroll/execute-payroll';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { GENESIS } from '../platform/canonical-json';
import { configureDomain, domainConfig } from '../platform/config';
import { catchUpLedger } from './journal';
import { checkLinkOrThrow, forgetJournal } from './journal-chain';
import {
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  JournalModel,
  type JournalRecord,
} from './ledger.models';

useTestDatabase();
beforeAll(() => configureDomain({ ...domainConfig(), turnTimeoutMs: 50 }));

const AT = '2026-03-02T15:00:00Z';
const adjustment = (number: number) => ({
  adjustmentID: `3f0c7f5e-0000-4000-8000-00000000000${number}`,
  kind: 'affiliate' as const,
  personID: 1,
  cents: 250,
  reason: 'a bonus',
  by: { actor: SYSTEM_ACTOR },
});

const records = () => JournalModel.find().sort({ _id: 1 }).lean<JournalRecord[]>();

/** Events, waiting ones, a payroll and an adjustment. */
async function someHistory(): Promise<void> {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT), sale('waits', 2, 1000, AT));
  await ingest(joined(2, 'T1'));
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  await adjustBalance(adjustment(1));
}

test('records name the hash of the one before; what the office did is kept in full, of events digests are', async () => {
  await someHistory();
  let link: string | undefined = GENESIS;
  for (const record of await records()) {
    expect(record.prev).toBe(link);
    link = checkLinkOrThrow(record, link);
    expect(record.effects).toBeUndefined();
  }
  const all = await records();
  const of = (note: string) => all.filter((record) => record.note.startsWith(note));
  expect(Object.keys(of('events')[0]?.digests ?? {}).sort()).toEqual([
    ...['attributions', 'effects', 'entries', 'events', 'settled'],
  ]);
  const [payrolls, adjusted] = [of('payrolls')[0], of('adjustment')[0]];
  expect(JSON.parse(payrolls?.kept ?? '').insert.payrolls).toMatchObject([{ _id: 1, amountCents: 400 }]);
  expect(JSON.parse(adjusted?.kept ?? '').insert.entries).toMatchObject([{ payoutCents: 250 }]);
  expect(await EventModel.findById('waits').lean()).toMatchObject({ seq: 2, settledBy: 3 });
});

test('no account number is in what the journal keeps', async () => {
  await someHistory();
  const [payroll] = (await records()).filter(({ note }) => note.startsWith('payrolls'));
  const [kept] = JSON.parse(payroll?.kept ?? '').insert.payrolls;
  for (const field of ['achAccountNumberEncrypted', 'payPalUserName']) {
    expect(kept[field]).toMatch(/^$|^sha256:[0-9a-f]{64}$/);
  }
});

/** What somebody with access to the database does to a record that is appended and not applied. */
const BREAKS: [string, (last: JournalRecord) => object, RegExp][] = [
  ['another time', () => ({ $set: { at: new Date(0) } }), /content is not that of its hash/],
  ['another note', () => ({ $set: { note: 'events: 2' } }), /content is not that of its hash/],
  ['another one before', ({ hash }) => ({ $set: { prev: hash } }), /does not follow the one before/],
  ['no hash', () => ({ $unset: { hash: '' } }), /content is not that of its hash/],
  ['other effects', () => ({ $set: { effects: { days: [] } } }), /effects are not those/],
  ['another text kept', () => ({ $set: { kept: '{}' } }), /what it keeps is not what was appended/],
];

test.each(BREAKS)('a record with %s is not applied', async (_what, change, message) => {
  await someHistory();
  const last = (await records()).at(-1) as JournalRecord;
  // As if the process had died between appending the record and applying it.
  await CounterModel.updateOne({ _id: 'journal' }, { $set: { value: last._id - 1, holder: 'dead' } });
  const former = await EntryModel.countDocuments();
  await EntryModel.deleteOne({ type: 'adjustment' });
  await JournalModel.collection.updateOne({ _id: last._id } as never, change(last));
  forgetJournal();
  await expect(catchUpLedger()).rejects.toThrow(message);
  await expect(ingest(sale('next', 1, 100, AT))).rejects.toThrow(message);
  expect(await EntryModel.countDocuments()).toBe(former - 1);
  expect(await JournalModel.countDocuments()).toBe(last._id);
});

test('nothing is appended after a record that is missing', async () => {
  await someHistory();
  const { value } = (await CounterModel.findById('journal').lean())!;
  await JournalModel.deleteOne({ _id: value });
  await CounterModel.updateOne({ _id: 'journal' }, { $set: { value: value + 1 } });
  forgetJournal();
  await expect(adjustBalance(adjustment(2))).rejects.toThrow(/journal record \d+: is missing/);
  expect(await DayTotalModel.countDocuments({ open: true })).toBe(1);
});

import { useTestDatabase } from '@partnerdesk/testing';
import { sourceKeyOf } from '../../ledger/keys';
import { DayTotalModel, EntryModel, PayeeModel, SourceTotalModel } from '../../ledger/ledger.models';
import { walkLedger } from './walk-ledger';

useTestDatabase();

/** Payee, posted day, cents, journal record. */
const ENTRIES: [string, string, number, number][] = [
  ['affiliate:1', '2026-03-01', 10, 1],
  ['affiliate:1', '2026-03-01', 20, 2],
  ['affiliate:1', '2026-03-02', 30, 2],
  ['affiliate:1', '2026-03-02', 1000, 4],
  ['affiliate:10', '2026-03-01', 40, 1],
  ['affiliate:2', '2026-03-01', 50, 3],
  ['staff:1', '2026-03-01', 60, 1],
  ['staff:1', '2026-03-03', 70, 1],
  ['staff:1', '2026-03-03', 80, 1],
  ['staff:9', '2026-03-03', 2000, 4],
];

test('however few entries are added up at a time, everybody has all of theirs through the record', async () => {
  const documents = ENTRIES.map(([payee, postedDay, payoutCents, seq], index) => ({
    _id: `event:${index}`,
    payee,
    postedDay,
    at: new Date(index),
    payoutCents,
    seq,
  }));
  await EntryModel.collection.insertMany(documents as never[]);
  for (let chunkSize = 1; chunkSize <= ENTRIES.length; chunkSize += 1) {
    const people: Record<string, object> = {};
    let last = 0;
    const onProgress = (entries: number) => {
      last = entries;
    };
    for await (const { payee, days } of walkLedger(3, onProgress, chunkSize))
      people[payee] = Object.fromEntries(days);
    expect(people).toEqual({
      'affiliate:1': { '2026-03-01': { entries: 2, cents: 30 }, '2026-03-02': { entries: 1, cents: 30 } },
      'affiliate:10': { '2026-03-01': { entries: 1, cents: 40 } },
      'affiliate:2': { '2026-03-01': { entries: 1, cents: 50 } },
      'staff:1': { '2026-03-01': { entries: 1, cents: 60 }, '2026-03-03': { entries: 2, cents: 150 } },
    });
    expect(last).toBe(8);
  }
});

test('sources come with their affiliate, whether it has entries or not', async () => {
  const sources: [number, string, number][] = [
    [1, '', 5],
    [1, 'blog', 7],
    [10, '', 11],
    [100, 'x1', 13],
    [2, '', 17],
  ];
  const documents = sources.map(([affID, tid, salesCents]) => ({
    _id: sourceKeyOf({ affID, tid, lp: '' }),
    affID,
    tid,
    lp: '',
    salesCents,
    payoutCents: 1,
  }));
  await SourceTotalModel.collection.insertMany(documents as never[]);
  await EntryModel.collection.insertMany(
    ['affiliate:1', 'affiliate:2', 'staff:1'].map((payee) => ({
      _id: payee,
      payee,
      postedDay: 'd',
    })) as never[],
  );
  const found: [string, number, number][] = [];
  for await (const { payee, sources: own } of walkLedger(1, () => {}))
    found.push([payee, own.salesCents, own.payoutCents]);
  expect(found.sort()).toEqual([
    ['affiliate:1', 12, 2],
    ['affiliate:10', 11, 1],
    ['affiliate:100', 13, 1],
    ['affiliate:2', 17, 1],
    ['staff:1', 0, 0],
  ]);
});

test('a person is as new as the record that has written of them last, whatever it has reached yet', async () => {
  const total = (payee: string, seq: number) => ({ _id: `${payee}:2026-03-01`, day: '2026-03-01', seq });
  await DayTotalModel.collection.insertMany([
    total('affiliate:1', 2),
    total('affiliate:2', 1),
    total('affiliate:3', 1),
  ] as never[]);
  const source = { _id: sourceKeyOf({ affID: 2, tid: '', lp: '' }), affID: 2, seq: 3 };
  await SourceTotalModel.collection.insertOne(source as never);
  await PayeeModel.collection.insertOne({ _id: 'affiliate:3', closedThrough: '2026-03-01', seq: 4 } as never);
  const found: [string, number][] = [];
  for await (const { payee, seq } of walkLedger(1, () => {})) found.push([payee, seq]);
  expect(found).toEqual([
    ['affiliate:1', 2],
    ['affiliate:2', 3],
    ['affiliate:3', 4],
  ]);
});

import { useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { applyEffects } from './apply-effects';
import type { Effects } from './effects';

useTestDatabase();

/** In order: what later records do to what earlier ones wrote. */
const RECORDS: Effects[] = [
  {
    insert: { files: [{ _id: 1, state: 'begun' }] },
    add: {
      sums: [
        { _id: 'a:1', inc: { n: 2 }, set: { open: true }, made: { of: 'a' } },
        { _id: 'a:2', inc: { n: 1 } },
        { _id: 'b:1', inc: { n: 1 }, set: { open: true } },
      ],
      keys: [{ _id: 'k' }, { _id: 'l' }],
    },
  },
  {
    set: { files: [{ _id: 1, from: { state: 'begun' }, set: { state: 'made' }, mark: 'changedBy' }] },
    add: { sums: [{ _id: 'a:1', inc: { n: 3 } }], keys: [{ _id: 'l' }] },
    remove: { keys: ['k'] },
  },
  {
    set: {
      files: [
        { _id: 1, set: { last: 3 }, unset: ['state'], inc: { lines: 4 }, mark: 'changedBy' },
        { _id: 1, from: { state: 'begun' }, set: { state: 'is made by now' } },
        { _id: 2, set: { state: 'there is none' } },
      ],
    },
    add: { keys: [{ _id: 'k' }] },
    close: { sums: [{ from: 'a:', through: 'a:9', set: { closedBy: 7 } }] },
  },
];

async function stored(): Promise<object> {
  const read = async (name: string) => [
    name,
    await mongoose.connection.collection(name).find().sort({ _id: 1 }).toArray(),
  ];
  return Object.fromEntries(await Promise.all(['files', 'sums', 'keys'].map(read)));
}

const LEFT = {
  files: [{ _id: 1, seq: 1, changedBy: 3, last: 3, lines: 4 }],
  sums: [
    { _id: 'a:1', of: 'a', n: 5, closedBy: 7, seq: 3 },
    { _id: 'a:2', n: 1, seq: 1 },
    { _id: 'b:1', n: 1, open: true, seq: 1 },
  ],
  keys: [
    { _id: 'k', seq: 3 },
    { _id: 'l', seq: 2 },
  ],
};

const apply = (seq: number) => applyEffects(seq, RECORDS[seq - 1] as Effects);

test('records that several processes apply, each in their order, are written once', async () => {
  for (let seq = 1; seq <= RECORDS.length; seq += 1) await Promise.all([apply(seq), apply(seq), apply(seq)]);
  expect(await stored()).toEqual(LEFT);
});

test('a record that a process applies again, after later ones, changes nothing', async () => {
  for (const seq of [1, 1, 2, 2, 3, 2, 1, 3, 2]) await apply(seq);
  expect(await stored()).toEqual(LEFT);
});

test('what another record has inserted under the same id is an error', async () => {
  await apply(1);
  await expect(applyEffects(2, { insert: { files: [{ _id: 1 }] } })).rejects.toThrow(
    'journal record 2: files 1 is of record 1',
  );
});

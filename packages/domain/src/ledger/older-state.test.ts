import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import {
  addPayees,
  emptyTestDatabase,
  ingest,
  joined,
  type Snapshot,
  sale,
  TestReplicaSet,
  waitFor,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { connectDatabase, disconnectDatabase } from '../database';
import { storePaymentMails } from '../mail/mailings';
import { affiliateBalance } from '../payroll/account-figures';
import { executePayroll } from '../payroll/execute-payroll';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain } from '../platform/config';
import { savePostback } from '../promotion/postbacks/manage-postback';
import { storePostbackCalls } from '../promotion/postbacks/store-postback-calls';
import { catchUpLedger } from './journal';
import { forgetJournal } from './journal-chain';
import { DayTotalModel, EntryModel, JournalModel } from './ledger.models';

/*
 * A replica set whose members do what only real ones do: lag behind, elect, lose answers, come back from a snapshot.
 */

let set: TestReplicaSet;

beforeAll(async () => {
  configureDomain({
    fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  set = await TestReplicaSet.start();
});
beforeEach(async () => {
  await connectDatabase(set.url);
  await emptyTestDatabase();
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('first', 1, 1000, AT));
});
afterEach(async () => {
  for (const member of ['primary', 'secondary'] as const) set.answerReads(member, undefined);
  set.answerMajority(undefined);
  await disconnectDatabase();
});
afterAll(() => set.close());

const AT = '2026-03-02T15:00:00Z';
const sales = Array.from({ length: 5 }, (_, index) => sale(`s${index}`, 1, 1000, AT));

/** What is stored, by the newest state. */
async function stored(): Promise<{ records: number; entries: number; openCents: number }> {
  const days = await DayTotalModel.find({ kind: 'affiliate' }).lean();
  return {
    records: await JournalModel.countDocuments(),
    entries: await EntryModel.countDocuments(),
    openCents: days.reduce((sum, { postedCents = 0 }) => sum + postedCents, 0),
  };
}

test.each(['readPreference=secondaryPreferred', 'readConcernLevel=local'])(
  'an address with %s is refused, with the reason',
  async (option) => {
    await disconnectDatabase();
    await expect(connectDatabase(`${set.url}&${option}`)).rejects.toThrow(
      /must be read from the primary.*counted twice\. Remove read/,
    );
  },
);

test('every read is the primary’s, of what the majority has, however far the secondary lags behind', async () => {
  set.answerReads('secondary', await set.snapshot());
  set.asked.length = 0;
  for (let time = 0; time < 2; time += 1) await ingest(...sales);
  expect(await stored()).toEqual({ records: 3, entries: 6, openCents: 1200 });
  expect(set.asked.filter(({ member }) => member === 'secondary')).toEqual([]);
  const reads = set.asked.filter(({ command }) => ['find', 'aggregate', 'count'].includes(command));
  expect(reads.length).toBeGreaterThan(5);
  expect(new Set(reads.map(({ readConcern }) => readConcern))).toEqual(new Set(['majority']));
});

const OLDER = /older state of the ledger: journal record \d+, which this process has seen/;
const execute = () =>
  executePayroll({ payrollType: 1, endDate: '2026-03-10', items: [{ personID: 1 }], by: SYSTEM_ACTOR });

test('reads that show an older state stop the ledger before anything is stored, until they show the newest again', async () => {
  const old = await set.snapshot();
  await ingest(...sales);
  const before = await stored();
  set.answerReads('primary', old);
  await expect(ingest(...sales)).rejects.toThrow(OLDER);
  await expect(ingest(sale('new', 1, 1000, AT))).rejects.toThrow(OLDER);
  await expect(execute()).rejects.toThrow(OLDER);
  await expect(catchUpLedger()).rejects.toThrow(OLDER);
  set.answerReads('primary', undefined);
  expect(await stored()).toEqual(before);
  expect(await ingest(...sales)).toMatchObject({ duplicates: 5, accepted: 0 });
  expect(await ingest(sale('new', 1, 1000, AT))).toMatchObject({ accepted: 1 });
});

test('calls of jobs and commands wait a minute for a primary and go on; those of web servers fail within their time', async () => {
  const { serverSelectionTimeoutMS } = mongoose.connection.getClient().options;
  expect(serverSelectionTimeoutMS).toBe(60_000);
  const taken = ingest(...sales);
  const end = set.elect();
  const more = ingest(sale('more', 1, 1000, AT));
  await waitFor(() => set.withoutPrimary > 1, { what: 'that the driver finds no primary' });
  end();
  expect([(await taken).accepted, (await more).accepted]).toEqual([5, 1]);
  expect(await stored()).toMatchObject({ entries: 7, openCents: 1400 });

  await disconnectDatabase();
  await connectDatabase(set.url, { callMs: 4000 });
  const endOther = set.elect();
  await expect(ingest(sale('later', 1, 1000, AT))).rejects.toMatchObject({
    name: 'MongoServerSelectionError',
  });
  endOther();
});

test.each(['insert', 'update', 'findAndModify'])(
  'the answer of %s is lost: it is repeated and counts once',
  async (command) => {
    const end = set.faultAt(command, 'lost answer');
    expect(await ingest(...sales)).toMatchObject({ refused: [] });
    expect(end()).toBe(true);
    expect(await stored()).toMatchObject({ entries: 6, openCents: 1200 });
  },
);

test('nothing is acknowledged, and nobody is informed of it, before a majority has it', async () => {
  set.faultAt('insert', 'no majority');
  await expect(ingest(...sales)).rejects.toMatchObject({ name: 'MongoWriteConcernError' });
  expect(await ingest(...sales)).toMatchObject({ refused: [] });
  expect(await stored()).toMatchObject({ entries: 6, openCents: 1200 });
});

test('mails, postbacks and answers know of nothing that a majority does not have yet', async () => {
  const postback = { address: 'https://tracker.example/?id={id}', events: ['sale' as const], active: true };
  await savePostback(1, postback, { actor: SYSTEM_ACTOR });
  await storePostbackCalls();
  const majority = await set.snapshot();
  await ingest(sale('s1', 1, 1000, AT));
  await execute();
  set.answerMajority(majority);
  // As any other process, which has not seen what this one wrote.
  forgetJournal();
  expect([await storePaymentMails(), await storePostbackCalls()]).toEqual([[], 0]);
  expect(await affiliateBalance(1)).toMatchObject({ availableCents: 200 });
  set.answerMajority(undefined);
  expect([await storePaymentMails(), await storePostbackCalls()]).toEqual([['payment-executed.1'], 1]);
  expect(await affiliateBalance(1)).toMatchObject({ availableCents: 0 });
});

/** What a restored snapshot, or a primary that was rolled back, looks like to a process that goes on. */
async function restoreBehindBack(): Promise<Snapshot> {
  const old = await set.snapshot();
  await ingest(...sales);
  set.restore(old);
  return old;
}

test('a restored snapshot stops the processes that have seen what came after it; one that is started then goes on', async () => {
  await restoreBehindBack();
  const before = await stored();
  await expect(ingest(...sales)).rejects.toThrow(OLDER);
  await expect(catchUpLedger()).rejects.toThrow(OLDER);
  expect(await stored()).toEqual(before);
  await disconnectDatabase();
  await connectDatabase(set.url);
  expect(await ingest(...sales)).toMatchObject({ accepted: 5 });
  expect(await stored()).toEqual({ records: 3, entries: 6, openCents: 1200 });
});

test('another record under the number that this process has seen is another history', async () => {
  await restoreBehindBack();
  const [last] = await JournalModel.find().sort({ _id: -1 }).limit(1).lean();
  const { _id, ...rest } = last!;
  // What processes that were started after the restore have appended and applied.
  const others = [1, 2].map((more) => ({ ...rest, _id: _id + more, hash: `other ${more}` }));
  await JournalModel.collection.insertMany(others as never[]);
  await mongoose.connection
    .collection('counters')
    .updateOne({ _id: 'journal' as never }, { $set: { value: _id + 2 } });
  await expect(ingest(...sales)).rejects.toThrow(/is another one now/);
});

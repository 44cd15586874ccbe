import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  addPayees,
  databaseUrl,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { executePayroll } from '../payroll/execute-payroll';
import { PayrollModel } from '../payroll/payroll.models';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { domainConfig } from '../platform/config';
import { EffectsBuilder } from './effects';
import { ingestEvents } from './ingest-events';
import { catchUpLedger } from './journal';
import { linkAfter, proofOf } from './journal-chain';
import { encodeEffects } from './journal-record';
import { CounterModel, DayTotalModel, EntryModel, JournalModel, PayeeModel } from './ledger.models';

useTestDatabase();

const AT = '2026-03-02T15:00:00Z';

/** The domain as another process has it: modules and connection of its own. */
async function otherProcess(): Promise<{ domain: typeof import('../index'); end: () => Promise<void> }> {
  let domain: typeof import('../index') | undefined;
  jest.isolateModules(() => {
    domain = require('../index');
  });
  domain!.configureDomain(domainConfig());
  await domain!.connectDatabase(databaseUrl());
  return { domain: domain!, end: () => domain!.disconnectDatabase() };
}

async function openCents(personID = 1): Promise<number> {
  const days = await DayTotalModel.find({ kind: 'affiliate', personID, open: true }).lean();
  return days.reduce((sum, day) => sum + (day.postedCents ?? 0), 0);
}

test('two processes that take in the same events at once count each once', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  const other = await otherProcess();
  try {
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: 20 }, (_, index) => ({
        line: index + 1,
        value: sale(`s${batch}-${index}`, 1, 1000, AT),
      })),
    );
    await Promise.all(
      batches.flatMap((lines) => [ingestEvents(lines), other.domain.ingestEvents([...lines].reverse())]),
    );
    expect(await EntryModel.countDocuments()).toBe(240);
    expect(await openCents()).toBe(240 * 200);
    const saleIDs = (await EntryModel.find().sort({ saleID: 1 }).lean()).map(({ saleID }) => saleID);
    expect(saleIDs).toEqual(Array.from({ length: 240 }, (_, index) => index + 1));
    const numbers = (await JournalModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
  } finally {
    await other.end();
  }
});

test('two processes that execute the same payroll while events come in pay every entry once', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('first', 1, 1000, AT));
  const other = await otherProcess();
  const execute = {
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    items: [{ personID: 1 }],
    by: SYSTEM_ACTOR,
  };
  try {
    const [one, two] = await Promise.all([
      executePayroll(execute),
      other.domain.executePayroll(execute),
      ...Array.from({ length: 20 }, (_, index) => ingest(sale(`s${index}`, 1, 1000, AT))),
    ]);
    const records = await PayrollModel.find().lean();
    expect(records).toHaveLength(1);
    expect(
      [one, two]
        .flat()
        .map((each) => (each as { outcome: string }).outcome)
        .sort(),
    ).toEqual(['already', 'executed']);
    expect((records[0]?.amountCents ?? 0) + (await openCents())).toBe(21 * 200);
    const paid = await EntryModel.find({ postedDay: { $lte: '2026-03-10' } }).lean();
    expect(paid.reduce((sum, entry) => sum + entry.payoutCents, 0)).toBe(records[0]?.amountCents);
  } finally {
    await other.end();
  }
});

test('whichever write of an ingest a process dies at, nothing acknowledged is lost and nothing counts twice', async () => {
  await addPayees({ affiliates: [20] });
  const events = [joined(1, 'T1'), sale('s1', 1, 1000, AT)];
  let deaths = 0;
  for (let count = 1; ; count += 1) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20] });
    const wasReached = dieAtWrite(count);
    await ingest(...events).catch(() => undefined);
    if (!wasReached()) break;
    deaths += 1;
    // The sender does not know whether it was taken in, and sends it again.
    await ingest(...events);
    expect(await openCents()).toBe(200);
    expect(await EntryModel.countDocuments()).toBe(1);
    expect(await JournalModel.countDocuments({ effects: { $exists: true } })).toBe(0);
  }
  expect(deaths).toBeGreaterThan(5);
});

test('whichever write of an execution a process dies at, the person is paid once and in full', async () => {
  const execute = {
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    items: [{ personID: 1 }],
    by: SYSTEM_ACTOR,
  };
  let deaths = 0;
  for (let count = 1; ; count += 1) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20] });
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT), sale('s2', 1, 500, '2026-03-05T15:00:00Z'));
    const wasReached = dieAtWrite(count);
    await executePayroll(execute).catch(() => undefined);
    if (!wasReached()) break;
    deaths += 1;
    await ingest(sale(`late${count}`, 1, 100, AT));
    const [again] = await executePayroll(execute);
    const payroll = again && 'payroll' in again ? again.payroll : undefined;
    expect(await PayrollModel.countDocuments()).toBe(1);
    expect((payroll?.amountCents ?? 0) + (await openCents())).toBe(320);
    expect(await PayeeModel.findById('affiliate:1').lean()).toMatchObject({ closedThrough: '2026-03-10' });
  }
  expect(deaths).toBeGreaterThan(3);
});

test('an event that comes while an execution cannot be applied is posted after the days that it closes', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT));
  const db = mongoose.connection.db!;
  const { collection } = JournalModel;
  const insertOne = collection.insertOne.bind(collection);
  const command = db.command.bind(db);
  let late: Promise<unknown> | undefined;
  // Queued behind the execution, so that it is planned while that is being applied.
  jest.spyOn(collection, 'insertOne').mockImplementationOnce((...args) => {
    late = ingest(sale('late', 1, 500, AT)).catch(() => undefined);
    return insertOne(...args);
  });
  let refused = 0;
  jest.spyOn(db, 'command').mockImplementation((async (...args: Parameters<typeof command>) => {
    const { insert, update } = args[0];
    if ((insert ?? update) !== PayeeModel.collection.collectionName || refused > 0) return command(...args);
    refused += 1;
    throw new Error('not at this moment');
  }) as typeof command);
  const execute = {
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: '2026-03-10',
    items: [{ personID: 1 }],
    by: SYSTEM_ACTOR,
  };
  await expect(executePayroll(execute)).rejects.toThrow('not at this moment');
  await late;
  jest.restoreAllMocks();
  await ingest(sale('late', 1, 500, AT));
  const [again] = await executePayroll(execute);
  expect(again).toMatchObject({ outcome: 'already', payroll: { amountCents: 200 } });
  expect(await EntryModel.findOne({ amountCents: 500 }).lean()).toMatchObject({ postedDay: '2026-03-11' });
  expect(await openCents()).toBe(100);
});

test('what a dead process appended is in the figures after the next catch-up', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  const { value: head } = (await CounterModel.findById('journal').lean())!;
  const builder = new EffectsBuilder();
  builder.addToDay('affiliate', 1, '2026-03-02', { postedEntries: 1, postedCents: 7 }, { open: true });
  const effects = builder.build()!;
  const record = { _id: head + 1, at: new Date(), writer: 'another:1', note: 'appended, never applied' };
  const encoded = encodeEffects(effects);
  const proof = proofOf(record, effects, encoded.buffer, await linkAfter(head));
  await JournalModel.collection.insertOne({ ...record, effects: encoded, ...proof } as never);
  expect(await openCents()).toBe(0);
  expect(await catchUpLedger()).toBe(head + 1);
  expect(await catchUpLedger()).toBe(head + 1);
  expect(await openCents()).toBe(7);
});

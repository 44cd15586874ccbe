import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, databaseUrl, ingest, joined, refund, sale, useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { executePayroll } from '../payroll/execute-payroll';
import { PayrollModel } from '../payroll/payroll.models';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, domainConfig } from '../platform/config';
import { ingestEvents } from './ingest-events';
import { EntryModel, EventModel, JournalModel } from './ledger.models';

useTestDatabase();

const AT = '2026-03-02T15:00:00Z';
type Domain = typeof import('../index');

/** Processes with modules and connections of their own. */
async function otherProcesses(count: number): Promise<{ domains: Domain[]; end: () => Promise<void> }> {
  const domains = Array.from({ length: count }, () => {
    let domain: Domain | undefined;
    jest.isolateModules(() => {
      domain = require('../index');
    });
    return domain as Domain;
  });
  for (const domain of domains) {
    domain.configureDomain(domainConfig());
    await domain.connectDatabase(databaseUrl());
  }
  return {
    domains,
    end: async () => {
      for (const domain of domains) await domain.disconnectDatabase();
    },
  };
}

const METHODS = [
  'insertOne',
  'insertMany',
  'bulkWrite',
  'updateOne',
  'updateMany',
  'findOne',
  'findOneAndUpdate',
];

/** Runs `around` before and after each operation of these models. @returns unwraps them */
function wrapOperations(
  models: Record<string, unknown>,
  around: (run: () => unknown) => unknown,
): () => void {
  type Methods = Record<string, (...args: unknown[]) => unknown>;
  const wrap = (owner: Methods, method: string) => {
    const original = owner[method]?.bind(owner) as (...args: unknown[]) => unknown;
    return jest
      .spyOn(owner as never, method as never)
      .mockImplementation(((...args: unknown[]) => around(() => original(...args))) as never);
  };
  const known = Object.values(models) as { collection?: Methods; db?: { db: unknown } }[];
  const spies = known.flatMap(({ collection }) =>
    collection ? METHODS.map((method) => wrap(collection, method)) : [],
  );
  // Bulk writes that the ledger has encoded itself.
  for (const db of new Set(known.map((each) => each.db?.db)))
    if (db) spies.push(wrap(db as Methods, 'command'));
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

const modelsOf = (domain: Domain) =>
  Object.fromEntries(Object.entries(domain).filter(([name]) => name.endsWith('Model')));

/** Lets every operation of one process wait until the others have done `delay` of theirs. */
function adversary(delay: number) {
  let operations = 0;
  const held: { at: number; go: () => void }[] = [];
  return {
    async others(run: () => unknown) {
      const result = await run();
      operations += 1;
      for (const each of held.splice(0)) {
        if (each.at <= operations) each.go();
        else held.push(each);
      }
      return result;
    },
    async victim(run: () => unknown) {
      await new Promise<void>((go) => held.push({ at: operations + delay, go }));
      return run();
    },
  };
}

test('an execution goes on however often two senders of events get ahead of each of its steps', async () => {
  const persons = 250;
  await addPayees({ affiliates: Array.from({ length: persons }, () => 20) });
  const ids = Array.from({ length: persons }, (_, index) => index + 1);
  await ingest(...ids.map((id) => joined(id, `T${id}`)), ...ids.map((id) => sale(`s${id}`, id, 1000, AT)));
  const { domains, end } = await otherProcesses(2);
  const schedule = adversary(12);
  const unwrap = [
    wrapOperations(mongoose.models, schedule.victim),
    ...domains.map((domain) => wrapOperations(modelsOf(domain), schedule.others)),
  ];
  let running = true;
  let sent = 0;
  const send = async (domain: Domain) => {
    while (running) {
      sent += 1;
      // Of the very people who are being paid.
      const value = sale(`live${sent}`, (sent % persons) + 1, 100, AT);
      await domain.ingestEvents([{ line: 1, value }]);
    }
  };
  const sending = Promise.all(domains.map(send));
  try {
    const before = await domains[0]!.JournalModel.countDocuments();
    const items = ids.map((personID) => ({ personID }));
    const outcomes = await executePayroll({
      payrollType: PAYROLL_TYPE.affiliates,
      endDate: '2026-03-10',
      items,
      by: SYSTEM_ACTOR,
    });
    const records = (await domains[0]!.JournalModel.countDocuments()) - before;
    expect(outcomes.filter(({ outcome }) => outcome === 'executed')).toHaveLength(persons);
    // Three steps, and for each wait at most a turn of each of the others, which may hold two records.
    expect(records).toBeLessThanOrEqual(3 + 4 * 2 * 2);
  } finally {
    running = false;
    for (const each of unwrap) each();
    await sending;
    await end();
  }
  const paid = (await PayrollModel.find().lean()).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const entries = await EntryModel.find({ postedDay: { $lte: '2026-03-10' } }).lean();
  expect(entries.reduce((sum, { payoutCents }) => sum + payoutCents, 0)).toBe(paid);
});

test('a process that is paused in its turn loses it, and does nothing twice when it wakes', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  const config = domainConfig();
  configureDomain({ ...config, turnTimeoutMs: 50 });
  const { domains, end } = await otherProcesses(1);
  const [other] = domains as [Domain];
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    const { collection } = other.JournalModel;
    const insertOne = collection.insertOne.bind(collection);
    jest.spyOn(collection, 'insertOne').mockImplementationOnce((async (...args: [never]) => {
      resolve();
      await new Promise<void>((go) => {
        wake = go;
      });
      return insertOne(...args);
    }) as never);
  });
  try {
    const paused = other.ingestEvents([{ line: 1, value: sale('paused', 1, 1000, AT) }]);
    await asleep;
    expect(await ingest(sale('awake', 1, 1000, AT))).toMatchObject({ accepted: 1 });
    wake();
    expect(await paused).toMatchObject({ accepted: 1 });
    expect(await EntryModel.countDocuments()).toBe(2);
    const numbers = (await JournalModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
  } finally {
    configureDomain(config);
    await end();
  }
});

test('staff that arrive while an event of theirs is between plan and record: it does not wait for good', async () => {
  await ingest(joined(1));
  const config = domainConfig();
  configureDomain({ ...config, turnTimeoutMs: 50 });
  const { domains, end } = await otherProcesses(1);
  const [other] = domains as [Domain];
  const { collection } = JournalModel;
  const insertOne = collection.insertOne.bind(collection);
  jest.spyOn(collection, 'insertOne').mockImplementationOnce((async (...args: [never]) => {
    await other.importPeople({ staff: [{ staffID: 7, emailAddress: 's@example.com', commission: 40 }] });
    return insertOne(...args);
  }) as never);
  try {
    const value = {
      eventID: 't1',
      type: 'tip',
      at: AT,
      memberID: 1,
      staffID: 7,
      amountCents: 1000,
    };
    expect(await ingestEvents([{ line: 1, value }])).toMatchObject({ accepted: 1, waiting: 0 });
    expect(await EntryModel.findById('event:t1').lean()).toMatchObject({ payoutCents: 400 });
  } finally {
    configureDomain(config);
    await end();
  }
});

test('64 calls of one event each share records, and each has its own answer', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('known', 1, 1, AT));
  const before = await JournalModel.countDocuments();
  const calls = Array.from({ length: 64 }, (_, index) => {
    if (index === 10) return ingest(sale('known', 1, 1, AT));
    if (index === 20) return ingest(sale('known', 1, 2, AT));
    return ingest(sale(`s${index}`, 1, 1000, AT));
  });
  const results = await Promise.all(calls);
  expect(results[10]).toEqual({ accepted: 0, waiting: 0, duplicates: 1, refused: [] });
  expect(results[20]?.refused).toEqual([
    { line: 1, eventID: 'known', reason: 'eventID is known already, with another content' },
  ]);
  expect(results.filter(({ accepted }) => accepted === 1)).toHaveLength(62);
  expect((await JournalModel.countDocuments()) - before).toBeLessThanOrEqual(3);
  expect(await EventModel.countDocuments({ type: 'sale' })).toBe(63);
});

test('one id 10,000 times in a call and across processes counts once', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  const { domains, end } = await otherProcesses(1);
  const lines = Array.from({ length: 10_000 }, (_, index) => ({
    line: index + 1,
    value: sale('same', 1, 1000, AT),
  }));
  try {
    const [here, there] = await Promise.all([ingestEvents(lines), domains[0]!.ingestEvents(lines)]);
    expect(here.accepted + there.accepted).toBe(1);
    expect(here.duplicates + there.duplicates).toBe(19_999);
    expect(await EntryModel.countDocuments()).toBe(1);
  } finally {
    await end();
  }
});

test('refunds that two processes send at once never go beyond the sale', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s', 1, 1000, AT));
  const { domains, end } = await otherProcesses(1);
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const send = (domain: Pick<Domain, 'ingestEvents'>, number: number) =>
    domain.ingestEvents([{ line: 1, value: refund(`r${number}`, 's', 300, AT) }]);
  try {
    const results = await Promise.all(
      numbers.map((number) => send(number % 2 ? domains[0]! : { ingestEvents }, number)),
    );
    const refused = results.flatMap((result) => result.refused);
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(3);
    expect(refused).toHaveLength(17);
    for (const { reason } of refused)
      expect(reason).toBe('amountCents is more than what is left of the sale (100)');
  } finally {
    await end();
  }
  expect(await EventModel.findById('s').lean()).toMatchObject({ refundedCents: 900 });
  const entries = await EntryModel.find({ type: 'refund' }).lean();
  expect(entries.map(({ payoutCents }) => payoutCents)).toEqual([-60, -60, -60]);
});

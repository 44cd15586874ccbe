import { setTimeout as delay } from 'node:timers/promises';
import { payoutCents } from '@partnerdesk/contracts';
import {
  addPayees,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { auditPayroll } from '../../payroll/audit/audit-payroll';
import { ingestEvents } from '../ingest-events';
import { AttributionModel, EntryModel, type SourceTotal, SourceTotalModel } from '../ledger.models';
import { saleSummary } from './affiliate-figures';
import { rebuildSources } from './rebuild-statistics';

useTestDatabase();

const AT = '2026-03-02T15:00:00Z';
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
const COMMISSIONS = [20, 33.33];
const sources = () => SourceTotalModel.find({}, { seq: 0 }).sort({ _id: 1 }).lean<SourceTotal[]>();

test('a refund that arrives in a later call than its member is taken off the source of its sale', async () => {
  await addPayees({ affiliates: [20] });
  await ingest({ ...joined(1, 'T1'), tid: 'blog', lp: 'lp1' });
  await ingest(sale('s1', 1, 1000, AT));
  await ingest(refund('r1', 's1', 400, AT));
  expect(await sources()).toMatchObject([
    { tid: 'blog', lp: 'lp1', joins: 1, salesCount: 1, salesCents: 600, payoutCents: 120 },
  ]);
});

const tid = fc.constantFrom('', 'blog', 'mail');
const event = fc.oneof(
  fc.record({ do: fc.constant('sale' as const), member: fc.nat(3), cents: fc.integer({ min: 1, max: 999 }) }),
  fc.record({ do: fc.constant('refund' as const), sale: fc.nat(6), cents: fc.integer({ min: 1, max: 400 }) }),
);

test('in any order and any batches: Σ sources = sale summary = Σ entries, per affiliate', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 4, maxLength: 14 }),
      fc.array(tid, { minLength: 4, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      async (events, tids, dice) => {
        await emptyTestDatabase();
        await addPayees({ affiliates: COMMISSIONS });
        let sales = 0;
        const values: object[] = tids.map((each, member) => ({
          ...joined(member + 1, `T${(member % 2) + 1}`),
          tid: each,
        }));
        for (const [index, each] of events.entries()) {
          if (each.do === 'sale') values.push(sale(`s${sales++}`, each.member + 1, each.cents, AT));
          else values.push(refund(`r${index}`, `s${each.sale}`, each.cents, AT));
        }
        const shuffled = values.map((value) => ({ value, at: dice.next().value as number }));
        shuffled.sort((a, b) => a.at - b.at);
        while (shuffled.length > 0) {
          const size = 1 + ((dice.next().value as number) % 4);
          await ingestEvents(shuffled.splice(0, size).map(({ value }, line) => ({ line: line + 1, value })));
        }
        for (const [index, commission] of COMMISSIONS.entries()) {
          const affID = index + 1;
          const entries = await EntryModel.find({ payee: `affiliate:${affID}` }).lean();
          const sum = (values: readonly (number | undefined)[]) =>
            values.reduce<number>((all, each) => all + (each ?? 0), 0);
          const totals = (await sources()).filter((each) => each.affID === affID);
          const summary = await saleSummary(affID, MARCH);
          const amounts = sum(entries.map(({ amountCents }) => amountCents));
          const payouts = sum(entries.map((each) => payoutCents(each.amountCents, commission)));
          expect(summary).toEqual({ totalSalesCents: amounts, totalPayoutCents: payouts });
          expect(sum(totals.map(({ salesCents }) => salesCents))).toBe(amounts);
          expect(sum(totals.map((each) => each.payoutCents))).toBe(payouts);
        }
        expect((await auditPayroll()).differences).toEqual([]);
        expect(await rebuildSources()).toEqual([]);
      },
    ),
    propertyRuns(20),
  );
});

test('planted errors of sources are found by the audit and corrected while events arrive', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(
    { ...joined(1, 'T1'), tid: 'blog' },
    { ...joined(2, 'T1'), tid: 'mail' },
    sale('s1', 1, 1000, AT),
    sale('s2', 2, 500, AT),
    refund('r1', 's1', 250, AT),
  );
  const before = await sources();
  const plant = (name: string, change: object) =>
    SourceTotalModel.collection.updateOne({ tid: name } as never, change);
  await plant('blog', { $inc: { salesCents: 250, payoutCents: 50 } });
  expect((await auditPayroll()).differences).toEqual([
    'affiliate:1: sources 1500 / 300 cents, sales 1250 / 250',
  ]);
  await plant('mail', { $set: { joins: 9 } });
  await SourceTotalModel.collection.insertOne({
    _id: '1|gone|',
    affID: 1,
    tid: 'gone',
    lp: '',
    salesCents: 5,
  } as never);
  let running = true;
  let sent = 0;
  const sending = (async () => {
    while (running) {
      sent += 1;
      await ingest(sale(`live${sent}`, 1, 100, AT));
      await delay(1);
    }
  })();
  const found = await rebuildSources();
  running = false;
  await sending;
  expect(
    found.map(({ tid: name, figure, stored, counted }) => [name, figure, stored - counted]).sort(),
  ).toEqual([
    ['blog', 'payoutCents', 50],
    ['blog', 'salesCents', 250],
    ['gone', 'salesCents', 5],
    ['mail', 'joins', 8],
  ]);
  const after = (await sources()).filter((each) => each.tid !== 'gone');
  expect(after.map(({ joins, salesCents }) => [joins, salesCents])).toEqual([
    [before[0]?.joins, (before[0]?.salesCents ?? 0) + sent * 100],
    [before[1]?.joins, before[1]?.salesCents],
  ]);
  expect((await auditPayroll()).differences).toEqual([]);
});

test('a sale that is there before its member, as a record is being written, is left to the next time', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT));
  const db = mongoose.connection.db!;
  const command = db.command.bind(db);
  let writeMembers = () => {};
  const held = new Promise<void>((resolve) => {
    writeMembers = resolve;
  });
  jest.spyOn(db, 'command').mockImplementation((async (...args: Parameters<typeof command>) => {
    if (args[0].insert === AttributionModel.collection.collectionName) await held;
    return command(...args);
  }) as typeof command);
  let ingesting: Promise<unknown> | undefined;
  const members = await AttributionModel.find().lean();
  async function* readMembers() {
    ingesting = ingest(joined(2, 'T1'), sale('late', 2, 500, AT));
    while (!(await EntryModel.exists({ saleID: 2 }))) await delay(1);
    yield* members;
  }
  const slowly = { lean: () => ({ cursor: readMembers }) };
  jest.spyOn(AttributionModel, 'find').mockImplementationOnce((() => slowly) as never);
  expect(await rebuildSources()).toEqual([]);
  writeMembers();
  await ingesting;
  jest.restoreAllMocks();
});

test('audits of a ledger that records keep coming to raise no false alarm', async () => {
  await addPayees({ affiliates: [20, 20] });
  await ingest(joined(1, 'T1'), joined(2, 'T2'));
  let running = true;
  let sent = 0;
  const sending = (async () => {
    while (running) {
      sent += 1;
      await ingest(sale(`live${sent}`, (sent % 2) + 1, 100, AT));
    }
  })();
  for (let audit = 0; audit < 30; audit += 1) {
    const { differences, entriesCents, paidCents, openCents } = await auditPayroll();
    expect([differences, openCents + paidCents]).toEqual([[], entriesCents]);
  }
  running = false;
  await sending;
  expect(sent).toBeGreaterThan(10);
});

import { addDays, type BusinessDay, type PayrollType } from '@partnerdesk/contracts';
import {
  addPayees,
  adjustBalance,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  readSample,
  refund,
  sale,
  shuffled,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { propertyRuns, sized } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { importPeople } from '../ledger/import-people';
import { ingestEvents } from '../ledger/ingest-events';
import { DayTotalModel, EntryModel } from '../ledger/ledger.models';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { auditPayroll } from './audit/audit-payroll';
import { executePayroll } from './execute-payroll';
import { generatePayroll } from './generate-payroll';
import { markPayments } from './mark-payments';
import { PayrollModel } from './payroll.models';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };

async function expectWhole(): Promise<void> {
  const audit = await auditPayroll();
  expect(audit.differences).toEqual([]);
  expect(audit.paidCents + audit.openCents).toBe(audit.entriesCents);
}

const FIRST_DAY = '2026-03-01';
const dayAfter = (days: number): BusinessDay => addDays(FIRST_DAY, days);
const atDay = (days: number) => `${dayAfter(days)}T15:00:00Z`;

const day = fc.nat(20);
const cents = fc.integer({ min: 1, max: 5000 });
const payrollType = fc.constantFrom<PayrollType>(1, 2);
const person = fc.constantFrom(1, 2);
const step = fc.oneof(
  fc.record({ do: fc.constant('sale' as const), person, day, cents }),
  fc.record({ do: fc.constant('tip' as const), person, day, cents }),
  fc.record({ do: fc.constant('refund' as const), sale: fc.nat(10), day, cents }),
  fc.record({
    do: fc.constant('adjust' as const),
    person,
    payrollType,
    cents: fc.integer({ min: -900, max: 900 }),
  }),
  fc.record({ do: fc.constant('execute' as const), payrollType, day }),
  fc.record({ do: fc.constant('return' as const), payment: fc.nat(5) }),
  fc.record({ do: fc.constant('unreturn' as const), payment: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does one step; `id` names what it makes, so that doing it again is the same. */
async function perform(each: Step, id: string): Promise<void> {
  switch (each.do) {
    case 'sale':
      await ingest(sale(id, each.person, each.cents, atDay(each.day)));
      return;
    case 'tip':
      await ingest(tip(id, each.person, each.person, each.cents, atDay(each.day)));
      return;
    case 'refund':
      await ingest(refund(id, `s${each.sale}`, each.cents, atDay(each.day)));
      return;
    case 'adjust':
      if (each.cents === 0) return;
      await adjustBalance({
        adjustmentID: id,
        kind: each.payrollType === 1 ? 'affiliate' : 'staff',
        personID: each.person,
        cents: each.cents,
        reason: 'a reason',
        by,
      });
      return;
    case 'execute':
      await executePayroll({
        payrollType: each.payrollType,
        endDate: dayAfter(each.day),
        items: [{ personID: 1 }, { personID: 2 }],
        by: SYSTEM_ACTOR,
      });
      return;
    case 'return':
      await markPayments({ payrollIDs: [each.payment + 1], state: 'returned', reason: 'R03', by });
      return;
    case 'unreturn':
      await markPayments({
        payrollIDs: [each.payment + 1],
        state: 'executed',
        from: 'returned',
        reason: 'a mistake',
        by,
      });
  }
}

test('events in any order, refunds, corrections, executions and deaths: payrolls + open = entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, diesAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }) }), {
        minLength: 3,
        maxLength: 14,
      }),
      async (steps) => {
        await emptyTestDatabase();
        await addPayees({ affiliates: [20, 33.33], staff: [30, 12.5] });
        await ingest(joined(1, 'T1'), joined(2, 'T2'));
        let sales = 0;
        for (const [index, { step: each, diesAt }] of steps.entries()) {
          const id = each.do === 'sale' ? `s${sales++}` : `e${index}`;
          if (diesAt !== null) {
            const revive = dieAtWrite(diesAt);
            await perform(each, id).catch(() => undefined);
            revive();
          }
          // The caller does not know what became of it, and repeats it.
          await perform(each, id);
        }
        await expectWhole();
      },
    ),
    propertyRuns(25),
  );
});

test('the sample in shuffled batches, payrolls executed between them: every cent is paid or open', async () => {
  const { people, events } = readSample();
  await importPeople(people);
  const all = shuffled(events, 50).slice(0, sized(events.length / 4, events.length));
  const batches = sized(6, 50);
  const size = Math.ceil(all.length / batches);
  const days = Array.from({ length: batches }, (_, index) => addDays('2026-02-25', (index * 37) % 80));
  for (let batch = 0; batch < batches; batch += 1) {
    const lines = all
      .slice(batch * size, (batch + 1) * size)
      .map((value, index) => ({ line: index + 1, value }));
    await ingestEvents(lines);
    const type = ((batch % 2) + 1) as PayrollType;
    const endDate = days[batch]!;
    const rows = await generatePayroll({ payrollType: type, endDate });
    const items = rows.map(({ personID, fingerprint }) => ({ personID, fingerprint }));
    const outcomes = await executePayroll({ payrollType: type, endDate, items, by: SYSTEM_ACTOR });
    expect(outcomes.filter(({ outcome }) => outcome === 'changed' || outcome === 'failed')).toEqual([]);
  }
  expect(await PayrollModel.countDocuments()).toBeGreaterThan(sized(50, 100));
  await expectWhole();
});

test('the audit names each cent that differs', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, atDay(1)), sale('s2', 1, 1000, atDay(2)));
  await executePayroll({ payrollType: 1, endDate: dayAfter(1), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  await expectWhole();
  await EntryModel.collection.updateOne({ _id: 'event:s1' as never }, { $set: { payoutCents: 201 } });
  expect((await auditPayroll()).differences).toEqual([
    `affiliate:1 ${dayAfter(1)}: entries 1 / 201 cents, day total 1 / 200`,
    'payroll 1 of affiliate:1: paid 200 cents for 1 entries, they are 1 and add up to 201',
    "affiliate:1: payrolls 200 + open 200 cents are not the entries' 401",
  ]);
  await EntryModel.collection.updateOne({ _id: 'event:s1' as never }, { $set: { payoutCents: 200 } });
  await DayTotalModel.collection.updateOne(
    { _id: `affiliate:1:${dayAfter(2)}` as never },
    { $unset: { open: '' } },
  );
  expect((await auditPayroll()).differences).toEqual([
    "affiliate:1: payrolls 200 + open 0 cents are not the entries' 400",
  ]);
});

test('the audit finds payrolls, closed days and sources of people without entries, whatever their ids', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1);
  await addPayees({ affiliates: ids.map(() => 20) });
  await ingest(...ids.flatMap((id) => [joined(id, `T${id}`), sale(`s${id}`, id, 1000, atDay(1))]));
  const items = ids.map((personID) => ({ personID }));
  await executePayroll({ payrollType: 1, endDate: dayAfter(1), items, by: SYSTEM_ACTOR });
  await expectWhole();
  await EntryModel.deleteMany({ payee: { $in: ['affiliate:1', 'affiliate:11', 'affiliate:12'] } });
  await DayTotalModel.deleteMany({ kind: 'affiliate', personID: { $in: [1, 11] } });
  await PayrollModel.deleteMany({ payee: 'affiliate:11' });
  const { differences, people } = await auditPayroll();
  expect(people).toBe(12);
  const named = differences.map((line) => /affiliate:\d+/.exec(line)?.[0]);
  expect([...new Set(named)].sort()).toEqual(['affiliate:1', 'affiliate:11', 'affiliate:12']);
});

test('a payroll of somebody unknown fails alone; the others are paid', async () => {
  await addPayees({ affiliates: [20, 20] });
  await ingest(
    joined(1, 'T1'),
    joined(2, 'T2'),
    sale('s1', 1, 1000, atDay(1)),
    sale('s2', 2, 1000, atDay(1)),
  );
  await mongoose.connection.collection('affiliates').deleteOne({ affID: 1 });
  const items = [{ personID: 1 }, { personID: 2 }];
  const outcomes = await executePayroll({ payrollType: 1, endDate: dayAfter(1), items, by: SYSTEM_ACTOR });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'executed']);
});

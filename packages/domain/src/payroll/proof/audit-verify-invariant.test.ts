import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addDays,
  type BusinessDay,
  NOT_SENT_TO_BANK,
  type PayrollType,
  plainRates,
} from '@partnerdesk/contracts';
import {
  adjustBalance,
  atTime,
  auditVerify,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  reverseAdjustment,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { AffiliateModel } from '../../accounts/account.models';
import { addGroup, changeAccountTerms } from '../../ledger/commission/change-terms';
import { importPeople } from '../../ledger/import-people';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { discardPayFile } from '../approval/requests';
import { executePayroll } from '../execute-payroll';
import { markPayments } from '../mark-payments';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { PayrollModel } from '../payroll.models';
import { exportLedger } from './export-ledger';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const dayAfter = (days: number): BusinessDay => addDays('2026-03-01', days);
const atDay = (days: number) => `${dayAfter(days)}T15:00:00Z`;

const day = fc.nat(20);
const cents = fc.integer({ min: 1, max: 5000 });
const payrollType = fc.constantFrom<PayrollType>(1, 2);
const person = fc.constantFrom(1, 2);
const payment = fc.integer({ min: 1, max: 5 });
const file = fc.constantFrom(1, 2);
const step = fc.oneof(
  // Members 3 and 4 join later, or never: their sales wait.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sale' as const),
      member: fc.integer({ min: 1, max: 4 }),
      day,
      cents,
    }),
  },
  fc.record({ do: fc.constant('join' as const), member: fc.constantFrom(3, 4), person: fc.option(person) }),
  fc.record({
    do: fc.constant('terms' as const),
    person,
    group: fc.boolean(),
    cents,
    days: fc.option(fc.nat(9)),
  }),
  fc.record({ do: fc.constant('tip' as const), person, day, cents }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), sale: fc.nat(5), day, cents }) },
  fc.record({
    do: fc.constant('adjust' as const),
    person,
    payrollType,
    cents: fc.integer({ min: -900, max: 900 }),
  }),
  fc.record({ do: fc.constant('reverse' as const), adjustment: fc.nat(15) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('execute' as const), payrollType, day }) },
  fc.record({
    do: fc.constant('mark' as const),
    payment,
    state: fc.constantFrom('paid' as const, 'returned' as const),
  }),
  fc.record({
    do: fc.constant('take back' as const),
    payment,
    from: fc.constantFrom('paid' as const, 'returned' as const),
  }),
  fc.record({ do: fc.constant('make' as const) }),
  fc.record({ do: fc.constant('download' as const), file }),
  fc.record({ do: fc.constant('discard' as const), file }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does one step; `id` names what it makes, so that doing it again is the same. */
async function perform(each: Step, id: string): Promise<unknown> {
  switch (each.do) {
    case 'sale':
      return ingest(sale(id, each.member, each.cents, atDay(each.day)));
    case 'join':
      return ingest({ ...joined(each.member, each.person ? `T${each.person}` : undefined), tid: id });
    case 'terms': {
      const version = (await AffiliateModel.findOne({ affID: each.person }).lean())?.version ?? 0;
      const rates = {
        ...plainRates(each.cents / 100),
        rebill: 1,
        initial: 2.5,
        capDays: each.days,
        capCommission: 0.5,
      };
      const groupID = each.group ? await addGroup(id, rates, by) : 0;
      const own = each.group ? null : rates;
      const change = { affID: each.person, version, from: dayAfter(0), groupID, own, by };
      return atTime(atDay(0), () => changeAccountTerms(change));
    }
    case 'tip':
      return ingest(tip(id, each.person, each.person, each.cents, atDay(each.day)));
    case 'refund':
      return ingest(refund(id, `s${each.sale}`, each.cents, atDay(each.day)));
    case 'adjust': {
      const kind = each.payrollType === 1 ? ('affiliate' as const) : ('staff' as const);
      const { person: personID, cents: amount } = each;
      if (amount === 0) return undefined;
      return adjustBalance({ adjustmentID: id, kind, personID, cents: amount, reason: 'a reason', by });
    }
    case 'reverse':
      return reverseAdjustment({ entryID: `adjustment:e${each.adjustment}`, reason: 'a mistake', by });
    case 'execute': {
      const items = [{ personID: 1 }, { personID: 2 }];
      const { payrollType: type } = each;
      return executePayroll({ payrollType: type, endDate: dayAfter(each.day), items, by: SYSTEM_ACTOR });
    }
    case 'mark':
      return markPayments({ payrollIDs: [each.payment], state: each.state, reason: 'R03', by });
    case 'take back': {
      const { payment: payrollID, from } = each;
      return markPayments({ payrollIDs: [payrollID], state: 'executed', from, reason: 'a mistake', by });
    }
    case 'make': {
      const payrollIDs = (await PayrollModel.find({ kind: 'affiliate' }).lean()).map(({ _id }) => _id);
      const { _id } = await beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
      return finishPayFile(_id);
    }
    case 'download':
      return payFileText(each.file, 1, undefined, by);
    case 'discard':
      return discardPayFile(each.file, by, NOT_SENT_TO_BANK);
  }
}

/** Clerks are refused all the time; what else fails is a fault. */
async function performOrBeRefused(each: Step, id: string): Promise<void> {
  await perform(each, id).catch((error) => {
    if (!['conflict', 'not_found', 'invalid_input'].includes(error.code)) throw error;
  });
}

/** What the verifier says of an export of the ledger as it is. */
async function verified(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'audit-verify-'));
  try {
    await exportLedger(join(folder, 'export'));
    return (await auditVerify(join(folder, 'export'))).lines.slice(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('whatever the product does, deaths between its writes included, the verifier agrees', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, diesAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }) }), {
        minLength: 5,
        maxLength: 25,
      }),
      async (steps) => {
        await emptyTestDatabase();
        await importPeople({
          affiliates: [1, 2].map((affID) => ({
            affID,
            trackID: `T${affID}`,
            emailAddress: `a${affID}@example.com`,
            firstName: 'Ann',
            commission: affID * 16.67,
            paymentType: 2,
            payPalUserName: `a${affID}@paypal.example`,
          })),
          staff: [1, 2].map((staffID) => ({
            staffID,
            emailAddress: `s${staffID}@example.com`,
            firstName: 'Sam',
            commission: 12.5,
          })),
        });
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
          await performOrBeRefused(each, id);
        }
        expect(await verified()).toEqual(['Nothing differs.']);
      },
    ),
    propertyRuns(20),
  );
});

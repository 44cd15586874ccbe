import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import {
  addPayees,
  adjustBalance,
  ingest,
  joined,
  refund,
  reverseAdjustment,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { AffiliateModel } from '../accounts/account.models';
import { dayKeyOf, payeeKeyOf } from '../ledger/keys';
import { DayTotalModel, PayeeModel } from '../ledger/ledger.models';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, type DomainConfig, domainConfig, startOfDay, today } from '../platform/config';
import { affiliateBalance } from './account-figures';
import { auditPayroll } from './audit/audit-payroll';
import { executePayroll } from './execute-payroll';
import { generatePayroll, paymentsSince } from './generate-payroll';
import { openBalances, payableBalances } from './open-balances';
import { PayrollModel } from './payroll.models';

useTestDatabase();

const by = SYSTEM_ACTOR;
let config: DomainConfig;

beforeEach(async () => {
  config = domainConfig();
  await addPayees({ affiliates: [20, 20], staff: [50] });
  await ingest(joined(1, 'T1'), joined(2, 'T2'));
});
afterEach(() => configureDomain(config));

const set = (terms: Partial<DomainConfig>) => configureDomain({ ...config, ...terms });
const ago = (days: number): BusinessDay => addDays(today(), -days);
/** At noon of the day so many days ago. */
const at = (days: number) => new Date(startOfDay(ago(days)).getTime() + 43_200_000).toISOString();
const own = (affID: number, terms: object) => AffiliateModel.updateOne({ affID }, { $set: terms });

const rows = async (endDate = today()) =>
  (await generatePayroll({ payrollType: 1, endDate })).map(({ personID, cents, endPeriod }) => [
    personID,
    cents,
    endPeriod,
  ]);
const execute = async (endDate: BusinessDay, personID = 1) => {
  const [outcome] = await executePayroll({ payrollType: 1, endDate, items: [{ personID }], by });
  return outcome?.outcome === 'executed' || outcome?.outcome === 'already'
    ? [outcome.outcome, outcome.payroll.amountCents, outcome.payroll.endPeriod]
    : outcome?.outcome;
};
const expectWhole = async () => {
  const audit = await auditPayroll();
  expect(audit.differences).toEqual([]);
  expect(audit.paidCents + audit.openCents).toBe(audit.entriesCents);
};

test('by default everything above zero is paid at once', async () => {
  await ingest(sale('s1', 1, 5, at(0)));
  expect(await rows()).toEqual([[1, 1, today()]]);
  expect(await affiliateBalance(1)).toMatchObject({ availableCents: 1, pendingCents: 0, holdDays: 0 });
});

test('what is below the minimum carries over until it is reached; a payee’s own minimum goes before', async () => {
  set({ payoutMinimumCents: 500 });
  await ingest(sale('s1', 1, 2000, at(9)), sale('s2', 2, 2500, at(9)));
  expect(await rows()).toEqual([[2, 500, today()]]);
  expect(await execute(today())).toBe('nothing');
  await own(1, { minimumPayoutCents: 0 });
  expect(await rows()).toHaveLength(2);
  await own(1, { minimumPayoutCents: 401 });
  expect(await execute(today())).toBe('nothing');
  await ingest(sale('s3', 1, 5, at(0)));
  expect(await execute(today())).toEqual(['executed', 401, today()]);
  await expectWhole();
});

test('an entry is payable after its days of hold, and a payroll pays no entry twice or never', async () => {
  set({ payoutHoldDays: 7 });
  await ingest(sale('s1', 1, 1000, at(8)), sale('s2', 1, 2000, at(7)), sale('s3', 1, 4000, at(6)));
  expect(await affiliateBalance(1)).toMatchObject({ availableCents: 600, pendingCents: 800, holdDays: 7 });
  expect(await rows()).toEqual([[1, 600, ago(7)]]);
  expect(await execute(today())).toEqual(['executed', 600, ago(7)]);
  await expectWhole();
  // What comes late is posted on the first open day, and is payable after its hold.
  await ingest(sale('s4', 1, 500, at(9)));
  expect(await rows()).toEqual([]);
  set({ payoutHoldDays: 6 });
  expect(await execute(ago(1))).toEqual(['executed', 900, ago(6)]);
  await expectWhole();
});

test('a second call with the same end date answers with the same record, also once more has become payable', async () => {
  set({ payoutHoldDays: 7 });
  await ingest(sale('s1', 1, 1000, at(8)), sale('s2', 1, 2000, at(5)));
  expect(await execute(ago(1))).toEqual(['executed', 200, ago(7)]);
  set({ payoutHoldDays: 2 });
  expect(await execute(ago(1))).toEqual(['already', 200, ago(7)]);
  expect(await PayrollModel.countDocuments()).toBe(1);
  expect(await execute(today())).toEqual(['executed', 400, ago(2)]);
  await expectWhole();
});

test('a payee’s own hold, shorter or longer, and rows know the payment that they became', async () => {
  set({ payoutHoldDays: 7 });
  await own(1, { payoutHoldDays: 0 });
  await ingest(sale('s1', 1, 1000, at(0)), sale('s2', 2, 1000, at(20)), sale('s3', 2, 1000, at(1)));
  const generated = await generatePayroll({ payrollType: 1, endDate: today() });
  expect(generated.map(({ cents, endPeriod }) => [cents, endPeriod])).toEqual([
    [200, today()],
    [200, ago(7)],
  ]);
  await execute(today(), 1);
  await execute(today(), 2);
  expect([...(await paymentsSince(1, generated)).keys()].sort()).toEqual([1, 2]);
  await expectWhole();
});

test('refunds and operators: a balance below zero is not paid, operators follow the same terms', async () => {
  set({ payoutHoldDays: 3, payoutMinimumCents: 100 });
  await ingest(sale('s1', 1, 1000, at(9)), refund('r1', 's1', 1000, at(5)));
  await ingest(tip('t1', 1, 1, 1000, at(5)), tip('t2', 1, 1, 1000, at(1)));
  expect(await rows()).toEqual([]);
  const operators = await generatePayroll({ payrollType: 2, endDate: today() });
  expect(operators.map(({ cents, endPeriod }) => [cents, endPeriod])).toEqual([[500, ago(3)]]);
  await expectWhole();
});

describe('with a hold, what was taken back is not paid', () => {
  beforeEach(() => set({ payoutHoldDays: 7 }));
  const available = async () => (await affiliateBalance(1)).availableCents;
  const adjust = (cents: number) =>
    adjustBalance({
      adjustmentID: '3f0c7f5e-0000-4000-8000-000000000001',
      kind: 'affiliate',
      personID: 1,
      cents,
      reason: 'a bonus',
      by: { actor: by },
    });

  test('though the refund’s own day is in the hold: the payroll ends with the days that the rest covers', async () => {
    await ingest(sale('s1', 1, 1000, at(20)), sale('s2', 1, 2000, at(15)), sale('s3', 1, 4000, at(10)));
    expect(await rows()).toEqual([[1, 1400, ago(7)]]);
    await ingest(refund('r1', 's3', 500, at(1)));
    expect(await affiliateBalance(1)).toMatchObject({ availableCents: 1300, pendingCents: 0 });
    expect(await rows()).toEqual([[1, 600, ago(15)]]);
    expect(await execute(today())).toEqual(['executed', 600, ago(15)]);
    expect(await rows(ago(1))).toEqual([]);
    set({ payoutHoldDays: 1 });
    expect(await execute(ago(1))).toEqual(['executed', 700, ago(1)]);
    await expectWhole();
  });

  test('nothing is taken off again that a payroll had in it before the hold was made longer', async () => {
    set({ payoutHoldDays: 0 });
    await ingest(sale('s1', 1, 5000, at(20)), refund('r1', 's1', 1000, at(3)));
    expect(await execute(ago(1))).toEqual(['executed', 800, ago(1)]);
    await ingest(sale('s2', 1, 1500, at(0)));
    set({ payoutHoldDays: 7 });
    expect(await affiliateBalance(1)).toMatchObject({ availableCents: 0, pendingCents: 300 });
  });

  test('asked for again, however many days earlier the payroll ended, it is the same record', async () => {
    await ingest(sale('s1', 1, 1000, at(250)), sale('s2', 1, 4000, at(10)), refund('r1', 's2', 500, at(1)));
    expect(await execute(today())).toEqual(['executed', 200, ago(250)]);
    expect(await execute(today())).toEqual(['already', 200, ago(250)]);
    // What is payable by then is left to a row that is listed for it.
    await ingest(sale('s3', 1, 2500, at(12)));
    expect(await rows()).toEqual([[1, 500, ago(12)]]);
    expect(await execute(today())).toEqual(['already', 200, ago(250)]);
    await expectWhole();
  });

  test('a sale that was paid and is refunded is taken off what follows', async () => {
    await ingest(sale('s1', 1, 1000, at(20)));
    await execute(ago(10));
    await ingest(sale('s2', 1, 1000, at(9)), sale('s3', 1, 1000, at(8)), refund('r1', 's1', 500, at(0)));
    expect(await rows()).toEqual([[1, 200, ago(9)]]);
    await ingest(refund('r2', 's1', 500, at(0)), refund('r3', 's3', 1000, at(0)));
    expect(await rows()).toEqual([]);
    expect(await execute(today())).toBe('nothing');
    expect(await available()).toBe(0);
  });

  test('a refund whose sale is in the hold, too, takes nothing off; nor does what was taken back and given again', async () => {
    await ingest(sale('s1', 1, 1000, at(20)), sale('s2', 1, 1000, at(3)), refund('r1', 's2', 1000, at(1)));
    const { _id } = await adjust(50);
    await reverseAdjustment({ entryID: _id, reason: 'a mistake', by: { actor: by } });
    expect(await rows()).toEqual([[1, 200, ago(7)]]);
  });

  test('an adjustment below zero counts at once, until it is reversed', async () => {
    await ingest(sale('s1', 1, 1000, at(20)), sale('s2', 1, 1000, at(10)));
    const { _id } = await adjust(-50);
    expect(await rows()).toEqual([[1, 200, ago(20)]]);
    await reverseAdjustment({ entryID: _id, reason: 'a mistake', by: { actor: by } });
    expect(await rows()).toEqual([[1, 400, ago(7)]]);
  });

  test('the other way round, of a sale that is in the hold the refund counts already, and the sale follows', async () => {
    await ingest(sale('s1', 1, 1000, at(20)), sale('s2', 1, 1000, at(3)), refund('r1', 's2', 500, at(9)));
    expect(await rows()).toEqual([[1, 100, ago(7)]]);
    await execute(today());
    set({ payoutHoldDays: 0 });
    expect(await execute(ago(1))).toEqual(['executed', 200, ago(1)]);
    await expectWhole();
  });

  test('a row reviewed before the refund came is not paid as it was seen', async () => {
    await ingest(sale('s1', 1, 1000, at(20)), sale('s2', 1, 1000, at(10)));
    const [row] = await generatePayroll({ payrollType: 1, endDate: today() });
    await ingest(refund('r1', 's2', 5, at(0)));
    const items = [{ personID: 1, fingerprint: row?.fingerprint ?? '' }];
    const [outcome] = await executePayroll({ payrollType: 1, endDate: today(), items, by });
    expect(outcome).toMatchObject({ outcome: 'changed', balance: { cents: 200, endPeriod: ago(20) } });
  });
});

test('the next payout is that of the month before while it is open, else of this month', async () => {
  const day = today();
  const { nextPayoutDate } = await affiliateBalance(1);
  expect(nextPayoutDate > day.slice(0, 8)).toBe(true);
  expect(nextPayoutDate.slice(8)).toBe('20');
  await ingest(sale('s1', 1, 1000, at(40)));
  const due = (await affiliateBalance(1)).nextPayoutDate;
  expect(due).toBe(day.slice(8) > '20' ? day : `${day.slice(0, 8)}20`);
});

/** A cent is open of each of so many affiliates. @returns their keys */
async function openCents(count: number, day: BusinessDay): Promise<string[]> {
  const payees = Array.from({ length: count }, (_, index) => payeeKeyOf('affiliate', index + 1));
  const days = payees.map((payee, index) => ({
    _id: dayKeyOf(payee, day),
    kind: 'affiliate',
    personID: index + 1,
    day,
    open: true,
    postedCents: 1,
    postedEntries: 1,
  }));
  await DayTotalModel.collection.insertMany(days as never[]);
  return payees;
}

test('everybody is paid, also more people than a call takes as arguments', async () => {
  const count = sized(1000, 130_000);
  await openCents(count, ago(1));
  expect(await payableBalances('affiliate', today())).toHaveLength(count);
});

test('open balances of more payees than one command may name', async () => {
  const day = '2026-03-02';
  const payees = await openCents(10_001, day);
  await PayeeModel.collection.insertOne({ _id: payees.at(-1), closedThrough: '2026-02-27' } as never);
  const asked = jest.spyOn(PayeeModel, 'find');
  const everybody = await openBalances('affiliate', '2026-03-10');
  expect(everybody.map(({ startPeriod }) => startPeriod)).toEqual([
    ...payees.slice(1).map(() => day),
    '2026-02-28',
  ]);
  const calls = asked.mock.calls as unknown as [{ _id: { $in: unknown[] } }][];
  expect(calls.map(([{ _id }]) => _id.$in.length)).toEqual([10_000, 1]);
  asked.mockRestore();
  const named = everybody.map(({ personID }) => personID).reverse();
  expect(await openBalances('affiliate', '2026-03-10', named)).toEqual(everybody);
});

/* One set of figures of a person: the tests compare them with the same ledger. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@partnerdesk/contracts';
import {
  addMembers,
  addPayees,
  adjustBalance,
  atTime,
  auditVerify,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { AffiliateModel, MemberModel, StaffModel } from '../../accounts/account.models';
import { ACCOUNT_KIND_INFO } from '../../accounts/account-kinds';
import { performanceUntil } from '../../accounts/derived-figures';
import type { Performance } from '../../accounts/performance';
import { searchAccounts } from '../../accounts/search-accounts';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { collectionOf } from '../../platform/collections';
import { today } from '../../platform/config';
import { addClicks } from '../../promotion/links/clicks';
import { countLedgerLinks } from '../../promotion/links/count-ledger';
import { accountFigures } from '../account-figures';
import { executePayroll } from '../execute-payroll';
import { markPayments } from '../mark-payments';
import { PayrollModel } from '../payroll.models';
import { exportLedger } from '../proof/export-ledger';
import { rebuildPerformance, refreshPerformance } from './refresh-performance';

useTestDatabase();

/** Noon of so many days ago, in the business's zone. */
const at = (daysAgo: number) => `${addDays(today(), 0 - daysAgo)}T17:00:00Z`;
const clicks = (affID: number, count: number, daysAgo = 0) => ({
  affID,
  day: addDays(today(), 0 - daysAgo),
  marks: { tid: 'blog', lp: '' },
  inc: { clicks: count },
});
const by = { actor: SYSTEM_ACTOR };

async function stored(affID: number): Promise<Performance> {
  const found = await AffiliateModel.findOne({ affID }).lean<{ performance: Performance }>();
  if (!found) throw new Error(`no affiliate ${affID}`);
  return found.performance;
}
const count = async () => {
  await countLedgerLinks();
  await refreshPerformance();
};
const sorted = async (column: 'earned' | 'lastSale' | 'balance' | 'epc', only?: 'quiet') => {
  const order = { column, descending: true, period: 'last30Days' } as const;
  const { rows } = await searchAccounts({
    kind: 'affiliate',
    criteria: { ...(only && { only }) },
    order,
    page: 1,
  });
  return rows.map(({ affID }) => affID);
};

test('each period has its days; lists sort and filter by them; midnight moves them on', async () => {
  await addPayees({ affiliates: [20, 50, 10] });
  await ingest(joined(1, 'T1', at(50)), joined(2, 'T2', at(5)));
  await ingest(
    sale('old', 1, 10_000, at(40)),
    sale('week', 1, 4000, at(6)),
    sale('now', 1, 1000, at(0)),
    sale('two', 2, 2000, at(5)),
  );
  await ingest(refund('back', 'week', 500, at(0)));
  await addClicks(1, [clicks(1, 5), clicks(1, 3, 6), clicks(2, 100, 3)]);
  await count();
  const one = await stored(1);
  expect(one.today).toEqual({
    clicks: 5,
    joins: 0,
    salesCount: 1,
    salesCents: 500,
    payoutCents: 100,
    epcCents: 20,
  });
  expect(one.last7Days).toMatchObject({ clicks: 8, salesCount: 2, salesCents: 4500, payoutCents: 900 });
  expect(one.last30Days).toEqual(one.last7Days);
  expect(one).toMatchObject({ balanceCents: 2900, lastSaleDay: today(), quiet: true });
  expect([one.dailyCents.length, one.dailyCents.at(-1), one.dailyCents.at(-7)]).toEqual([30, 500, 4000]);
  expect((await stored(2)).last7Days).toMatchObject({ joins: 1, payoutCents: 1000, epcCents: 10 });
  expect(await sorted('earned')).toEqual([2, 1, 3]);
  expect(await sorted('lastSale')).toEqual([1, 2, 3]);
  expect(await sorted('epc')).toEqual([1, 2, 3]);
  expect(await sorted('balance', 'quiet')).toEqual([1]);
  await atTime(`${addDays(today(), 1)}T17:00:00Z`, async () => {
    expect((await performanceUntil('affiliate')).getTime()).toBeLessThan(Date.now() - 11 * 3_600_000);
    await refreshPerformance();
    expect((await performanceUntil('affiliate')).getTime()).toBe(Date.now());
    expect(await stored(1)).toMatchObject({ today: { clicks: 0 }, last7Days: { salesCents: 500 } });
    expect((await stored(1)).dailyCents.at(-2)).toBe(500);
  });
});

test('a payroll and an adjustment change the balance, and nothing else', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1', at(3)), sale('a', 1, 1000, at(2)));
  await count();
  const before = await stored(1);
  await adjustBalance({
    adjustmentID: '3f0c7f5e-0000-4000-8000-000000000001',
    kind: 'affiliate',
    personID: 1,
    cents: 77,
    reason: 'a bonus',
    by,
  });
  await count();
  expect(await stored(1)).toEqual({ ...before, balanceCents: 277, rev: before.rev + 1 });
  await executePayroll({ payrollType: 1, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  await count();
  expect((await stored(1)).balanceCents).toBe(0);
});

test('what is posted after today is in the balance from its day on, also where no day of links is in sight', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1', at(200)), sale('a', 1, 1000, at(199)));
  await executePayroll({ payrollType: 1, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  await adjustBalance({
    adjustmentID: '3f0c7f5e-0000-4000-8000-000000000002',
    kind: 'affiliate',
    personID: 1,
    cents: 77,
    reason: 'a bonus',
    by,
  });
  await count();
  expect((await stored(1)).balanceCents).toBe(0);
  await atTime(`${addDays(today(), 1)}T17:00:00Z`, async () => {
    await refreshPerformance();
    expect((await stored(1)).balanceCents).toBe(77);
  });
});

test('killed at any write and computed by two at once, nothing is left out', async () => {
  for (let writes = 1; ; writes += sized(3, 1)) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20, 20] });
    await ingest(joined(1, 'T1', at(3)), sale('a', 1, 1000, at(2)));
    let isStored = false;
    const store = async () => {
      // As the clicks' own buffer does: a batch that was stored is not handed out again.
      if (!isStored) await addClicks(7, [clicks(1, 4), clicks(2, 2)]);
      isStored = true;
    };
    const revive = dieAtWrite(writes);
    await Promise.allSettled([store().then(count), count()]);
    const died = revive();
    await store();
    await Promise.all([count(), count()]);
    expect((await stored(1)).last7Days).toMatchObject({ clicks: 4, joins: 1, salesCents: 1000 });
    expect((await stored(2)).last7Days).toMatchObject({ clicks: 2, joins: 0, salesCents: 0 });
    expect(await rebuildPerformance()).toEqual([]);
    if (!died) break;
  }
});

test('a record of an earlier version is computed, and a wrong figure is found and corrected', async () => {
  await addPayees({ affiliates: [20, 20] });
  await ingest(joined(1, 'T1', at(3)), sale('a', 1, 1000, at(2)));
  await count();
  const records = collectionOf(ACCOUNT_KIND_INFO.affiliate.model);
  await records.updateOne({ affID: 2 }, { $unset: { performance: 1 } });
  await refreshPerformance();
  expect((await stored(2)).last30Days.clicks).toBe(0);
  await records.updateOne({ affID: 1 }, { $set: { 'performance.today.clicks': 9 } });
  expect((await rebuildPerformance()).map(({ kind, id }) => [kind, id])).toEqual([['affiliate', 1]]);
  expect(await rebuildPerformance()).toEqual([]);
});

test('staff: what they sold and what payroll counts in each period, repeated events once', async () => {
  await addPayees({ staff: [50, 50, 50] });
  await ingest(joined(1, undefined, at(50)));
  const tips = [tip('old', 1, 1, 4000, at(40)), tip('week', 1, 1, 1000, at(5)), tip('now', 1, 1, 600, at(0))];
  const message = { type: 'message', from: 'staff', memberID: 1, staffID: 1, at: at(0) };
  await ingest(...tips, { ...message, eventID: 'paid', amountCents: 200 });
  await ingest(...tips, { ...message, eventID: 'free', amountCents: 0 }, tip('two', 1, 2, 2400, at(0)));
  await count();
  const performanceOf = async (staffID: number) =>
    (await StaffModel.findOne({ staffID }).lean())?.performance;
  expect(await performanceOf(1)).toMatchObject({
    today: { salesCount: 2, earnedCents: 400 },
    last7Days: { salesCount: 3, earnedCents: 900 },
    last30Days: { salesCount: 3, earnedCents: 900 },
    balanceCents: 2900,
    lastSaleDay: today(),
  });
  const listed = async (column: 'sales' | 'earned') => {
    const order = { column, descending: true, period: 'today' } as const;
    const { rows } = await searchAccounts({ kind: 'staff', criteria: {}, order, page: 1 });
    return rows.map(({ staffID }) => staffID);
  };
  expect([await listed('sales'), await listed('earned')]).toEqual([
    [1, 2, 3],
    [2, 1, 3],
  ]);
  await executePayroll({ payrollType: 2, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  await atTime(`${addDays(today(), 1)}T17:00:00Z`, async () => {
    await count();
    expect(await performanceOf(1)).toMatchObject({
      today: { salesCount: 0, earnedCents: 0 },
      last7Days: { salesCount: 3 },
      balanceCents: 0,
    });
    expect(await rebuildPerformance()).toEqual([]);
  });
});

test('staff: a payment that came back was earned once, and so it is after that was taken back', async () => {
  await addPayees({ staff: [50] });
  await ingest(joined(1, undefined, at(50)), tip('one', 1, 1, 1000, at(2)));
  await executePayroll({ payrollType: 2, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  const [payrollID = 0] = (await PayrollModel.find().lean()).map(({ _id }) => _id);
  const expectEarnedOnce = (balanceCents: number) =>
    // What came back is posted after the payroll's end.
    atTime(`${addDays(today(), 1)}T17:00:00Z`, async () => {
      await count();
      expect((await StaffModel.findOne({ staffID: 1 }).lean())?.performance).toMatchObject({
        last7Days: { earnedCents: 500 },
        balanceCents,
      });
      const { months } = await accountFigures('staff', 1);
      expect(months.reduce((sum, { earningsCents }) => sum + earningsCents, 0)).toBe(500);
      const folder = mkdtempSync(join(tmpdir(), 'performance-'));
      await exportLedger(join(folder, 'export'));
      expect((await auditVerify(join(folder, 'export'))).lines).toContain('Nothing differs.');
      rmSync(folder, { recursive: true });
    });
  await markPayments({ payrollIDs: [payrollID], state: 'returned', reason: 'R03', by });
  await expectEarnedOnce(500);
  await markPayments({
    payrollIDs: [payrollID],
    state: 'executed',
    from: 'returned',
    reason: 'a mistake',
    by,
  });
  await expectEarnedOnce(0);
});

test('what staff are notified of writes their day, and no figure of theirs is off', async () => {
  await addPayees({ staff: [50, 50] });
  await ingest(joined(1, undefined, at(50)), tip('now', 1, 1, 600, at(0)));
  await count();
  const notice = { type: 'notification', to: 'staff', channel: 'text', at: at(0) };
  await ingest(...[1, 2].map((staffID) => ({ ...notice, staffID, eventID: `notice${staffID}` })));
  await count();
  expect(await rebuildPerformance()).toEqual([]);
});

test('members: what they bought, through whomever they came, refunds taken off and repeated events once', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1', at(50)), joined(2, undefined, at(50)), joined(3, undefined, at(50)));
  const sales = [sale('a', 1, 1000, at(40)), sale('b', 2, 5000, at(3)), sale('c', 1, 800, at(2))];
  await ingest(...sales);
  // Their records come after what they bought.
  await addMembers(['ann', 'bea', 'cleo', 'dora']);
  await count();
  const stored = async (memberID: number) => (await MemberModel.findOne({ memberID }).lean())?.performance;
  expect(await stored(1)).toMatchObject({
    salesCount: 2,
    salesCents: 1800,
    lastSaleDay: addDays(today(), -2),
  });
  const byValue = async () => {
    const order = { column: 'value', descending: true } as const;
    const { rows } = await searchAccounts({ kind: 'member', criteria: {}, order, page: 1 });
    return rows.map(({ memberID }) => memberID);
  };
  expect(await byValue()).toEqual([2, 1, 4, 3]);
  // A refund and a sale that wait for what comes after them, and everything once more.
  await ingest(refund('back', 'b', 4500, at(0)), refund('early', 'late', 100, at(0)));
  await ingest(sale('of4', 4, 900, at(1)), refund('back', 'b', 4500, at(0)), ...sales);
  await ingest(joined(4, undefined, at(50)), sale('late', 3, 700, at(60)));
  await count();
  expect(await stored(2)).toMatchObject({
    salesCount: 1,
    salesCents: 500,
    lastSaleDay: addDays(today(), -3),
  });
  expect(await stored(3)).toMatchObject({ salesCents: 600 });
  expect(await byValue()).toEqual([1, 4, 3, 2]);
  await collectionOf(MemberModel).updateOne({ memberID: 2 }, { $set: { 'performance.salesCents': 1 } });
  expect((await rebuildPerformance()).map(({ kind, id }) => [kind, id])).toEqual([['member', 2]]);
});

import { addDays } from '@partnerdesk/contracts';
import {
  addPayees,
  atTime,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { ACCOUNT_KIND_INFO } from '../../accounts/account-kinds';
import { AffiliateModel } from '../../accounts/affiliate.model';
import type { Performance } from '../../accounts/performance';
import { searchAccounts } from '../../accounts/search-accounts';
import { performanceUntil } from '../../accounts/stale-performance';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { today } from '../../platform/config';
import { collectionOf } from '../../platform/ledger-model';
import { addClicks } from '../../promotion/links/add-clicks';
import { countLedgerLinks } from '../../promotion/links/count-ledger';
import { adjustBalance } from '../adjust-balance';
import { executePayroll } from '../execute-payroll';
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
    expect((await performanceUntil()).getTime()).toBeLessThan(Date.now() - 11 * 3_600_000);
    await refreshPerformance();
    expect((await performanceUntil()).getTime()).toBe(Date.now());
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

test('killed at any write and computed by two at once, nothing is left out', async () => {
  for (let writes = 1; ; writes += sized(2, 1)) {
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
  expect((await rebuildPerformance()).map(({ affID }) => affID)).toEqual([1]);
  expect(await rebuildPerformance()).toEqual([]);
});

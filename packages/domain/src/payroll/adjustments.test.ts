import { randomUUID } from 'node:crypto';
import {
  addPayees,
  adjustBalance,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  reverseAdjustment,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { EntryModel } from '../ledger/ledger.models';
import type { Actor } from '../platform/audit/audit';
import { AuditModel, SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, domainConfig, today } from '../platform/config';
import { adjustmentsOf } from './adjust-balance';
import { approveRequest } from './approval/decide-approval';
import { adjustWithinLimit, reverseWithinLimit } from './approval/requests';
import { auditPayroll } from './audit/audit-payroll';
import { executePayroll } from './execute-payroll';
import { generatePayroll } from './generate-payroll';
import { PayrollModel } from './payroll.models';

useTestDatabase();

const clerk = (id: number): { actor: Actor } => ({
  actor: { kind: 'administrator', id, emailAddress: `clerk${id}@example.com` },
});
const adjust = (number: number, cents: number) =>
  adjustBalance({
    adjustmentID: `3f0c7f5e-0000-4000-8000-00000000000${number}`,
    kind: 'affiliate',
    personID: 1,
    cents,
    reason: 'a bonus',
    by: clerk(1),
  });
const reverse = (entryID: string, reason = 'of last year', by = clerk(2)) =>
  reverseAdjustment({ entryID, reason, by });
const execute = () =>
  executePayroll({ payrollType: 1, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
const due = async () =>
  (await generatePayroll({ payrollType: 1, endDate: today() })).map(({ cents }) => cents);
const list = () => adjustmentsOf('affiliate', 1, 1);

beforeEach(() => addPayees({ affiliates: [20, 20] }));
afterEach(async () => expect((await auditPayroll()).differences).toEqual([]));

test('an adjustment that is sent again with other values is refused with what was recorded', async () => {
  const entry = await adjust(1, 1250);
  expect(await adjust(1, 1250)).toEqual(entry);
  await expect(adjust(1, -900)).rejects.toMatchObject({
    code: 'conflict',
    message:
      "This adjustment was recorded already: $12.50 for affiliate 1, 'a bonus', by clerk1@example.com. Nothing else was recorded. Reload the page to make another one",
  });
  expect(await due()).toEqual([1250]);
});

test('a reversal takes the amount back once, with its own reason and a link to the one that it reverses', async () => {
  await adjust(1, 250);
  const { _id } = await adjust(2, 400);
  const reversal = await reverse(_id);
  expect(reversal).toMatchObject({
    reverses: _id,
    payoutCents: -400,
    type: 'adjustment',
    reason: 'of last year',
  });
  expect(await reverse(_id)).toEqual(reversal);
  for (const [reason, by] of [
    ['another reason', clerk(2)],
    ['of last year', clerk(3)],
  ] as const) {
    await expect(reverse(_id, reason, by)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This adjustment was reversed already, by clerk2@example.com',
    });
  }
  await expect(reverse(reversal._id)).rejects.toMatchObject({ code: 'conflict' });
  await ingest(joined(1, 'T2'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  for (const id of ['adjustment:none', 'event:s1']) {
    await expect(reverse(id)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(adjustmentsOf('affiliate', 9, 1)).rejects.toMatchObject({ code: 'not_found' });
  expect(await due()).toEqual([250, 200]);
  expect(await AuditModel.find({ action: 'adjustment.reversed' }).lean()).toMatchObject([
    { ...clerk(2), subject: { type: 'affiliate', id: '1' }, after: { cents: -400, reverses: _id } },
  ]);
  const { adjustments, ...rest } = await list();
  expect(rest).toEqual({ name: 'Ann Number 1', total: 3 });
  expect(adjustments.map(({ entry, reversal: by }) => [entry.payoutCents, by?._id])).toEqual([
    [-400, undefined],
    [400, reversal._id],
    [250, undefined],
  ]);
});

test('what pays an adjustment pays its reversal; of one that was paid the reversal is in the next payroll', async () => {
  const open = await adjust(1, -300);
  await adjust(2, 1000);
  expect(await reverse(open._id)).toMatchObject({ postedDay: open.postedDay });
  await execute();
  expect(await PayrollModel.findOne().lean()).toMatchObject({ amountCents: 1000 });
  const [paid] = await EntryModel.find({ payoutCents: 1000 }).lean();
  const reversal = await reverse(paid?._id ?? '');
  expect(reversal.postedDay > today()).toBe(true);
});

test('of many who reverse at once one does; the others get the conflict', async () => {
  const { _id } = await adjust(1, 500);
  const tries = await Promise.allSettled([2, 3, 4, 2].map((id) => reverse(_id, 'of last year', clerk(id))));
  const made = tries.flatMap((each) => (each.status === 'fulfilled' ? each.value.by : []));
  expect(new Set(made).size).toBe(1);
  for (const each of tries)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' });
  expect(await EntryModel.countDocuments({ reverses: _id })).toBe(1);
  expect(await due()).toEqual([]);
});

test('whichever write a reversal dies at, repeating it gives one', async () => {
  let deaths = 0;
  for (let write = 1, died = true; died; write += sized(2, 1)) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20] });
    const { _id } = await adjust(1, 500);
    const revive = dieAtWrite(write);
    await reverse(_id).catch(() => undefined);
    died = revive();
    deaths += Number(died);
    await reverse(_id);
    expect(await EntryModel.countDocuments({ reverses: _id })).toBe(1);
    expect(await AuditModel.countDocuments({ action: 'adjustment.reversed' })).toBe(1);
    expect(await due()).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(3);
});

describe('adjustments beyond what one person may make alone', () => {
  const LIMIT = 100_000;
  const limitTo = (adjustmentLimitCents: number) =>
    configureDomain({ ...domainConfig(), adjustmentLimitCents });
  beforeEach(() => limitTo(LIMIT));
  afterAll(() => limitTo(Number.MAX_SAFE_INTEGER));
  const input = (cents: number, by = clerk(1)) => ({
    adjustmentID: randomUUID(),
    kind: 'affiliate' as const,
    personID: 1,
    cents,
    reason: 'a settlement',
    by,
  });

  test('$100,000 by one clerk alone becomes a request, that another person approves once; nothing is posted before', async () => {
    const asked = input(10_000_000);
    const { request } = await adjustWithinLimit(asked);
    const again = await adjustWithinLimit(asked);
    expect(again.request?._id).toBe(request?._id);
    expect(await EntryModel.countDocuments({ type: 'adjustment' })).toBe(0);
    const { _id = 0, hash = '' } = request ?? {};
    await expect(approveRequest(_id, hash, clerk(1))).rejects.toMatchObject({ code: 'forbidden' });
    expect((await approveRequest(_id, hash, clerk(2))).state).toBe('executed');
    await expect(approveRequest(_id, hash, clerk(2))).rejects.toMatchObject({ code: 'conflict' });
    const [entry] = await EntryModel.find({ type: 'adjustment' }).lean();
    expect(entry).toMatchObject({ payoutCents: 10_000_000, by: 'clerk1@example.com' });
    expect(await AuditModel.findOne({ action: 'balance.adjusted' }).lean()).toMatchObject({
      actor: { emailAddress: 'clerk2@example.com' },
      after: { cents: 10_000_000, preparedBy: 'clerk1@example.com' },
    });
    expect((await adjustWithinLimit(asked)).entry?._id).toBe(entry?._id);
  });

  test('the day counts: small ones, downs, reversals and those of the same moment, but not those of two people', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => adjustWithinLimit(input(40_000))));
    expect(outcomes.filter(({ request }) => request)).toHaveLength(1);
    expect((await adjustWithinLimit(input(-20_000))).entry).toBeDefined();
    const entryID = outcomes.find(({ entry }) => entry)?.entry?._id ?? '';
    const reversal = await reverseWithinLimit({ entryID, reason: 'a mistake', by: clerk(1) });
    expect(reversal.request).toMatchObject({ kind: 'adjustment', reverses: entryID, amountCents: -40_000 });
    const { _id = 0, hash = '' } = reversal.request ?? {};
    await approveRequest(_id, hash, clerk(2));
    // It counts for neither of the two.
    expect((await adjustWithinLimit(input(LIMIT, clerk(2)))).entry).toBeDefined();
    expect((await adjustWithinLimit(input(1, clerk(2)))).request).toBeDefined();
  });

  test('one whose adjustment was reversed meanwhile expires', async () => {
    const { _id: entryID } = await adjustBalance(input(500));
    limitTo(0);
    const { request } = await reverseWithinLimit({ entryID, reason: 'a mistake', by: clerk(1) });
    limitTo(LIMIT);
    await reverseAdjustment({ entryID, reason: 'another reason', by: clerk(3) });
    await expect(approveRequest(request?._id ?? 0, request?.hash ?? '', clerk(2))).rejects.toMatchObject({
      code: 'conflict',
      details: { state: 'expired' },
    });
  });
});

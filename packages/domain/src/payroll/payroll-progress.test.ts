import { addDays } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, sale, sealAsStored, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../accounts/account.models';
import { type Actor, SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, domainConfig, startOfDay, today } from '../platform/config';
import { payeePayments } from './account-figures';
import { adjustWithinLimit, discardPayFile } from './approval/requests';
import { ApprovalModel } from './approval.model';
import { executePayroll } from './execute-payroll';
import { markPayments } from './mark-payments';
import { beginPayFile, finishPayFile } from './pay-files/make-pay-file';
import { PayFileModel } from './pay-files/pay-file.models';
import { PayrollModel } from './payroll.models';
import {
  currentProgress,
  payrollOverview,
  payrollProgress,
  payrollPulse,
  unfiledPayrolls,
} from './payroll-progress';
import { openRun } from './payroll-runs';
import { duePeriods } from './payroll-schedule';
import { performRun } from './perform-run';

useTestDatabase();

const TYPE = 1;
const by = { actor: SYSTEM_ACTOR };
let END: string;
const noonOf = (day: string) => new Date(startOfDay(day).getTime() + 43_200_000).toISOString();

/** Affiliates 1, 2 and 3 with open payouts of 2.00, 4.00 and 6.00 of the last period, and 1.00 of today. */
beforeEach(async () => {
  END = duePeriods(TYPE, today()).last.endDate;
  await addPayees({ affiliates: [20, 20, 20] });
  await AffiliateModel.updateMany({}, { $set: { paymentType: 2, payPalUserName: 'ann@paypal.example' } });
  await sealAsStored();
  for (const id of [1, 2, 3])
    await ingest(
      joined(id, `T${id}`),
      sale(`s${id}`, id, id * 1000, noonOf(END)),
      sale(`t${id}`, id, 500, noonOf(today())),
    );
});

async function execute(...personIDs: number[]): Promise<number[]> {
  const items = personIDs.map((personID) => ({ personID }));
  const outcomes = await executePayroll({ payrollType: TYPE, endDate: END, items, by: SYSTEM_ACTOR });
  return outcomes.map((each) => (each.outcome === 'executed' ? each.payroll._id : 0));
}

test('each payment counts once: open, executed, in a file, paid or returned; they add up', async () => {
  const ids = await execute(1, 2);
  const [first = 0, second = 0] = ids;
  expect(await payrollProgress({ payrollType: TYPE, endDate: END })).toEqual({
    endDate: END,
    open: { count: 1, cents: 600 },
    payments: {
      executed: { count: 2, cents: 600 },
      filed: { count: 0, cents: 0 },
      paid: { count: 0, cents: 0 },
      returned: { count: 0, cents: 0 },
    },
    days: { first: today(), last: today() },
  });
  await markPayments({ payrollIDs: [first], state: 'paid', by });
  await markPayments({ payrollIDs: [second], state: 'returned', reason: 'R03', by });
  expect((await payrollProgress({ payrollType: TYPE, endDate: END })).payments).toMatchObject({
    executed: { count: 0 },
    paid: { count: 1, cents: 200 },
    returned: { count: 1, cents: 400 },
  });
  expect(await payrollProgress({ payrollType: TYPE, endDate: END, personID: 3 })).toMatchObject({
    open: { count: 1, cents: 600 },
    payments: { paid: { count: 0 } },
  });
  expect((await payrollProgress({ payrollType: 2, endDate: END })).open.count).toBe(0);
});

test('what is in a pay file that was not discarded is filed until it is marked', async () => {
  const ids = await execute(1, 2, 3);
  const { _id } = await beginPayFile({
    payrollType: TYPE,
    format: 'paypal',
    payrollIDs: ids.slice(0, 2),
    by,
  });
  await finishPayFile(_id);
  await markPayments({ payrollIDs: ids.slice(0, 1), state: 'paid', by });
  expect((await payrollProgress({ payrollType: TYPE, endDate: END })).payments).toMatchObject({
    executed: { count: 1, cents: 600 },
    filed: { count: 1, cents: 400 },
    paid: { count: 1, cents: 200 },
  });
});

test('the pulse has a run under way, however many began after it', async () => {
  const ask = (personID: number) =>
    openRun({ kind: 'generate', payrollType: TYPE, endDate: END, personID, by: SYSTEM_ACTOR });
  const first = await ask(1);
  for (let personID = 2; personID < 13; personID += 1) await performRun((await ask(personID))._id);
  const before = await payrollPulse(TYPE);
  expect(before.runs).toMatchObject([{ _id: first._id, state: 'waiting' }]);
  expect((await payrollPulse(2)).runs).toEqual([]);
  await performRun(first._id);
  const after = await payrollPulse(TYPE);
  expect(after.runs).toEqual([]);
  expect(after.version).not.toBe(before.version);
});

test('the pulse moves with a pay file, however many were made after it', async () => {
  const payrollIDs = await execute(1);
  const { _id } = await beginPayFile({ payrollType: TYPE, format: 'paypal', payrollIDs, by });
  const file = await finishPayFile(_id);
  const later = Array.from({ length: 20 }, (_, index) => ({ ...file, _id: _id + 1 + index }));
  await PayFileModel.collection.insertMany(later as never[]);
  const { version } = await payrollPulse(TYPE);
  await discardPayFile(_id, by);
  expect((await payrollPulse(TYPE)).version).not.toBe(version);
});

test('what is in no pay file is known as it stands, though it is kept while nothing changes', async () => {
  expect(await unfiledPayrolls(TYPE)).toEqual([]);
  const payrollIDs = await execute(1, 2);
  const all = [{ endDate: END, count: 2, cents: 600 }];
  for (const _ of [1, 2]) expect(await unfiledPayrolls(TYPE)).toEqual(all);
  const { _id } = await beginPayFile({ payrollType: TYPE, format: 'paypal', payrollIDs, by });
  await finishPayFile(_id);
  expect(await unfiledPayrolls(TYPE)).toEqual([]);
  await discardPayFile(_id, by);
  expect(await unfiledPayrolls(TYPE)).toEqual(all);
  const first = payrollIDs.slice(0, 1);
  await markPayments({ payrollIDs: first, state: 'paid', by });
  expect(await unfiledPayrolls(TYPE)).toEqual([{ endDate: END, count: 1, cents: 400 }]);
  await markPayments({ payrollIDs: first, state: 'executed', from: 'paid', reason: 'A mistake', by });
  expect(await unfiledPayrolls(TYPE)).toEqual(all);
});

test('of those who ask at the same moment what is in no pay file one reads the payments', async () => {
  await execute(1);
  const read = jest.spyOn(PayrollModel, 'find');
  const answers = await Promise.all([1, 2, 3].map(() => unfiledPayrolls(TYPE)));
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
  expect(answers).toEqual(Array(3).fill([{ endDate: END, count: 1, cents: 200 }]));
});

test('the current payroll is the last period until all of it is settled, then the one that runs', async () => {
  expect(await currentProgress(TYPE)).toMatchObject({ endDate: END, open: { count: 3, cents: 1200 } });
  const payrollIDs = await execute(1, 2, 3);
  expect(await currentProgress(TYPE)).toMatchObject({ endDate: END, open: { count: 0 } });
  await markPayments({ payrollIDs, state: 'paid', by });
  const { next } = duePeriods(TYPE, today());
  expect(await currentProgress(TYPE)).toMatchObject({
    endDate: next.endDate,
    open: { count: 3, cents: 300 },
  });
});

test("what is executed through an earlier day of the period is in its figures, and in no other period's", async () => {
  const earlier = addDays(END, -1);
  await ingest(sale('u1', 1, 4000, noonOf(earlier)));
  const items = [{ personID: 1 }];
  await executePayroll({ payrollType: TYPE, endDate: earlier, items, by: SYSTEM_ACTOR });
  await execute(1);
  const executedOf = async (endDate: string) =>
    (await payrollProgress({ payrollType: TYPE, endDate })).payments.executed;
  expect(await executedOf(END)).toEqual({ count: 2, cents: 1000 });
  expect(await executedOf(duePeriods(TYPE, today()).next.endDate)).toEqual({ count: 0, cents: 0 });
  expect(await executedOf(duePeriods(TYPE, END).last.endDate)).toEqual({ count: 0, cents: 0 });
});

test('what waits for a second person is counted apart, with its request', async () => {
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  const clerk: Actor = { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' };
  const run = await openRun({ kind: 'request', payrollType: TYPE, endDate: END, personID: 0, by: clerk });
  await performRun(run._id);
  configureDomain({ ...domainConfig(), payrollApproval: 'single' });
  expect(await payrollProgress({ payrollType: TYPE, endDate: END })).toMatchObject({
    open: { count: 3 },
    waiting: { approvalID: 1, count: 3, cents: 1200 },
  });
});

test("a payroll's course has its request, however many adjustments were requested after it", async () => {
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  const clerk: Actor = { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' };
  const run = await openRun({ kind: 'request', payrollType: TYPE, endDate: END, personID: 0, by: clerk });
  await performRun(run._id);
  configureDomain({ ...domainConfig(), payrollApproval: 'single', adjustmentLimitCents: 0 });
  for (let each = 0; each < 50; each += 1) {
    const adjustmentID = `adjustment-${each}`;
    const adjustment = {
      adjustmentID,
      kind: 'affiliate',
      personID: 1,
      cents: 100,
      reason: 'A bonus',
    } as const;
    await adjustWithinLimit({ ...adjustment, by: { actor: clerk } });
  }
  configureDomain({ ...domainConfig(), adjustmentLimitCents: undefined });
  expect(await ApprovalModel.countDocuments({ kind: 'adjustment' })).toBe(50);
  const { course } = await payrollOverview(TYPE, END);
  expect(course).toMatchObject([{ step: 'requested', by: 'clerk@example.com', count: 3, cents: 1200 }]);
});

test("a payroll's course has its request, however many executions were requested for later ones", async () => {
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  const clerk: Actor = { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' };
  const run = await openRun({ kind: 'request', payrollType: TYPE, endDate: END, personID: 0, by: clerk });
  await performRun(run._id);
  configureDomain({ ...domainConfig(), payrollApproval: 'single' });
  const request = await ApprovalModel.findById(1).orFail().lean();
  const later = Array.from({ length: 50 }, (_, index) => ({
    ...request,
    _id: 2 + index,
    state: 'declined',
    endDate: today(),
  }));
  await ApprovalModel.collection.insertMany(later as never[]);
  const { course } = await payrollOverview(TYPE, END);
  expect(course).toMatchObject([{ step: 'requested', by: 'clerk@example.com', approvalID: 1 }]);
});

test('of one person only what waits of theirs is counted', async () => {
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  const clerk: Actor = { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' };
  const items = [{ personID: 1 }, { personID: 2 }];
  const run = await openRun({
    kind: 'request',
    payrollType: TYPE,
    endDate: END,
    personID: 0,
    items,
    by: clerk,
  });
  await performRun(run._id);
  configureDomain({ ...domainConfig(), payrollApproval: 'single' });
  const waitingOf = async (personID: number) =>
    (await payrollProgress({ payrollType: TYPE, endDate: END, personID })).waiting;
  expect(await waitingOf(2)).toEqual({ approvalID: 1, count: 1, cents: 400 });
  expect(await waitingOf(3)).toBeUndefined();
});

test('a payee: where to, what is open, and the payments as they stand', async () => {
  const [first = 0] = await execute(1);
  await markPayments({ payrollIDs: [first], state: 'returned', reason: 'R03', by });
  expect(await payeePayments('affiliate', 1)).toMatchObject({
    name: 'Ann Number 1',
    commission: 20,
    paymentType: 2,
    paymentInfo: 'ann@paypal.example',
    // Today's, and what came back.
    balanceCents: 300,
    payments: [{ row: { _id: first, amountCents: 200 }, status: { mark: { state: 'returned' } } }],
  });
  await expect(payeePayments('staff', 1)).rejects.toThrow('There is no such person');
});

import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, dieAtWrite, ingest, joined, sale, tip, useTestDatabase } from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { today } from '../platform/config';
import { auditPayroll } from './audit/audit-payroll';
import { executePayroll } from './execute-payroll';
import { generatePayroll } from './generate-payroll';
import { type MarkPaymentsInput, markPayments } from './mark-payments';
import { beginPayFile, finishPayFile } from './pay-files/make-pay-file';
import { paymentStatuses } from './pay-files/pay-file.models';
import { PaymentMarkModel, PayrollModel } from './payroll.models';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const REASON = 'the wrong line was marked';

const execute = (endDate: string, payrollType: 1 | 2 = PAYROLL_TYPE.affiliates) =>
  executePayroll({ payrollType, endDate, items: [{ personID: 1 }], by: SYSTEM_ACTOR });

/** One affiliate who was paid 2.00. @returns the payrollID */
async function paid(): Promise<number> {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  await execute('2026-03-10');
  return (await PayrollModel.findOne().lean())?._id ?? 0;
}

async function mark(
  payrollID: number,
  state: MarkPaymentsInput['state'],
  more: Partial<MarkPaymentsInput> = {},
) {
  const reason = state === 'paid' ? '' : REASON;
  const [outcome] = await markPayments({ payrollIDs: [payrollID], state, reason, by, ...more });
  return outcome?.reason ?? outcome?.outcome;
}

async function stateOf(payrollID: number) {
  return (await paymentStatuses([payrollID])).get(payrollID)?.mark?.state;
}

const open = async (payrollType: 1 | 2 = 1) =>
  (await generatePayroll({ payrollType, endDate: today() })).map(({ cents }) => cents);

async function expectWhole() {
  expect((await auditPayroll()).differences).toEqual([]);
}

test('paid by mistake: taken back with reason and by whom, kept as history, and marked again', async () => {
  const id = await paid();
  expect(await mark(id, 'executed', { from: 'paid' })).toBe('already');
  await mark(id, 'paid');
  expect(await mark(id, 'executed', { from: 'paid' })).toBe('marked');
  expect(await stateOf(id)).toBe('executed');
  expect(await mark(id, 'executed', { from: 'paid' })).toBe('already');
  expect(await mark(id, 'paid')).toBe('marked');
  expect(await stateOf(id)).toBe('paid');
  const history = await PaymentMarkModel.find().sort({ number: 1 }).lean();
  expect(history.map(({ state, reason, by: who }) => [state, reason, who])).toEqual([
    ['paid', undefined, 'system'],
    ['executed', REASON, 'system'],
    ['paid', undefined, 'system'],
  ]);
  expect(await open()).toEqual([]);
});

test('somebody has marked it otherwise meanwhile: nothing is taken back', async () => {
  const id = await paid();
  await mark(id, 'paid');
  await mark(id, 'returned');
  expect(await mark(id, 'executed', { from: 'paid' })).toBe('It is marked returned by now');
  expect(await mark(id, 'paid')).toBe('It was returned');
  expect(await open()).toEqual([200]);
});

test('two who take the same mark back at once: one does, and one entry is posted', async () => {
  const id = await paid();
  await mark(id, 'returned');
  const outcomes = await Promise.all([1, 2].map(() => mark(id, 'executed', { from: 'returned' })));
  expect(outcomes.sort()).toEqual(['already', 'marked']);
  expect(await open()).toEqual([]);
  await expectWhole();
});

test('returned by mistake: its amount is not in the next payroll, and it can be returned again', async () => {
  const id = await paid();
  await mark(id, 'returned');
  expect(await open()).toEqual([200]);
  expect(await mark(id, 'executed', { from: 'returned' })).toBe('marked');
  expect(await open()).toEqual([]);
  expect(await mark(id, 'returned')).toBe('marked');
  expect(await open()).toEqual([200]);
  await expectWhole();
});

test('returned by mistake after it was paid: it is paid again, comes into no pay file, and that can be taken back too', async () => {
  const id = await paid();
  await mark(id, 'paid');
  await mark(id, 'returned');
  expect(await mark(id, 'executed', { from: 'returned' })).toBe('marked');
  expect(await stateOf(id)).toBe('paid');
  expect(await mark(id, 'executed', { from: 'returned' })).toBe('already');
  expect(await open()).toEqual([]);
  const file = await beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs: [id], by });
  expect(await finishPayFile(file._id)).toMatchObject({ state: 'discarded', lines: 0 });
  expect(await mark(id, 'executed', { from: 'paid' })).toBe('marked');
  expect(await stateOf(id)).toBe('executed');
  await expectWhole();
});

test('returned by mistake and paid again since: refused, with the payroll that paid it', async () => {
  const id = await paid();
  await mark(id, 'returned');
  await execute(today());
  const again = (await PayrollModel.findOne({ endPeriod: today() }).lean())?._id;
  expect(await mark(id, 'executed', { from: 'returned' })).toBe(
    `Its amount was paid again, by payroll ${again}`,
  );
  expect(await stateOf(id)).toBe('returned');
  await expectWhole();
});

test('operators: the same way back', async () => {
  await addPayees({ affiliates: [20], staff: [50] });
  await ingest(joined(1, 'T1'), tip('t1', 1, 1, 1000, '2026-03-02T15:00:00Z'));
  await execute('2026-03-10', PAYROLL_TYPE.operators);
  const id = (await PayrollModel.findOne({ kind: 'staff' }).lean())?._id ?? 0;
  await mark(id, 'returned');
  expect(await open(2)).toEqual([500]);
  await mark(id, 'executed', { from: 'returned' });
  expect(await open(2)).toEqual([]);
  await expectWhole();
});

test('whichever write it dies at: done once by doing it again', async () => {
  const id = await paid();
  for (let write = 1, died = true; died; write += sized(2, 1)) {
    await mark(id, 'returned');
    const revive = dieAtWrite(write);
    await mark(id, 'executed', { from: 'returned' }).catch(() => undefined);
    died = revive();
    await mark(id, 'executed', { from: 'returned' });
    expect([await stateOf(id), await open()]).toEqual(['executed', []]);
  }
  await expectWhole();
});

test('the audit names a correcting entry of a payment that is not returned', async () => {
  const id = await paid();
  await mark(id, 'returned');
  await PaymentMarkModel.collection.updateOne({ payrollID: id }, { $set: { state: 'paid' } });
  expect((await auditPayroll()).differences).toEqual([`payroll ${id}: 0 cents returned, 200 reopened`]);
});

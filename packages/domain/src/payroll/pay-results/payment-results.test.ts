import type { PayFileFormat } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import {
  achReturnFile,
  dieAtWrite,
  ingest,
  joined,
  RETURN_COMPANY,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { SYSTEM_ACTOR } from '../../audit/audit';
import { today } from '../../config';
import { PaymentMarkModel, PayrollModel } from '../../ledger/ledger.models';
import { MailModel } from '../../mail/mail.model';
import { listOutbox, putIntoOutbox } from '../../mail/mails';
import { switchOff } from '../../notices/notice-settings';
import { importPeople } from '../../people/import-people';
import { discardPayFile } from '../approval/discard-pay-file';
import { auditPayroll } from '../audit/audit-payroll';
import { executePayroll } from '../execute-payroll';
import { generatePayroll } from '../generate-payroll';
import { markPayments } from '../mark-payments';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { matchSteps, RESULT_STEP } from './match-steps';
import { markPaymentResults, readPaymentResults } from './payment-results';
import { storeReturnedMails } from './returned-mails';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const settings: AchSettings = {
  destinationRouting: '110000000',
  destinationName: 'Bank of Test',
  originID: '1234567890',
  originName: 'Partnerdesk',
  companyName: 'Partnerdesk Inc.',
  ...RETURN_COMPANY,
};

/** Two affiliates paid 2.00 by ACH, two by PayPal. @returns payrollIDs */
async function paidAffiliates(): Promise<number[]> {
  const ach = {
    paymentType: 1,
    achName: 'Ann Ellis',
    achAccountType: 1,
    achRoutingNumber: '110000000',
    achAccountNumber: '000987654321',
  };
  const ways = [
    ach,
    ach,
    { paymentType: 2, payPalUserName: 'cat@pay.example' },
    { paymentType: 2, payPalUserName: 'dan@pay.example' },
  ];
  await importPeople({
    affiliates: ways.map((way, index) => ({
      affID: index + 1,
      trackID: `T${index + 1}`,
      emailAddress: `aff${index + 1}@example.com`,
      commission: 20,
      ...way,
    })),
  });
  for (const id of [1, 2, 3, 4])
    await ingest(joined(id, `T${id}`), sale(`s${id}`, id, 1000, '2026-03-02T15:00:00Z'));
  const items = [1, 2, 3, 4].map((personID) => ({ personID }));
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  return (await PayrollModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
}

async function send(format: PayFileFormat, payrollIDs: number[]): Promise<number> {
  const { _id } = await beginPayFile({ payrollType: 1, format, payrollIDs, by });
  await finishPayFile(_id);
  await payFileText(_id, 1, settings, by);
  return _id;
}

const fileOf = (format: PayFileFormat, text: string) => ({
  format,
  settings,
  content: [new TextEncoder().encode(text)],
});
const returns = (...entries: [payrollID: number, code: string, cents?: number][]) =>
  fileOf(
    'nacha',
    achReturnFile(entries.map(([payrollID, code, cents = 200]) => ({ payrollID, code, cents }))),
  );
const payPal = (...lines: [payrollID: number, recipient: string, status: string, reason?: string][]) =>
  fileOf(
    'paypal',
    [
      'Recipient,Amount,Currency,Unique ID,Status,Reason',
      ...lines.map(
        ([id, recipient, status, reason = '']) => `${recipient},2.00,USD,${id},${status},${reason}`,
      ),
    ].join('\r\n'),
  );

async function confirm(file: ReturnType<typeof fileOf>) {
  return markPaymentResults(file, (await readPaymentResults(file)).digest, by);
}
const states = async () =>
  (await PaymentMarkModel.find().sort({ payrollID: 1, number: 1 }).lean()).map(
    ({ payrollID, state, reason }) => [payrollID, state, reason],
  );
const open = async () =>
  (await generatePayroll({ payrollType: 1, endDate: today() })).map(({ personID, cents }) => [
    personID,
    cents,
  ]);
const expectWhole = async () => expect((await auditPayroll()).differences).toEqual([]);

test('a return file marks payments returned with the code’s meaning, and their amounts are payable again once', async () => {
  const [one = 0, two = 0] = await paidAffiliates();
  await send('nacha', [one, two]);
  const file = returns([one, 'R03']);
  expect(await confirm(file)).toEqual({ paid: 0, returned: 1, already: 0, refused: [] });
  expect(await states()).toEqual([[one, 'returned', 'R03: No such account, or it could not be located']]);
  expect(await open()).toEqual([[1, 200]]);
  expect(await confirm(file)).toEqual({ paid: 0, returned: 0, already: 1, refused: [] });
  expect(await open()).toEqual([[1, 200]]);
  await executePayroll({ payrollType: 1, endDate: today(), items: [{ personID: 1 }], by: SYSTEM_ACTOR });
  expect(await confirm(file)).toMatchObject({ returned: 0, already: 1 });
  expect(await open()).toEqual([]);
  await expectWhole();
});

test('PayPal’s results mark paid and returned', async () => {
  const [, , three = 0, four = 0] = await paidAffiliates();
  await send('paypal', [three, four]);
  const file = payPal(
    [three, 'cat@pay.example', 'Completed'],
    [four, 'dan@pay.example', 'Failed', 'No such account'],
  );
  expect(await confirm(file)).toEqual({ paid: 1, returned: 1, already: 0, refused: [] });
  expect(await states()).toEqual([
    [three, 'paid', 'Completed'],
    [four, 'returned', 'Failed: No such account'],
  ]);
  expect(await open()).toEqual([[4, 200]]);
  await expectWhole();
});

test('a payment that was never sent is none of a file: made, discarded, or of the other format', async () => {
  const [one = 0, two = 0, three = 0] = await paidAffiliates();
  const { _id } = await beginPayFile({ payrollType: 1, format: 'nacha', payrollIDs: [one], by });
  await finishPayFile(_id);
  const given = await send('nacha', [two]);
  await discardPayFile(given, by, 'not sent to the bank');
  const { results, notices } = await readPaymentResults(returns([one, 'R03'], [two, 'R03']));
  expect([results.length, notices.length]).toEqual([0, 2]);
  await expect(confirm(payPal([three, 'cat@pay.example', 'Completed']))).rejects.toThrow('Line 2');
  expect(await states()).toEqual([]);
});

test('a large file is matched step by step, and what it reports in two steps is one', async () => {
  const [one = 0] = await paidAffiliates();
  await send('nacha', [one]);
  const unknown = Array.from({ length: RESULT_STEP + 1 }, (_, index): [number, string] => [
    1000 + index,
    'R03',
  ]);
  const file = returns([one, 'R03'], ...unknown, [one, 'R03'], [one, 'C01']);
  const sizes: number[] = [];
  for await (const { matched } of matchSteps(file))
    sizes.push(matched.results.length + matched.notices.length);
  expect(sizes).toEqual([RESULT_STEP, 3, 1]);
  const { results, notices, payments } = await readPaymentResults(file);
  expect([results.length, notices.length, [...payments.keys()]]).toEqual([1, RESULT_STEP + 3, [one]]);
  expect(await confirm(file)).toEqual({ paid: 0, returned: 1, already: 0, refused: [] });
  await expectWhole();
});

test('refused with its line, and nothing changed: another amount, company, encoding, a file cut off', async () => {
  const [one = 0] = await paidAffiliates();
  await send('nacha', [one]);
  const bytes = Buffer.concat(returns([one, 'R03']).content);
  const other = achReturnFile([{ payrollID: one, cents: 200, code: 'R03' }], {
    ...RETURN_COMPANY,
    companyID: '9999999999',
  });
  const cases: [Uint8Array, string][] = [
    [Buffer.concat(returns([one, 'R03', 201]).content), 'Line 4'],
    [new TextEncoder().encode(other), 'Line 2: The file is of another company'],
    [Buffer.from(bytes.toString('latin1'), 'utf16le'), 'Line 1'],
    [bytes.subarray(0, 96 * 3), 'Line 4'],
  ];
  for (const [broken, reason] of cases) {
    await expect(readPaymentResults({ format: 'nacha', content: [broken], settings })).rejects.toThrow(
      reason,
    );
  }
  expect(await states()).toEqual([]);
});

test('what is marked otherwise after it was shown is not confirmed', async () => {
  const [one = 0] = await paidAffiliates();
  await send('nacha', [one]);
  const file = returns([one, 'R03']);
  const { digest } = await readPaymentResults(file);
  await markPayments({ payrollIDs: [one], state: 'returned', reason: 'seen at the bank', by });
  await expect(markPaymentResults(file, digest, by)).rejects.toMatchObject({ code: 'conflict' });
  expect(await states()).toHaveLength(1);
});

test('the payee gets one mail with the reason in words and the account masked; marks by hand mail nobody', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = await paidAffiliates();
  await send('nacha', [one, two]);
  await send('paypal', [three, four]);
  await markPayments({ payrollIDs: [two], state: 'returned', reason: 'an internal remark', by });
  await confirm(returns([one, 'R02']));
  await confirm(
    payPal([three, 'cat@pay.example', 'Completed'], [four, 'dan@pay.example', 'Returned', 'Left']),
  );
  expect(await storeReturnedMails()).toHaveLength(2);
  expect(await storeReturnedMails()).toEqual([]);
  const mails = await MailModel.find().sort({ to: 1 }).lean();
  expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
    ['aff1@example.com', 'payment-returned'],
    ['aff4@example.com', 'payment-returned'],
  ]);
  for (const { _id } of mails) await putIntoOutbox({ mailID: _id } as never);
  const [ach, payPalMail] = (await listOutbox(10)).sort((a, b) => a.to.localeCompare(b.to));
  expect(ach?.text).toContain('$2.00');
  expect(ach?.text).toContain('Reason: The account is closed\n');
  expect(ach?.text).toContain('bank account ••••••••4321');
  expect(ach?.text).toMatch(/\/account\n/);
  expect(payPalMail?.text).toContain('Reason: Left\n');
  expect(payPalMail?.text).toContain('PayPal ID d•••@pay.example');
});

test('who switched mails about returned payments off gets none', async () => {
  const [one = 0] = await paidAffiliates();
  await send('nacha', [one]);
  await switchOff({ kind: 'affiliate', id: 1, notice: 'payment-returned' });
  await confirm(returns([one, 'R02']));
  expect(await storeReturnedMails()).toEqual([]);
});

test('whichever write it dies at: marked once by the next try, one mail, and payable again once', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = await paidAffiliates();
  await send('nacha', [one, two]);
  await send('paypal', [three, four]);
  const files = [
    returns([one, 'R03'], [two, 'R02']),
    payPal([three, 'cat@pay.example', 'Completed'], [four, 'dan@pay.example', 'Failed']),
  ];
  const both = async () => {
    for (const file of files) await confirm(file);
    await storeReturnedMails();
  };
  for (let write = 1, round = 1, died = true; died; write += sized(2, 1), round += 1) {
    const revive = dieAtWrite(write);
    await both().catch(() => undefined);
    died = revive();
    await both();
    expect(await states()).toHaveLength(4 + 3 * 2 * (round - 1) + 2 * (round - 1));
    expect(await open()).toEqual([
      [1, 200],
      [2, 200],
      [4, 200],
    ]);
    expect(await MailModel.countDocuments()).toBe(3 * round);
    if (!died) break;
    // Taken back, so that the next round has something to mark.
    await markPayments({
      payrollIDs: [one, two, four],
      state: 'executed',
      from: 'returned',
      reason: 'again',
      by,
    });
    await markPayments({ payrollIDs: [three], state: 'executed', from: 'paid', reason: 'again', by });
  }
  await expectWhole();
});

/* One way of a file of results, read and marked, at once and by a worker: the tests share the payments that it names. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type PayFileFormat, RESULT_LINES_SHOWN } from '@partnerdesk/contracts';
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
import { switchOff } from '../../accounts/notice-settings';
import { importPeople } from '../../ledger/import-people';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { today } from '../../platform/config';
import { listOutbox, MailModel, putIntoOutbox } from '../../platform/outbox/mails';
import type { Storage } from '../../platform/storage/storage';
import { LocalStorage } from '../../platform/storage/storage';
import { discardPayFile } from '../approval/requests';
import { auditPayroll } from '../audit/audit-payroll';
import { executePayroll } from '../execute-payroll';
import { generatePayroll } from '../generate-payroll';
import { markPayments } from '../mark-payments';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { PaymentMarkModel, PayrollModel } from '../payroll.models';
import { matchSteps, RESULT_STEP, readPaymentResults } from './match-results';
import {
  findResultRun,
  markPaymentResults,
  openResultRun,
  openResultRuns,
  performResultRun,
  ResultRunModel,
  type ResultRunRecord,
  removeOldResultRuns,
} from './payment-results';
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
  bytes: Buffer.from(text),
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
  expect(await confirm(file)).toEqual({ paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 });
  expect(await states()).toEqual([[one, 'returned', 'R03: No such account, or it could not be located']]);
  expect(await open()).toEqual([[1, 200]]);
  expect(await confirm(file)).toEqual({ paid: 0, returned: 0, already: 1, refused: [], refusedCount: 0 });
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
  expect(await confirm(file)).toEqual({ paid: 1, returned: 1, already: 0, refused: [], refusedCount: 0 });
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
  const progress: number[][] = [];
  for await (const { results, notices, done, total } of matchSteps(file)) {
    sizes.push(results.length + notices.length);
    progress.push([done, total]);
  }
  expect(sizes).toEqual([RESULT_STEP, 4]);
  const total = RESULT_STEP + 4;
  expect(progress).toEqual([
    [RESULT_STEP, total],
    [total, total],
  ]);
  const { results, notices } = await readPaymentResults(file);
  expect([results.length, notices.length]).toEqual([1, RESULT_STEP + 3]);
  expect(await confirm(file)).toEqual({ paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 });
  await expectWhole();
});

/** How often the process came to other work while `work` ran. */
async function otherTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = async () => {
    for (; !over; turns += 1) await setImmediate();
  };
  const counted = count();
  await work().finally(() => {
    over = true;
  });
  await counted;
  return turns;
}

test('between two pieces of a file that is read and hashed the process does other work', async () => {
  const pieces = 40;
  const empty = Buffer.alloc(pieces * 64 * 1024, '\n');
  const read = () => readPaymentResults({ format: 'paypal', settings, bytes: empty }).catch(() => {});
  expect(await otherTurns(read)).toBeGreaterThanOrEqual(pieces);
});

test('refused with its line, and nothing changed: another amount, company, encoding, a file cut off', async () => {
  const [one = 0] = await paidAffiliates();
  await send('nacha', [one]);
  const bytes = returns([one, 'R03']).bytes;
  const other = achReturnFile([{ payrollID: one, cents: 200, code: 'R03' }], {
    ...RETURN_COMPANY,
    companyID: '9999999999',
  });
  const cases: [Uint8Array, string][] = [
    [returns([one, 'R03', 201]).bytes, 'Line 4'],
    [new TextEncoder().encode(other), 'Line 2: The file is of another company'],
    [Buffer.from(bytes.toString('latin1'), 'utf16le'), 'Line 1'],
    [bytes.subarray(0, 96 * 3), 'Line 4'],
  ];
  for (const [broken, reason] of cases) {
    await expect(readPaymentResults({ format: 'nacha', bytes: broken, settings })).rejects.toThrow(reason);
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

test('of many that are refused the first are named, and all are counted', async () => {
  const people = Array.from({ length: RESULT_LINES_SHOWN + 2 }, (_, index) => ({
    affID: index + 1,
    trackID: `T${index + 1}`,
    emailAddress: `aff${index + 1}@example.com`,
    commission: 20,
    paymentType: 2,
    payPalUserName: `p${index + 1}@pay.example`,
  }));
  await importPeople({ affiliates: people });
  await ingest(
    ...people.flatMap(({ affID, trackID }) => [
      joined(affID, trackID),
      sale(`s${affID}`, affID, 1000, '2026-03-02T15:00:00Z'),
    ]),
  );
  const items = people.map(({ affID: personID }) => ({ personID }));
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  const payrolls = await PayrollModel.find().sort({ _id: 1 }).lean();
  const payrollIDs = payrolls.map(({ _id }) => _id);
  await send('paypal', payrollIDs);
  const file = payPal(
    ...payrolls.map(({ _id, personID }): [number, string, string] => [
      _id,
      `p${personID}@pay.example`,
      'Completed',
    ]),
  );
  const { digest } = await readPaymentResults(file);
  // The bank is faster: all but the last are returned before the first is marked paid.
  const onBegin = async () => {
    await markPayments({ payrollIDs: payrollIDs.slice(0, -1), state: 'returned', reason: 'seen', by });
  };
  const outcome = await markPaymentResults(file, digest, by, { onBegin });
  expect(outcome).toMatchObject({ paid: 1, refusedCount: RESULT_LINES_SHOWN + 1 });
  expect(outcome.refused).toHaveLength(RESULT_LINES_SHOWN);
  expect(outcome.refused[0]).toEqual({ payrollID: payrollIDs[0], reason: 'It was returned' });
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
  expect(ach?.text).toMatch(/ for [A-Z][a-z]{2} \d+, \d{4} to [A-Z][a-z]{2} \d+, \d{4} to the bank account /);
  expect(ach?.text).toContain('Reason: The account is closed\n');
  expect(ach?.text).toContain('bank account ••••••••4321');
  expect(ach?.text).toMatch(/\/account\n/);
  expect(payPalMail?.text).toContain('Reason: Left\n');
  expect(payPalMail?.text).toContain('PayPal ID d•••@pay.example');
});

test('a return that was taken back before its mail was stored mails nobody; one that a file reports again does', async () => {
  const [one = 0, two = 0] = await paidAffiliates();
  await send('nacha', [one, two]);
  await confirm(returns([one, 'R02'], [two, 'R02']));
  await markPayments({
    payrollIDs: [one, two],
    state: 'executed',
    from: 'returned',
    reason: 'of another day',
    by,
  });
  await confirm(returns([two, 'R03']));
  expect(await storeReturnedMails()).toEqual([`payment-returned.${two}.3`]);
  expect(await MailModel.distinct('to')).toEqual(['aff2@example.com']);
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
  for (let write = 1, round = 1, died = true; died; write += sized(3, 1), round += 1) {
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

test('the next attempt counts what the file has marked, and what others have marked since it died as theirs', async () => {
  const [, , three = 0, four = 0] = await paidAffiliates();
  await send('paypal', [three, four]);
  const die = () => Promise.reject(new Error('died'));
  const resume = async (
    file: ReturnType<typeof fileOf>,
    onStep: (done: number, total: number) => Promise<void>,
    byOthers: () => Promise<unknown>,
  ) => {
    const { digest } = await readPaymentResults(file);
    let begunAfter: number | undefined;
    const onBegin = async (head: number) => {
      begunAfter = head;
    };
    await expect(markPaymentResults(file, digest, by, { onBegin, onStep })).rejects.toThrow('died');
    await byOthers();
    return markPaymentResults(file, digest, by, { begunAfter });
  };
  const mark = (payrollID: number, state: 'paid' | 'returned' | 'executed', from?: 'paid' | 'returned') =>
    markPayments({ payrollIDs: [payrollID], state, reason: 'seen', by, ...(from && { from }) });

  const both = payPal([three, 'cat@pay.example', 'Completed'], [four, 'dan@pay.example', 'Failed']);
  // It dies when it has marked the returned one, and before the paid one.
  const afterReturned = async (done: number, total: number) => {
    if (done === total - 1) await die();
  };
  expect(await resume(both, afterReturned, () => mark(three, 'returned'))).toEqual({
    paid: 0,
    returned: 1,
    already: 0,
    refusedCount: 1,
    refused: [{ payrollID: three, reason: 'Is marked returned' }],
  });

  await mark(three, 'executed', 'returned');
  await mark(four, 'executed', 'returned');
  const paid = payPal([three, 'cat@pay.example', 'Completed'], [four, 'dan@pay.example', 'Completed']);
  const afterPaid = async (done: number, total: number) => {
    if (done === total && total > 2) await die();
  };
  // What it has marked counts, whatever is said of it later.
  expect(await resume(paid, afterPaid, () => mark(four, 'returned'))).toMatchObject({
    paid: 2,
    already: 0,
    refusedCount: 0,
  });
  await expectWhole();
});

describe('a file that the worker reads', () => {
  let folder: string;
  let storage: Storage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'results-'));
    storage = new LocalStorage(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const openRun = ({ format, bytes }: ReturnType<typeof fileOf>, digest?: string, id = 0) =>
    openResultRun(storage, {
      format,
      settings,
      bytes,
      ...(digest && { digest }),
      by: { actor: { ...SYSTEM_ACTOR, id } },
    });
  const perform = async ({ _id }: ResultRunRecord, onStep?: (done: number, total: number) => void) => {
    await performResultRun(storage, _id, onStep);
    return findResultRun(_id);
  };
  const filesLeft = () => readdir(join(folder, 'results'));

  test('is shown with its progress, then marked with its progress; its bytes are not kept', async () => {
    const [one = 0] = await paidAffiliates();
    await send('nacha', [one]);
    const unknown = Array.from({ length: RESULT_STEP }, (_, index): [number, string] => [
      1000 + index,
      'R03',
    ]);
    const file = returns([one, 'R03'], ...unknown);
    const steps: number[][] = [];
    const shown = await perform(await openRun(file), (done, total) => void steps.push([done, total]));
    const lines = RESULT_STEP + 1;
    expect(steps).toEqual([
      [RESULT_STEP, lines],
      [lines, lines],
    ]);
    expect(shown).toMatchObject({
      state: 'completed',
      preview: { counts: { returned: 1, notices: RESULT_STEP }, returnedCents: 200 },
    });
    expect(shown?.preview?.notices).toHaveLength(500);
    expect(await states()).toEqual([]);
    const marked = await perform(await openRun(file, shown?.preview?.digest), (done, total) =>
      steps.push([done, total]),
    );
    expect(steps.at(-1)).toEqual([lines + 1, lines + 1]);
    expect(marked?.outcome).toEqual({ paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 });
    expect(await states()).toHaveLength(1);
    expect(await filesLeft()).toEqual([]);
  });

  test('a refusal is its answer', async () => {
    const run = await perform(await openRun(payPal([1, 'cat@pay.example', 'Completed'])));
    expect(run).toMatchObject({
      state: 'failed',
      refusal: { code: 'invalid_input', fields: { file: expect.stringMatching(/^Line 2: /) } },
    });
    expect(await filesLeft()).toEqual([]);
  });

  test('a person has one at a time; what is old is removed, and what was cut off with its file', async () => {
    const file = payPal([1, 'cat@pay.example', 'Completed']);
    const first = await openRun(file);
    await expect(openRun(file)).rejects.toMatchObject({ code: 'too_many_requests' });
    const cutOff = await openRun(file, undefined, 2);
    await ResultRunModel.updateOne({ _id: cutOff._id }, { $unset: { activeKey: '' } });
    expect(await filesLeft()).toHaveLength(2);
    await removeOldResultRuns(storage);
    expect(await filesLeft()).toHaveLength(2);
    await removeOldResultRuns(storage, Date.now() + 25 * 3_600_000);
    expect(await filesLeft()).toHaveLength(1);
    expect(await openResultRuns()).toEqual([first._id]);
    await perform(first);
    await openRun(file);
  });

  test('whichever write its worker dies at, the next one answers what the file marked', async () => {
    const [one = 0, two = 0] = await paidAffiliates();
    await send('nacha', [one, two]);
    const file = returns([one, 'R03'], [two, 'R02']);
    for (let write = 1, died = true; died; write += 1) {
      const { preview } = (await perform(await openRun(file))) ?? {};
      const run = await openRun(file, preview?.digest);
      const revive = dieAtWrite(write);
      await perform(run).catch(() => undefined);
      died = revive();
      const answer = await perform(run);
      expect(answer).toMatchObject({
        state: 'completed',
        outcome: { paid: 0, returned: 2, already: 0, refused: [], refusedCount: 0 },
      });
      expect(await AuditModel.countDocuments({ action: 'payment-results.confirmed' })).toBe(write);
      await markPayments({
        payrollIDs: [one, two],
        state: 'executed',
        from: 'returned',
        reason: 'again',
        by,
      });
    }
    await expectWhole();
  });

  test('of two workers that have it the earlier one stops before it marks', async () => {
    const [one = 0] = await paidAffiliates();
    await send('nacha', [one]);
    const file = returns([one, 'R03']);
    const { preview } = (await perform(await openRun(file))) ?? {};
    const run = await openRun(file, preview?.digest);
    let goOn = () => {};
    const firstStopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let second: Promise<void> | undefined;
    let taken: Promise<void> | undefined;
    await performResultRun(storage, run._id, () => {
      taken ??= new Promise((resolve) => {
        second = performResultRun(storage, run._id, () => {
          resolve();
          return firstStopped;
        });
      });
      return taken;
    });
    expect(await states()).toEqual([]);
    goOn();
    await second;
    expect((await findResultRun(run._id))?.outcome).toEqual({
      paid: 0,
      returned: 1,
      already: 0,
      refused: [],
      refusedCount: 0,
    });
    expect(await states()).toHaveLength(1);
  });

  test('a worker that reaches the end after another one took the run leaves the file to it', async () => {
    const run = await openRun(payPal([1, 'cat@pay.example', 'Completed']));
    const bytes = await storage.get(run.file);
    jest.spyOn(storage, 'get').mockImplementationOnce(async () => {
      await ResultRunModel.updateOne({ _id: run._id }, { $inc: { attempt: 1 } });
      return bytes;
    });
    await performResultRun(storage, run._id);
    expect(await perform(run)).toMatchObject({ state: 'failed', refusal: { code: 'invalid_input' } });
    expect(await filesLeft()).toEqual([]);
  });

  test.each([
    [
      'has ended its workers ten times',
      'Error occured. Please try again later',
      ({ _id }: ResultRunRecord) => ResultRunModel.updateOne({ _id }, { $set: { attempt: 10 } }),
    ],
    [
      'finds its file gone',
      'The file is gone: please send it again',
      ({ file }: ResultRunRecord) => storage.remove(file),
    ],
  ])('marking that %s fails, and says that some payments may be marked', async (_when, why, happens) => {
    const [one = 0] = await paidAffiliates();
    await send('nacha', [one]);
    const file = returns([one, 'R03']);
    const { preview } = (await perform(await openRun(file))) ?? {};
    const run = await openRun(file, preview?.digest);
    let steps = 0;
    const dies = () => {
      steps += 1;
      if (steps > 1) throw new Error('the worker dies');
    };
    await expect(perform(run, dies)).rejects.toThrow('the worker dies');
    expect(await states()).toHaveLength(1);
    await happens(run);
    const message = `${why}. Some payments may be marked: choose the file again to see which`;
    expect(await perform(run)).toMatchObject({ state: 'failed', refusal: { code: 'conflict', message } });
  });

  test('the business’s own account number is not stored with it', async () => {
    const offset = { routing: '110000000', account: '000111222333' };
    const by = { actor: SYSTEM_ACTOR };
    const bytes = returns([1, 'R03']).bytes;
    const run = await openResultRun(storage, {
      format: 'nacha',
      settings: { ...settings, offset },
      bytes,
      by,
    });
    expect(JSON.stringify(await findResultRun(run._id))).not.toContain(offset.account);
    expect(await perform(run)).toMatchObject({ state: 'completed', preview: { counts: { notices: 1 } } });
  });
});

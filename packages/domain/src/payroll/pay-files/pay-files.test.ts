/* One life of a pay file, from begun to marked or discarded: the tests share the four payees that it is made for. */

import { AppError, MAX_PAYPAL_ROWS, NOT_SENT_TO_BANK, PAYROLL_TYPE } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { dieAtWrite, ingest, joined, sale, sealAsStored, tip, useTestDatabase } from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { importPeople } from '../../ledger/import-people';
import { CounterModel, EntryModel, JournalModel } from '../../ledger/ledger.models';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { today } from '../../platform/config';
import { discardPayFile } from '../approval/requests';
import { executePayroll } from '../execute-payroll';
import { generatePayroll } from '../generate-payroll';
import { markPayments } from '../mark-payments';
import { sentPayments } from '../pay-results/match-results';
import { PaymentMarkModel, PayrollModel, type PayrollRecord } from '../payroll.models';
import { accountSealOf } from '../payroll-record';
import { payFilePayments, payFileText } from './download-pay-file';
import { beginPayFile, finishPayFile, PAY_FILE_STEP, unfinishedPayFiles } from './make-pay-file';
import {
  excludedPayments,
  listPayFiles,
  PayFileModel,
  type PayFileRecord,
  payFileParts,
  readPayFileOrThrow,
} from './pay-file.models';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const TYPE = PAYROLL_TYPE.affiliates;
const ACCOUNT = '000987654321';
const SETTINGS: AchSettings = {
  destinationRouting: '110000000',
  destinationName: 'Bank of Test',
  originID: '1234567890',
  originName: 'Partnerdesk',
  companyName: 'Partnerdesk Inc.',
  companyID: '1234567890',
  odfi: '11000000',
};

/** Four affiliates who earned 2.00 each and were paid: by ACH, by PayPal, by nothing known, by a bad routing number. */
async function paidAffiliates(): Promise<number[]> {
  const ach = { paymentType: 1, achName: 'Ann Ellis', achAccountType: 1, achAccountNumber: ACCOUNT };
  const ways = [
    { ...ach, achRoutingNumber: '110000000' },
    { paymentType: 2, payPalUserName: 'bob@example.com' },
    { paymentType: 0 },
    { ...ach, achRoutingNumber: '110000001' },
  ];
  const affiliates = ways.map((way, index) => ({
    affID: index + 1,
    trackID: `T${index + 1}`,
    emailAddress: `aff${index + 1}@example.com`,
    firstName: 'Ann',
    lastName: 'Ellis',
    commission: 20,
    ...way,
  }));
  await importPeople({ affiliates });
  for (const { affID, trackID } of affiliates) {
    await ingest(joined(affID, trackID), sale(`s${affID}`, affID, 1000, '2026-03-02T15:00:00Z'));
  }
  const items = affiliates.map(({ affID }) => ({ personID: affID }));
  await executePayroll({ payrollType: TYPE, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  return (await PayrollModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
}

/** Begun and made. @throws what the screen shows when nobody can be in it */
async function create(format: 'nacha' | 'paypal', payrollIDs: readonly number[]): Promise<PayFileRecord> {
  const { _id } = await beginPayFile({ payrollType: TYPE, format, payrollIDs, by });
  const file = await finishPayFile(_id);
  if (file.failure) throw new AppError('conflict', file.failure, undefined, { excluded: file.exclusions });
  return file;
}

test('from a stored account number to its line of a NACHA file; who can’t be in it is listed', async () => {
  const file = await create('nacha', await paidAffiliates());
  expect(file).toMatchObject({ lines: 1, amountCents: 200, modifier: 'A', state: 'made' });
  expect(file.exclusions).toEqual(
    ['Is paid by PayPal', 'No payment type is known', 'Bad routing number'].map((reason) => ({
      reason,
      payments: 1,
      amountCents: 200,
    })),
  );
  expect(
    (await excludedPayments(file._id, 1)).payments.map(({ personID, reason }) => [personID, reason]),
  ).toEqual([
    [2, 'Is paid by PayPal'],
    [3, 'No payment type is known'],
    [4, 'Bad routing number'],
  ]);
  const { text } = await payFileText(file._id, 1, SETTINGS, by);
  const [entry = ''] = text.split('\r\n').filter((line) => line.startsWith('6'));
  expect([
    entry.slice(1, 3),
    entry.slice(3, 12),
    entry.slice(12, 29).trim(),
    Number(entry.slice(29, 39)),
  ]).toEqual(['22', '110000000', ACCOUNT, 200]);
  // Nowhere in the database does the number stand as it is.
  for (const model of Object.values(mongoose.models)) {
    expect(JSON.stringify(await model.collection.find({}).toArray())).not.toContain(ACCOUNT);
  }
});

test('exported is not paid: a line is marked afterwards, a returned one is paid again by the next payroll', async () => {
  const [first = 0] = await paidAffiliates();
  await create('nacha', [first]);
  expect(await PaymentMarkModel.countDocuments()).toBe(0);
  const before = await PayrollModel.findById(first).lean();
  await markPayments({ payrollIDs: [first], state: 'paid', by });
  const returned = { payrollIDs: [first], state: 'returned' as const, reason: 'account closed', by };
  expect(await markPayments(returned)).toEqual([{ payrollID: first, outcome: 'marked' }]);
  expect(await markPayments(returned)).toEqual([{ payrollID: first, outcome: 'already' }]);
  expect(await PaymentMarkModel.findById(`${first}:2`).lean()).toMatchObject({
    by: 'system',
    at: expect.any(Date),
    reason: 'account closed',
  });
  expect(await PayrollModel.findById(first).lean()).toEqual(before);

  expect(await generatePayroll({ payrollType: TYPE, endDate: today(), personID: 1 })).toMatchObject([
    { personID: 1, cents: 200, entries: 1 },
  ]);
  expect(await EntryModel.findOne({ type: 'returned' }).lean()).toMatchObject({ payrollID: first });
});

test('a PayPal file needs no bank of ours; a NACHA file does', async () => {
  const ids = await paidAffiliates();
  const payPal = await create('paypal', ids);
  const { text } = await payFileText(payPal._id, 1, undefined, by);
  expect(text).toContain('bob@example.com,2.00,USD');
  const nacha = await create('nacha', ids);
  await expect(payFileText(nacha._id, 1, undefined, by)).rejects.toMatchObject({ code: 'conflict' });
});

test('a stored PayPal ID that is no email address is in no file, nor one that a spreadsheet would run', async () => {
  const ids = await paidAffiliates();
  for (const payPalUserName of ["=cmd|'/C'!A0@example.com", 'bob', '＝bob@example.com']) {
    await PayrollModel.updateOne({ _id: ids[1] }, { $set: { payPalUserName } });
    await sealAsStored();
    await expect(create('paypal', [ids[1]!])).rejects.toMatchObject({
      details: { excluded: [{ payments: 1, reason: 'The PayPal ID is no email address' }] },
    });
  }
});

test('staff: a file of theirs has their own stored numbers, and names nobody else', async () => {
  await paidAffiliates();
  const ach = { paymentType: 1, achName: 'Sam Ortiz', achAccountType: 2, achRoutingNumber: '110000000' };
  await importPeople({
    staff: [
      {
        staffID: 1,
        emailAddress: 'sam@example.com',
        firstName: 'Sam',
        lastName: 'Ortiz',
        commission: 50,
        achAccountNumber: '555000111',
        ...ach,
      },
    ],
  });
  await ingest(tip('t1', 1, 1, 1000, '2026-03-02T15:00:00Z'));
  const staff = PAYROLL_TYPE.operators;
  await executePayroll({
    payrollType: staff,
    endDate: '2026-03-10',
    items: [{ personID: 1 }],
    by: SYSTEM_ACTOR,
  });
  const payrollIDs = (await PayrollModel.find().lean()).map(({ _id }) => _id);
  const begun = await beginPayFile({ payrollType: staff, format: 'nacha', payrollIDs, by });
  const file = await finishPayFile(begun._id);
  expect(file).toMatchObject({ lines: 1, amountCents: 500, exclusions: [], payrollType: 2 });
  const { text } = await payFileText(file._id, 1, SETTINGS, by);
  const entries = text.split('\r\n').filter((line) => line.startsWith('6'));
  expect(entries).toHaveLength(1);
  // 32: into a savings account.
  expect(entries[0]).toMatch(/^632110000000555000111 +0000000500\d+ +SAM ORTIZ /);
  expect(await listPayFiles(TYPE)).toEqual([]);
});

test('two clerks who export the same at once make one file; of different selections a payment is in one', async () => {
  const ids = await paidAffiliates();
  const begin = (payrollIDs: number[]) =>
    beginPayFile({ payrollType: TYPE, format: 'nacha', payrollIDs, by });
  const begun = await Promise.all([begin(ids), begin(ids), begin(ids.slice(0, 1))]);
  expect(begun.map(({ _id }) => _id)).toEqual([1, 1, 2]);
  const [both, one] = await Promise.all([finishPayFile(1), finishPayFile(2), finishPayFile(1)]);
  expect(both.lines + one.lines).toBe(1);
  expect([both.state, one.state].sort()).toEqual(['discarded', 'made']);
});

test('a file that is being made is not downloaded or marked, and discarding it ends its making', async () => {
  const ids = await paidAffiliates();
  const { _id } = await beginPayFile({ payrollType: TYPE, format: 'nacha', payrollIDs: ids, by });
  const building = { code: 'conflict', details: { state: 'building' } };
  await expect(download(_id)).rejects.toMatchObject(building);
  await expect(payFilePayments(_id)).rejects.toMatchObject(building);
  await discardPayFile(_id, by);
  expect(await finishPayFile(_id)).toMatchObject({ state: 'discarded', lines: 0 });
  expect(await create('nacha', ids)).toMatchObject({ lines: 1, modifier: 'A' });
});

/** What the file holds of unpaid payments, read from the recipients' lines. */
const download = (payFileID: number) => payFileText(payFileID, 1, SETTINGS, by);
const linesIn = (text: string) => text.split('\r\n').filter((line) => line.startsWith('6')).length;

test('a discarded file is downloaded no more, and frees its payments', async () => {
  const ids = await paidAffiliates();
  const file = await create('nacha', ids);
  await expect(create('nacha', ids)).rejects.toMatchObject({ code: 'conflict' });
  await discardPayFile(file._id, by);
  const gone = { code: 'conflict', details: { state: 'discarded' } };
  await expect(download(file._id)).rejects.toMatchObject(gone);
  await expect(discardPayFile(file._id, by)).rejects.toMatchObject(gone);
  await expect(payFilePayments(file._id)).rejects.toMatchObject(gone);
  expect(await create('nacha', ids)).toMatchObject({ lines: 1, modifier: 'B' });
});

test('created, downloaded, discarded, created: only where a person says that it was not sent to the bank', async () => {
  const ids = await paidAffiliates();
  const file = await create('nacha', ids);
  await download(file._id);
  for (const reason of [undefined, 'a mistake']) {
    await expect(discardPayFile(file._id, by, reason)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { reason: expect.stringContaining(NOT_SENT_TO_BANK) },
    });
  }
  await expect(create('nacha', ids)).rejects.toMatchObject({ code: 'conflict' });
  expect(await discardPayFile(file._id, by, NOT_SENT_TO_BANK)).toMatchObject({
    file: { state: 'discarded' },
  });
  expect(await AuditModel.findOne({ action: 'pay-file.discarded' }).lean()).toMatchObject({
    before: { state: 'downloaded' },
    after: { state: 'discarded', reason: NOT_SENT_TO_BANK },
  });
  expect(await create('nacha', ids)).toMatchObject({ lines: 1 });
});

test.each(['paid', 'returned'] as const)(
  'a downloaded file whose payment is marked %s was sent: it is not discarded until the mark is taken back',
  async (state) => {
    const [first = 0] = await paidAffiliates();
    const file = await create('nacha', [first]);
    await download(file._id);
    await markPayments({ payrollIDs: [first], state, reason: 'R03', by });
    await expect(discardPayFile(file._id, by, NOT_SENT_TO_BANK)).rejects.toMatchObject({
      code: 'conflict',
      details: { state: 'downloaded' },
    });
    await markPayments({ payrollIDs: [first], state: 'executed', from: state, reason: 'a mistake', by });
    expect(await discardPayFile(file._id, by, NOT_SENT_TO_BANK)).toMatchObject({
      file: { state: 'discarded' },
    });
  },
);

test('what is marked paid or returned is left out of its file’s downloads, until the mark is taken back', async () => {
  const [first = 0, , , fourth = 0] = await paidAffiliates();
  await PayrollModel.updateOne({ _id: fourth }, { $set: { achRoutingNumber: '110000000' } });
  await sealAsStored();
  const file = await create('nacha', [first]);
  const mark = (state: 'paid' | 'returned' | 'executed', from?: 'paid' | 'returned') =>
    markPayments({ payrollIDs: [first], state, ...(from && { from }), reason: 'R03', by });
  expect(linesIn((await download(file._id)).text)).toBe(1);
  await mark('paid');
  expect(await listPayFiles(TYPE)).toMatchObject([{ leftOut: 1, paid: 1 }]);
  await mark('executed', 'paid');
  expect(await listPayFiles(TYPE)).toMatchObject([{ leftOut: 0, paid: 0 }]);
  await mark('returned');
  await expect(download(file._id)).rejects.toMatchObject({
    code: 'conflict',
    details: { state: 'downloaded' },
  });
  expect(await listPayFiles(TYPE)).toMatchObject([{ leftOut: 1, paid: 0 }]);
  await mark('executed', 'returned');
  expect(await download(file._id)).toMatchObject({ leftOut: 0 });
  expect(await listPayFiles(TYPE)).toMatchObject([{ leftOut: 0 }]);

  await discardPayFile(file._id, by, NOT_SENT_TO_BANK);
  const { downloadedAt, markedAt, discardedAt, ...who } = (await listPayFiles(TYPE))[0] as PayFileRecord;
  expect(who).toMatchObject({ downloadedBy: 'system', markedBy: 'system', discardedBy: 'system' });
  const times = [file.createdAt, downloadedAt, markedAt, discardedAt];
  expect([...times].sort((a, b) => Number(a) - Number(b))).toEqual(times);
  const both = await create('nacha', [first, fourth]);
  await mark('returned');
  const { text, leftOut } = await download(both._id);
  expect([linesIn(text), leftOut]).toEqual([1, 1]);
  expect(
    await AuditModel.findOne({ 'subject.id': String(both._id), action: 'pay-file.downloaded' }).lean(),
  ).toMatchObject({
    before: { state: 'made' },
    after: { state: 'downloaded', part: 1, lines: 1, leftOut: 1 },
  });
});

test('a whole file is marked only once it was downloaded, and as long as it is not discarded', async () => {
  const [first = 0] = await paidAffiliates();
  const file = await create('nacha', [first]);
  const whole = { payFileID: file._id, payrollIDs: [first], state: 'paid' as const, by };
  const refused = (state: string) => ({ code: 'conflict', details: { state } });
  await expect(payFilePayments(file._id)).rejects.toMatchObject(refused('made'));
  await expect(markPayments(whole)).rejects.toMatchObject(refused('made'));
  await download(file._id);
  expect(await payFilePayments(file._id)).toEqual([first]);
  await discardPayFile(file._id, by, NOT_SENT_TO_BANK);
  await expect(markPayments(whole)).rejects.toMatchObject(refused('discarded'));
  expect(await PaymentMarkModel.countDocuments()).toBe(0);
});

test('marked while its file is downloaded: the text has no line of it', async () => {
  const [first = 0, , , fourth = 0] = await paidAffiliates();
  await PayrollModel.updateOne({ _id: fourth }, { $set: { achRoutingNumber: '110000000' } });
  await sealAsStored();
  const file = await create('nacha', [first, fourth]);
  const { find } = PayrollModel;
  const spy = jest.spyOn(PayrollModel, 'find').mockImplementationOnce(((filter: object) => ({
    lean: async () => {
      const found = await find.call(PayrollModel, filter as never).lean();
      await new Promise((resolve) => setImmediate(resolve));
      await markPayments({ payrollIDs: [first], state: 'returned', reason: 'R03', by });
      return found;
    },
  })) as never);
  const { text, leftOut } = await download(file._id);
  spy.mockRestore();
  expect([linesIn(text), leftOut]).toEqual([1, 1]);
});

test('discarded while it is downloaded: refused, and nothing is noted as downloaded', async () => {
  const file = await create('nacha', await paidAffiliates());
  const { find } = PayrollModel;
  const spy = jest.spyOn(PayrollModel, 'find').mockImplementationOnce(((filter: object) => ({
    lean: async () => {
      await discardPayFile(file._id, by);
      return find.call(PayrollModel, filter as never).lean();
    },
  })) as never);
  await expect(download(file._id)).rejects.toMatchObject({
    code: 'conflict',
    details: { state: 'discarded' },
  });
  spy.mockRestore();
  expect(await AuditModel.countDocuments({ action: 'pay-file.downloaded' })).toBe(0);
});

test('marking paid, discarding and making at once: a payment is in one live file, and a paid one in no download', async () => {
  const ids = await paidAffiliates();
  const first = ids.slice(0, 1);
  for (let round = 0; round < 8; round += 1) {
    const file = await create('nacha', ids);
    await Promise.allSettled([
      markPayments({ payrollIDs: first, state: 'paid', by }),
      discardPayFile(file._id, by),
      create('nacha', ids),
      create('nacha', ids),
    ]);
    const live = (await listPayFiles(TYPE)).filter(({ state }) => state !== 'discarded');
    expect(live.length).toBeLessThanOrEqual(1);
    for (const { _id } of live) await expect(download(_id)).rejects.toThrow('All of its payments are paid');
    await markPayments({ payrollIDs: first, state: 'executed', from: 'paid', reason: 'a mistake', by });
    for (const { _id } of live) await discardPayFile(_id, by);
  }
});

/** What the worker does. */
async function makeUnfinished(): Promise<void> {
  for (const payFileID of await unfinishedPayFiles()) await finishPayFile(payFileID);
}

test('whichever write a file’s making dies at, the file is finished afterwards, or its payments are free', async () => {
  const ids = await paidAffiliates();
  for (let write = 1, died = true; died; write += sized(3, 1)) {
    const revive = dieAtWrite(write);
    await create('nacha', ids).catch(() => {});
    died = revive();
    // Whether the worker finds it first, or a clerk exports again at once.
    if (write % 2) await makeUnfinished();
    const again = await create('nacha', ids).catch((error) => error);
    const files = (await listPayFiles(TYPE)).filter(({ state }) => state !== 'discarded');
    expect(files).toMatchObject([{ lines: 1, amountCents: 200, state: 'made' }]);
    const file = files[0] as (typeof files)[0];
    if (again._id === undefined) expect(again).toMatchObject({ code: 'conflict' });
    expect((await download(file._id)).text).toContain(ACCOUNT);
    await discardPayFile(file._id, by, NOT_SENT_TO_BANK);
    // The 36 files of the day would not be enough.
    await CounterModel.deleteOne({ _id: `payFile:${file.createdDay}` });
  }
  const files = await listPayFiles(TYPE, 1000);
  const made = await AuditModel.countDocuments({ action: 'pay-file.created' });
  expect(made).toBe(files.filter(({ lines }) => lines > 0).length);
});

test('whichever write a download or a discarding dies at: it is done or not done, and done once by doing it again', async () => {
  const ids = await paidAffiliates();
  for (let write = 1, died = true; died; write += sized(3, 1)) {
    const file = await create('nacha', ids);
    let revive = dieAtWrite(write);
    const answer = await download(file._id).catch(() => undefined);
    died = revive();
    // What was answered is known to have left.
    const [seen] = await listPayFiles(TYPE);
    if (answer) expect(seen).toMatchObject({ state: 'downloaded' });
    const reason = seen?.state === 'downloaded' ? NOT_SENT_TO_BANK : undefined;
    revive = dieAtWrite(write);
    await discardPayFile(file._id, by, reason).catch(() => undefined);
    died = revive() || died;
    await discardPayFile(file._id, by, reason).catch((error) =>
      expect(error).toMatchObject({ code: 'conflict', details: { state: 'discarded' } }),
    );
    expect(
      await AuditModel.countDocuments({ action: 'pay-file.discarded', 'subject.id': String(file._id) }),
    ).toBe(1);
    await CounterModel.deleteOne({ _id: `payFile:${file.createdDay}` });
  }
});

test('a payment whose mark is taken back can be in the next file, if its own was discarded meanwhile', async () => {
  const ids = await paidAffiliates();
  const file = await create('nacha', ids);
  const payrollIDs = ids.slice(0, 1);
  await markPayments({ payrollIDs, state: 'paid', by });
  await discardPayFile(file._id, by);
  await expect(create('nacha', payrollIDs)).rejects.toMatchObject({ code: 'conflict' });
  await markPayments({ payrollIDs, state: 'executed', from: 'paid', reason: 'a mistake', by });
  expect(await create('nacha', payrollIDs)).toMatchObject({ lines: 1, state: 'made' });
});

test('the day’s 37th NACHA file is refused', async () => {
  const ids = await paidAffiliates();
  const file = await create('nacha', ids);
  await discardPayFile(file._id, by);
  await CounterModel.updateOne({ _id: `payFile:${file.createdDay}` }, { $set: { value: 35 } });
  const last = await create('nacha', ids);
  expect(last.modifier).toBe('9');
  await discardPayFile(last._id, by);
  await expect(create('nacha', ids)).rejects.toThrow('no more than 36');
});

/** Payments by PayPal, copies of one. @returns their payrollIDs */
async function manyPayPalPayments(count: number): Promise<number[]> {
  const [, second = 0] = await paidAffiliates();
  const one = (await PayrollModel.findById(second).lean()) as PayrollRecord;
  const more = Array.from({ length: count - 1 }, (_, index) => {
    const personID = 100 + index;
    const payment = { ...one, _id: personID, personID, payee: `affiliate:${personID}` };
    return { ...payment, accountSeal: accountSealOf(payment) };
  });
  await PayrollModel.collection.insertMany(more as never[]);
  return [second, ...more.map(({ _id }) => _id)];
}

test('a making that dies between two steps goes on with what is unpaid then', async () => {
  const ids = await manyPayPalPayments(2 * PAY_FILE_STEP + 1);
  const { insertOne } = JournalModel.collection;
  let records = 0;
  const spy = jest.spyOn(JournalModel.collection, 'insertOne').mockImplementation(((record: never) => {
    records += 1;
    // After it was begun and has taken its first step.
    if (records > 2) throw new Error('died here');
    return insertOne.call(JournalModel.collection, record);
  }) as never);
  await expect(create('paypal', ids)).rejects.toThrow('died here');
  spy.mockRestore();
  expect(await PayFileModel.find().lean()).toMatchObject([{ state: 'building', lines: PAY_FILE_STEP }]);
  const marked = [ids[0], ids.at(-1)].map(Number);
  await markPayments({ payrollIDs: marked, state: 'paid', by });
  await makeUnfinished();
  const [file] = await listPayFiles(TYPE);
  expect(file).toMatchObject({
    state: 'made',
    lines: 2 * PAY_FILE_STEP,
    leftOut: 1,
    exclusions: [{ reason: 'Is marked paid', payments: 1 }],
  });
  const { text } = await download(file?._id ?? 0);
  expect(text.trimEnd().split('\r\n')).toHaveLength(2 * PAY_FILE_STEP - 1);
});

test('PayPal: at most 5,000 rows a file, every payment in one; what no part has carried is not said to be paid', async () => {
  const count = MAX_PAYPAL_ROWS + 3;
  const ids = await manyPayPalPayments(count);
  const file = await create('paypal', ids);
  // One record to begin it, and one for each step.
  const records = await JournalModel.find().lean();
  expect(records.filter(({ note }) => note.startsWith('pay file'))).toHaveLength(
    1 + Math.ceil(count / PAY_FILE_STEP),
  );
  expect(payFileParts(file).map(({ lines }) => lines)).toEqual([MAX_PAYPAL_ROWS, 3]);
  const last = ids.at(-1) ?? 0;
  const texts = [await payFileText(file._id, 1, SETTINGS, by)];
  await expect(payFilePayments(file._id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Not downloaded yet: part 2 of this pay file',
  });
  expect(await sentPayments('paypal', [last])).toEqual([]);
  texts.push(await payFileText(file._id, 2, SETTINGS, by));
  expect(payFileParts(await readPayFileOrThrow(file._id)).map(({ downloaded }) => downloaded)).toEqual([
    true,
    true,
  ]);
  expect(await payFilePayments(file._id)).toHaveLength(count);
  expect(await sentPayments('paypal', [last])).toHaveLength(1);
  const rows = texts.flatMap(({ text }) => text.trimEnd().split('\r\n'));
  expect(rows[0]).toMatch(/^bob@example.com,2.00,USD,/);
  expect(new Set(rows.map((row) => row.split(',')[3])).size).toBe(count);
});

test('a part whose payments are all paid or returned need not be downloaded', async () => {
  const ids = await manyPayPalPayments(MAX_PAYPAL_ROWS + 2);
  const file = await create('paypal', ids);
  await payFileText(file._id, 1, SETTINGS, by);
  await markPayments({ payrollIDs: ids.slice(-2, -1), state: 'paid', by });
  await expect(payFilePayments(file._id)).rejects.toMatchObject({ code: 'conflict' });
  await markPayments({ payrollIDs: ids.slice(-1), state: 'returned', reason: 'closed', by });
  expect(await payFilePayments(file._id)).toHaveLength(ids.length);
});

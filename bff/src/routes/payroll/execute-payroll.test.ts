/* One call, once and many times at once: the tests share the payrolls that it executes. */

import {
  AttributionModel,
  AuditModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  ExcludedPaymentModel,
  forgetJournal,
  JournalModel,
  PayeeModel,
  PayFileLineModel,
  PayFileModel,
  PayFileStepModel,
  PaymentMarkModel,
  PayrollModel,
  PayrollRunModel,
  PayrollRunPageModel,
  SourceTotalModel,
  today,
} from '@partnerdesk/domain';
import { ingestOrThrow, joined, makeAffiliate, makeSale, TEST_PASSWORD } from '@partnerdesk/testing';
import { openInLibreOffice } from '@partnerdesk/testing/libreoffice';
import { waitFor } from '@partnerdesk/testing/services';
import { type PayrollWorker, startPayrollWorker } from '../../testing/payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let worker: PayrollWorker;
let clerk: TestClient;
let people: number[] = [];
let emails: string[] = [];

const END = '1/31/2026';

const LEDGER = [
  AttributionModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  JournalModel,
  PayeeModel,
  PayrollModel,
];
const BESIDE = [
  ExcludedPaymentModel,
  PayFileLineModel,
  PayFileModel,
  PayFileStepModel,
  PaymentMarkModel,
  PayrollRunModel,
  PayrollRunPageModel,
];

beforeAll(async () => {
  app = await startTestApp();
  worker = startPayrollWorker(app);
  ({ client: clerk } = await signedInAdministrator(app, ['payroll']));
});
beforeEach(async () => {
  for (const model of [...LEDGER, ...BESIDE, SourceTotalModel]) await model.collection.deleteMany({});
  await CounterModel.deleteMany({ _id: { $in: ['journal', 'saleID', 'payrollID', 'payFileID'] } });
  forgetJournal();
  people = [];
  emails = [];
  for (const [index, paymentType] of ([1, 2, 0] as const).entries()) {
    const affiliate = await makeAffiliate({
      lastName: `Number ${index}`,
      commission: 20,
      paymentType,
      payPalUserName: paymentType === 2 ? 'ann@paypal.example' : '',
    });
    people.push(affiliate.affID);
    emails.push(affiliate.emailAddress);
    const at = '2026-01-05T15:00:00Z';
    await ingestOrThrow(joined(affiliate.affID, affiliate.trackID, at));
    await sell(affiliate.affID, 1000 * (index + 1));
  }
});
afterAll(async () => {
  await worker.close();
  await app.close();
});

const sell = (memberID: number, amountCents: number) =>
  makeSale({ memberID, amountCents, at: '2026-01-06T15:00:00Z' });

const execute = (affID: number, body: unknown = {}) =>
  clerk.post(`/api/execute-payroll?affID=${affID}&endDate=${END}&payrollType=1`, body);
const generate = async () =>
  (await clerk.get(`/api/generate-payroll?affID=0&endDate=${END}&payrollType=1`)).body;
const report = async (day = today()) => {
  const query = `startDate=${day}&endDate=${day}&payrollType=1`;
  return (await clerk.get(`/api/generate-payroll-report?${query}`)).body;
};

test('one person is paid once: the second call answers the same record', async () => {
  const [first, second] = await Promise.all([execute(people[0]!), execute(people[0]!)]);
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect(first?.body).toMatchObject({
    affID: people[0],
    amount: 2,
    startPeriod: '2026-01-06',
    endPeriod: '2026-01-31',
  });
  expect(second?.body.payrollID).toBe(first?.body.payrollID);
  const third = await execute(people[0]!);
  expect([third.status, third.body.payrollID, third.body.outcome]).toEqual([
    200,
    first?.body.payrollID,
    'already',
  ]);
  expect(await PayrollModel.countDocuments()).toBe(1);
});

test('the audit log’s line of an execution has the call by which the clerk asked for it, and from where', async () => {
  await execute(people[0]!);
  const asked = AuditModel.findOne({ action: 'payroll.execution-requested' }).sort({ at: -1 });
  const { actor, address, requestId } = await asked.lean().orFail();
  expect([address, requestId]).toEqual([expect.any(String), expect.any(String)]);
  const records = await JournalModel.find({ 'audits.action': 'payroll.executed' }).lean();
  const lines = records.flatMap(({ audits }) => audits);
  expect(lines).toEqual([expect.objectContaining({ actor, address, requestId })]);
});

test('a second clerk’s rows say which of them were executed since, and by which payment', async () => {
  const open = `/api/generate-payroll?affID=0&endDate=${END}&payrollType=1`;
  const { id } = (await clerk.get(open, { prefer: 'respond-async' })).body;
  await generate();
  const { payrollID } = (await execute(people[1]!)).body;
  const { body } = await clerk.get(`/api/payroll-runs/${encodeURIComponent(id)}/rows`);
  expect(body.map((row: { payrollID?: number }) => row.payrollID)).toEqual([undefined, payrollID, undefined]);
});

test('affID 0 with an empty body pays every row; nobody is left', async () => {
  const { status, body } = await execute(0);
  expect(status).toBe(200);
  expect(body.map((row: { outcome: string; amount: number }) => [row.outcome, row.amount])).toEqual([
    ['executed', 2],
    ['executed', 4],
    ['executed', 6],
  ]);
  expect(body[2].paymentType).toBe(0);
  expect(await generate()).toEqual([]);
});

test('what changed since it was reviewed is not paid but shown again; the others are paid', async () => {
  const rows = await generate();
  await sell(people[1]!, 500);
  const reviewed = rows.map((row: { affID: number; fingerprint: string }) => ({
    id: row.affID,
    fingerprint: row.fingerprint,
  }));
  const { body } = await execute(0, { rows: [...reviewed, { id: 999_999 }] });
  expect(body.map((row: { outcome: string }) => row.outcome)).toEqual([
    'executed',
    'changed',
    'executed',
    'nothing',
  ]);
  expect(body[1].now).toMatchObject({ affID: people[1], payoutAmount: 5 });
  expect(body[1].amount).toBeUndefined();
  const again = await execute(people[1]!, {
    rows: [{ id: people[1], fingerprint: body[1].now.fingerprint }],
  });
  expect(again.body).toMatchObject({ outcome: 'executed', amount: 5 });
  await sell(people[2]!, 500);
  const single = await execute(people[2]!, { rows: [reviewed[2]] });
  expect(single.body).toMatchObject({ outcome: 'already' });
});

test('one person whose figure changed: conflict with the new one', async () => {
  const rows = await generate();
  await sell(people[0]!, 500);
  const body = { rows: [{ id: people[0], fingerprint: rows[0].fingerprint }] };
  const answer = await execute(people[0]!, body);
  expect(answer.status).toBe(409);
  expect(answer.body.error.details).toMatchObject({ outcome: 'changed', now: { payoutAmount: 3 } });
  expect(await PayrollModel.countDocuments()).toBe(0);
});

test('all rows of a reviewed run but some', async () => {
  const accepted = await clerk.get(`/api/generate-payroll?affID=0&endDate=${END}&payrollType=1`, {
    prefer: 'respond-async',
  });
  await generate();
  const run = accepted.body.id;
  const { body } = await execute(0, { run, except: [people[0]] });
  expect(body.map((row: { affID: number }) => row.affID)).toEqual(people.slice(1));
  const wrong = await clerk.post('/api/execute-payroll?affID=0&endDate=1/30/2026&payrollType=1', { run });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['run']]);
  expect((await execute(0, { run: 'payroll-run.gone' })).status).toBe(404);
});

test('a preview counts what would be paid now, and why others would not; it changes nothing', async () => {
  const rows = await generate();
  await sell(people[1]!, 500);
  const body = {
    rows: rows.map((row: { affID: number; fingerprint: string }) => ({
      id: row.affID,
      fingerprint: row.fingerprint,
    })),
  };
  const preview = (more: unknown) =>
    clerk.post(`/api/payroll-preview?affID=0&endDate=${END}&payrollType=1`, more);
  expect((await preview(body)).body).toEqual({
    persons: 2,
    amount: 8,
    unknown: 1,
    accountsChanged: 0,
    outcomes: { changed: 1 },
  });
  expect((await preview({})).body).toMatchObject({ persons: 3, amount: 13, outcomes: {} });
  expect(await PayrollModel.countDocuments()).toBe(0);
  expect((await preview({ rows: [] })).status).toBe(400);
  const { client: affiliate } = await signedInAffiliate(app);
  expect((await affiliate.post(`/api/payroll-preview?affID=0&endDate=${END}`)).status).toBe(403);
  expect((await app.client().post(`/api/payroll-preview?affID=0&endDate=${END}`)).status).toBe(401);
});

test.each([
  { rows: [] },
  { rows: [{ id: 0 }] },
  { rows: [{ id: 1 }, { id: 1 }] },
  { rows: [{ id: 1 }], run: 'x' },
  { except: [1] },
  { anything: 1 },
])('a body like %j is refused', async (body) => {
  expect((await execute(0, body)).status).toBe(400);
  expect(await PayrollModel.countDocuments()).toBe(0);
});

test('a call without affID pays nobody: everybody is asked for by 0', async () => {
  for (const call of ['execute-payroll', 'payroll-preview']) {
    const answer = await clerk.post(`/api/${call}?endDate=${END}&payrollType=1`, {});
    expect([answer.status, answer.body.error?.fields]).toEqual([400, { affID: 'Please enter Affiliate ID' }]);
  }
  expect(await PayrollModel.countDocuments()).toBe(0);
});

test('rows of another person than the one asked for are refused', async () => {
  const rows = [{ id: people[0] }, { id: people[1] }];
  const preview = `/api/payroll-preview?affID=${people[0]}&endDate=${END}&payrollType=1`;
  for (const answer of [await execute(people[0]!, { rows }), await clerk.post(preview, { rows })])
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ['rows']]);
  expect(await PayrollModel.countDocuments()).toBe(0);
});

test('a payment opens to its entries, for the office and for the affiliate who was paid', async () => {
  const { body: payroll } = await execute(people[0]!);
  const address = `/api/payroll-entries?payrollID=${payroll.payrollID}`;
  const office = await clerk.get(address);
  expect([office.headers.get('x-total-count'), office.body]).toEqual([
    '1',
    [
      expect.objectContaining({
        type: 'sale',
        amount: 10,
        payout: 2,
        commission: 20,
        postedDay: '2026-01-06',
      }),
    ],
  ]);
  const own = app.client();
  await own.signIn(emails[0]!, TEST_PASSWORD);
  expect((await own.get(address)).body).toEqual(office.body);
  const { client: other } = await signedInAffiliate(app);
  expect((await other.get(address)).status).toBe(403);
  expect((await own.get(`/api/payroll-entries?personID=${people[0]}&endDate=${END}`)).status).toBe(403);
  expect((await app.client().get(address)).status).toBe(401);
  expect((await clerk.get('/api/payroll-entries?payrollID=999')).status).toBe(404);
  const open = await clerk.get(`/api/payroll-entries?personID=${people[1]}&payrollType=1&endDate=${END}`);
  expect(open.body).toHaveLength(1);
});

test('who made an adjustment is shown to the office, not to the affiliate', async () => {
  await clerk.post('/api/payroll-adjustments', {
    adjustmentID: '2b1fd4f3-8b8f-4bbc-9a6b-6a3f5a5d0002',
    payrollType: 1,
    personID: people[0],
    amount: 1.5,
    reason: 'A bonus',
  });
  const query = `affID=${people[0]}&endDate=${today()}&payrollType=1`;
  const { payrollID } = (await clerk.post(`/api/execute-payroll?${query}`, {})).body;
  const own = app.client();
  await own.signIn(emails[0]!, TEST_PASSWORD);
  const adjustmentFor = async (client: TestClient) =>
    (await client.get(`/api/payroll-entries?payrollID=${payrollID}`)).body.find(
      ({ type }: { type: string }) => type === 'adjustment',
    );
  const { by, ...entry } = await adjustmentFor(clerk);
  expect(by).toMatch(/@/);
  expect(await adjustmentFor(own)).toEqual(entry);
});

test('an adjustment comes into the next payroll, once', async () => {
  const adjustment = {
    adjustmentID: '2b1fd4f3-8b8f-4bbc-9a6b-6a3f5a5d0001',
    payrollType: 1,
    personID: people[0],
    amount: -1.5,
    reason: 'Paid twice in March',
  };
  const [first, second] = await Promise.all([
    clerk.post('/api/payroll-adjustments', adjustment),
    clerk.post('/api/payroll-adjustments', adjustment),
  ]);
  expect([first?.status, second?.body]).toEqual([200, first?.body]);
  expect(first?.body).toMatchObject({ type: 'adjustment', payout: -1.5, reason: adjustment.reason });
  const other = await clerk.post('/api/payroll-adjustments', { ...adjustment, amount: 2 });
  expect(other.status).toBe(409);
  const { body } = await clerk.get(
    `/api/generate-payroll?affID=${people[0]}&endDate=${today()}&payrollType=1`,
  );
  expect(body).toMatchObject([{ payoutAmount: 0.5, entries: 2 }]);
  for (const [field, value] of [
    ['amount', 0],
    ['amount', 1.005],
    ['reason', ' '],
    ['personID', 0],
  ] as const) {
    const answer = await clerk.post('/api/payroll-adjustments', { ...adjustment, [field]: value });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
  }
  expect((await clerk.post('/api/payroll-adjustments', { ...adjustment, personID: 9999 })).status).toBe(404);
});

test('a person’s adjustments are listed with their name, and one is reversed once', async () => {
  const [personID] = people;
  const { entryID } = (
    await clerk.post('/api/payroll-adjustments', {
      adjustmentID: '2b1fd4f3-8b8f-4bbc-9a6b-6a3f5a5d0003',
      payrollType: 1,
      personID,
      amount: 3,
      reason: 'A bonus',
    })
  ).body;
  const list = `/api/payroll-adjustments?payrollType=1&personID=${personID}`;
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  const address = `/api/payroll-adjustments/${encodeURIComponent(entryID)}/reversal`;
  expect((await app.client().get(list)).status).toBe(401);
  expect((await moderator.get(list)).status).toBe(403);
  expect((await app.client().post(address, { reason: 'Twice' })).status).toBe(401);
  expect((await moderator.post(address, { reason: 'Twice' })).status).toBe(403);
  const bad = await clerk.post(address, { reason: ' ' });
  expect([bad.status, bad.body.error.fields]).toEqual([400, { reason: 'Please say why' }]);
  const made = await clerk.post(address, { reason: 'Twice' });
  expect(made).toMatchObject({ status: 200, body: { type: 'adjustment', payout: -3, reason: 'Twice' } });
  expect((await clerk.post(address, { reason: 'Twice' })).body).toEqual(made.body);
  expect((await clerk.post(address, { reason: 'Otherwise' })).status).toBe(409);
  expect((await clerk.post('/api/payroll-adjustments/none/reversal', { reason: 'Twice' })).status).toBe(404);
  const { body } = await clerk.get(list);
  expect(body).toMatchObject({
    total: 2,
    adjustments: [
      { amount: -3, reverses: entryID },
      {
        entryID,
        amount: 3,
        reason: 'A bonus',
        reversed: { reason: 'Twice', by: expect.stringMatching(/@/) },
      },
    ],
  });
  expect(body.name).not.toBe('');
  expect((await clerk.get('/api/payroll-adjustments?payrollType=1&personID=9999')).status).toBe(404);
  expect((await clerk.get('/api/payroll-adjustments?payrollType=1')).body.error.fields).toHaveProperty(
    'personID',
  );
});

/** As the screen does: begun by the call, made by the worker, read from the list. */
async function makeFile(payrollIDs: number[]) {
  const asked = await clerk.post('/api/pay-files', { payrollType: 1, format: 'paypal', payrollIDs });
  expect(asked).toMatchObject({ status: 202, body: { state: 'making', progress: { done: 0, total: 3 } } });
  const find = async () =>
    (await clerk.get('/api/pay-files?payrollType=1')).body.find(
      ({ payFileID, state }: Record<string, unknown>) =>
        payFileID === asked.body.payFileID && state !== 'making',
    );
  await waitFor(find, { what: 'the pay file to be made' });
  return find();
}

test('report, pay file, marks: exported is not paid, returned comes into the next payroll', async () => {
  await execute(0);
  const rows = await report();
  expect(rows.map((row: { state: string; amount: number }) => [row.state, row.amount])).toEqual([
    ['executed', 2],
    ['executed', 4],
    ['executed', 6],
  ]);
  const payrollIDs = rows.map((row: { payrollID: number }) => row.payrollID);
  const file = await makeFile(payrollIDs);
  expect(file).toMatchObject({ lines: 1, amount: 4, state: 'open' });
  expect(file.excluded.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Is paid by direct deposit',
    'No payment type is known',
  ]);
  expect(file).toMatchObject({ downloaded: false, leftOut: 0 });
  const reasons = await clerk.get(`/api/pay-files/${file.payFileID}/excluded`);
  expect([reasons.headers.get('x-total-count'), reasons.body]).toEqual([
    '2',
    [payrollIDs[0], payrollIDs[2]].map((payrollID) => expect.objectContaining({ payrollID })),
  ]);
  const early = await clerk.post('/api/payment-marks', { payFileID: file.payFileID, state: 'paid' });
  expect([early.status, early.body.error.details]).toEqual([409, { state: 'made' }]);
  const csv = await clerk.get(`/api/pay-files/${file.payFileID}/parts/1`);
  expect(csv.headers.get('x-left-out')).toBe('0');
  expect(csv.headers.get('content-disposition')).toContain(file.parts[0].fileName);
  expect(csv.text).toBe(`ann@paypal.example,4.00,USD,${payrollIDs[1]},Payroll 2026-01-06 to 2026-01-31\r\n`);
  expect((await clerk.get(`/api/pay-files/${file.payFileID}/parts/2`)).status).toBe(404);
  expect(await makeFile(payrollIDs)).toMatchObject({
    state: 'discarded',
    failure: 'None of these payments can be in such a file',
  });
  const table = await clerk.get('/api/export-pay-files?payrollType=1');
  const [header, notMade, made] = table.text.split('\r\n');
  expect(header).toMatch(
    /^\ufeff?File,Format,State,Payments,Sum,Paid or returned,Left out of it,Made \(UTC\),/,
  );
  expect(notMade).toMatch(/,PayPal,Not made,.*,None of these payments can be in such a file$/);
  expect(made).toMatch(new RegExp(`^${file.payFileID},PayPal,Downloaded,1,4,0,2,2`));
  expect(await AuditModel.countDocuments({ action: 'pay-files.exported' })).toBe(1);
  expect((await report())[1]).toMatchObject({ state: 'executed', payFileID: file.payFileID });

  const discard = (reason?: string) =>
    clerk.send('DELETE', `/api/pay-files/${file.payFileID}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
  const unsaid = await discard();
  expect([unsaid.status, Object.keys(unsaid.body.error.fields)]).toEqual([400, ['reason']]);

  const whole = await clerk.post('/api/payment-marks', { payFileID: file.payFileID, state: 'paid' });
  expect(whole.body).toEqual([{ payrollID: payrollIDs[1], outcome: 'marked' }]);
  const both = { payFileID: file.payFileID, payrollIDs, state: 'paid' };
  expect((await clerk.post('/api/payment-marks', both)).status).toBe(400);
  expect((await clerk.post('/api/payment-marks', { payFileID: 999, state: 'paid' })).status).toBe(404);
  const sent = await discard('not sent to the bank');
  expect([sent.status, sent.body.error.details]).toEqual([409, { state: 'downloaded' }]);

  const mark = (state: string, ids: number[], reason?: string) =>
    clerk.post('/api/payment-marks', { payrollIDs: ids, state, ...(reason && { reason }) });
  expect(
    (await mark('paid', [payrollIDs[1], 999])).body.map((each: { outcome: string }) => each.outcome),
  ).toEqual(['already', 'refused']);
  expect((await mark('returned', [payrollIDs[1]])).status).toBe(400);
  expect((await mark('returned', [payrollIDs[1]], 'R03 no account')).body[0].outcome).toBe('marked');
  expect((await mark('returned', [payrollIDs[1]], 'R03 no account')).body[0].outcome).toBe('already');
  expect((await mark('paid', [payrollIDs[1]])).body[0]).toMatchObject({ outcome: 'refused' });
  const after = await report();
  expect(after[1]).toMatchObject({
    state: 'returned',
    amount: 4,
    reason: 'R03 no account',
    markedBy: expect.any(String),
  });
  const { body: next } = await clerk.get(`/api/generate-payroll?affID=0&endDate=${today()}&payrollType=1`);
  expect(next).toMatchObject([{ affID: people[1], payoutAmount: 4, startPeriod: '2026-02-01' }]);

  const takeBack = (more: object) =>
    clerk.post('/api/payment-marks', { payrollIDs: [payrollIDs[1]], state: 'executed', ...more });
  expect((await takeBack({ reason: 'another payment was meant' })).status).toBe(400);
  expect((await takeBack({ from: 'returned' })).status).toBe(400);
  const takenBack = await takeBack({ from: 'returned', reason: 'another payment was meant' });
  expect(takenBack.body[0].outcome).toBe('marked');
  expect((await report())[1]).toMatchObject({ state: 'paid', reason: 'another payment was meant' });

  await takeBack({ from: 'paid', reason: 'the file was not sent' });
  expect(await discard('not sent to the bank')).toMatchObject({ status: 200, body: { state: 'discarded' } });
  const twiceDiscarded = await discard('not sent to the bank');
  expect([twiceDiscarded.status, twiceDiscarded.body.error.details]).toEqual([409, { state: 'discarded' }]);
});

describe('a report as a spreadsheet', () => {
  const spreadsheet = async () => {
    const { body: runs } = await clerk.get('/api/payroll-runs?payrollType=1');
    const run = runs.find((each: { kind: string }) => each.kind === 'report');
    return clerk.get(`/api/payroll-runs/${run.id}/spreadsheet`);
  };

  test('opens in LibreOffice: amounts add up to the report’s total, days are days, the rest is text', async () => {
    await execute(0);
    // An evening in New York, where the UTC day is the next one already.
    const evening = { createdAt: new Date('2026-02-01T03:30:00Z'), createdDay: '2026-01-31' };
    await PayrollModel.updateMany({}, { $set: { ...evening, name: '=1+1' } });
    const rows = (await report('2026-01-31')) as { amount: number }[];
    const answer = await spreadsheet();
    expect(answer.headers.get('content-disposition')).toMatch(/filename="Payroll\d{14}\.xls"/);
    const cells = await openInLibreOffice(
      answer.text.replace('</table>', '<tr><td>=SUM(E2:E4)</td></tr></table>'),
    );
    expect(cells[0]?.slice(0, 5)).toEqual(['Affiliate ID', 'Name', 'Start period', 'End period', 'Amount']);
    expect(cells[2]?.slice(0, 9)).toEqual([
      String(people[1]),
      "'=1+1",
      'Jan 6, 2026',
      'Jan 31, 2026',
      '$4.00',
      'PayPal',
      'ann@paypal.example',
      'Jan 31, 2026',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(Number(cells[4]?.[0])).toBe(rows.reduce((sum, { amount }) => sum + amount, 0));
  });

  test('who opens another clerk’s report by its job is in the audit log, once', async () => {
    await report();
    const { body: runs } = await clerk.get('/api/payroll-runs?payrollType=1');
    const { id } = runs.find(({ kind }: { kind: string }) => kind === 'report');
    const other = await signedInAdministrator(app, ['payroll']);
    for (const status of [200, 200]) expect((await other.client.get(`/api/jobs/${id}`)).status).toBe(status);
    const lines = await AuditModel.find({ 'actor.kind': 'administrator', 'actor.id': other.adminID }).lean();
    expect(lines.filter(({ action }) => action === 'payroll-report.opened')).toMatchObject([
      { subject: { type: 'payrollRun', id } },
    ]);
  });

  test('there is none of a generation, and the audit log says of no export', async () => {
    await generate();
    const { body: runs } = await clerk.get('/api/payroll-runs?payrollType=1');
    const { id } = runs[0];
    expect((await clerk.get(`/api/payroll-runs/${id}/spreadsheet`)).status).toBe(400);
    const exported = { action: 'payroll-report.exported', 'subject.id': id };
    expect(await AuditModel.countDocuments(exported)).toBe(0);
  });
});

test('a report that was not completed has no spreadsheet: its rows would be some of them', async () => {
  const report = await clerk.get(
    '/api/generate-payroll-report?payrollType=1&startDate=1/1/2026&endDate=1/31/2026',
  );
  expect(report.status).toBe(200);
  const run = await PayrollRunModel.findOneAndUpdate({ kind: 'report' }, { $set: { state: 'failed' } });
  const answer = await clerk.get(`/api/payroll-runs/${run?._id}/spreadsheet`);
  expect([answer.status, answer.body.error.message]).toEqual([409, 'This report has not been completed']);
  const exported = { action: 'payroll-report.exported', 'subject.id': run?._id };
  expect(await AuditModel.countDocuments(exported)).toBe(0);
});

test.each([
  ['startDate', 'endDate=1/31/2026'],
  ['endDate', 'startDate=1/31/2026'],
  ['endDate', 'startDate=1/31/2026&endDate=1/30/2026'],
])('a report without a range names %s: %s', async (field, query) => {
  const answer = await clerk.get(`/api/generate-payroll-report?payrollType=1&${query}`);
  expect([answer.status, answer.body.error.fields]).toEqual([
    400,
    { [field]: 'Please select report dates range' },
  ]);
});

test('the schedule shows what is due', async () => {
  const { body } = await clerk.get('/api/payroll-schedule?payrollType=1');
  expect(body).toMatchObject({ persons: 3, amount: 12 });
  expect(body.dueDate).toMatch(/-20$/);
});

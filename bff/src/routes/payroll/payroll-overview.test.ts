import { addDays } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import { ingestOrThrow, joined, makeAffiliate, makeSale } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import { type PayrollWorker, startPayrollWorker } from '../../testing/payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let worker: PayrollWorker;
let clerk: TestClient;
let name: string;
let affID: number;

const END = '2026-01-31';
const PERIOD = { startDate: '2026-01-01', endDate: END, dueDate: '2026-02-20' };
const NONE = { payments: 0, amount: 0 };
const ONE = { payments: 1, amount: 2 };

beforeAll(async () => {
  app = await startTestApp();
  worker = startPayrollWorker(app);
  ({ client: clerk, emailAddress: name } = await signedInAdministrator(app, ['payroll']));
  const affiliate = await makeAffiliate({
    firstName: 'Ann',
    lastName: 'Ellis',
    commission: 20,
    paymentType: 2,
    payPalUserName: 'ann@paypal.example',
  });
  affID = affiliate.affID;
  await ingestOrThrow(joined(affID, affiliate.trackID, '2026-01-05T15:00:00Z'));
  await makeSale({ memberID: affID, amountCents: 1000, at: '2026-01-06T15:00:00Z' });
});
afterAll(async () => {
  await worker.close();
  await app.close();
});

const overview = async (endDate = END) =>
  (await clerk.get(`/api/payroll-overview?payrollType=1&endDate=${endDate}`)).body;
const version = async () => (await clerk.get('/api/payroll-pulse?payrollType=1')).body.version;
const steps = ({ course }: { course: { step: string }[] }) => course.map(({ step }) => step);

test('a payroll is open; any day of its period is the same payroll, and without a day it is the current one', async () => {
  const open = await overview();
  expect(open).toMatchObject({
    ...PERIOD,
    overdue: true,
    progress: { endDate: END, open: ONE },
    unfiled: { nacha: NONE, paypal: NONE, unknown: NONE },
    files: [],
    returned: [],
    course: [],
    owed: { people: 0, amount: 0, largest: [] },
  });
  expect(await overview('2026-01-10')).toEqual(open);
  expect(open).not.toHaveProperty('earlier');
  const { body: current } = await clerk.get('/api/payroll-overview?payrollType=1');
  // It is open on both pages, and paid once.
  expect(current).toMatchObject({ progress: { open: ONE }, earlier: ONE });
  expect(current.endDate > addDays(today(), -32)).toBe(true);
});

test('one execution also makes the files; each step has its line, and moves the pulse', async () => {
  const before = await version();
  const asked = await clerk.send('POST', `/api/execute-payroll?affID=0&endDate=${END}&payrollType=1`, {
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ rows: [{ id: affID }], makeFiles: true }),
  });
  expect(asked.status).toBe(202);
  await waitFor(async () => (await overview()).files[0]?.state === 'open', { what: 'the file to be made' });
  const made = await overview();
  expect(made).toMatchObject({
    progress: { open: NONE, filed: ONE },
    files: [{ format: 'paypal', lines: 1, amount: 2, downloaded: false }],
    course: [
      { step: 'file-made', by: name, payments: 1, amount: 2, format: 'paypal' },
      { step: 'executed', by: name, payments: 1, amount: 2 },
    ],
  });
  const after = await version();
  expect(after).not.toBe(before);
  expect(await version()).toBe(after);
  await clerk.get(`/api/pay-files/${made.files[0].payFileID}/parts/1`);
  expect(steps(await overview())).toEqual(['file-downloaded', 'file-made', 'executed']);
  expect(await version()).not.toBe(after);
});

test('what comes back is named with its reason', async () => {
  const [file] = (await overview()).files;
  const marks = { payFileID: file.payFileID, state: 'returned', reason: 'Account closed' };
  expect((await clerk.post('/api/payment-marks', marks)).status).toBe(200);
  const returned = await overview();
  expect(returned).toMatchObject({
    progress: { filed: NONE, returned: ONE },
    returned: [{ affID, affName: 'Ann Ellis', amount: 2, reason: 'Account closed' }],
  });
  expect(returned.course[0]).toMatchObject({ step: 'returned', by: name, reason: 'Account closed' });
});

test('executed payments that are in no file are put into one by the day of their payroll, once', async () => {
  const { affID: other, trackID } = await makeAffiliate({
    commission: 20,
    paymentType: 2,
    payPalUserName: 'bob@paypal.example',
  });
  await ingestOrThrow(joined(other, trackID, '2026-01-05T15:00:00Z'));
  await makeSale({ memberID: other, amountCents: 1000, at: '2026-01-06T15:00:00Z' });
  await clerk.post(`/api/execute-payroll?affID=${other}&endDate=${END}&payrollType=1`, {});
  expect(await overview()).toMatchObject({ unfiled: { paypal: ONE }, progress: { executed: ONE } });
  const request = { payrollType: 1, format: 'paypal', endDate: END };
  expect((await clerk.post('/api/pay-files', request)).status).toBe(202);
  await waitFor(async () => (await overview()).progress.filed.payments === 1, {
    what: 'the file to be made',
  });
  expect((await clerk.post('/api/pay-files', request)).status).toBe(409);
  expect((await overview()).files).toHaveLength(2);
});

test('a balance below zero is named: it carries over', async () => {
  const { affID: owing, trackID } = await makeAffiliate({ firstName: 'Otto', commission: 20 });
  await ingestOrThrow(joined(owing, trackID, '2026-01-05T15:00:00Z'));
  await clerk.post('/api/payroll-adjustments', {
    adjustmentID: 'a3bb189e-8bf9-4888-9912-ace4e6543002',
    payrollType: 1,
    personID: owing,
    amount: -12.5,
    reason: 'paid twice',
  });
  const { owed } = (await clerk.get(`/api/payroll-overview?payrollType=1&endDate=${today()}`)).body;
  expect(owed).toMatchObject({ people: 1, amount: -12.5, largest: [{ affID: owing, amount: -12.5 }] });
});

test('past payrolls have their sums by state', async () => {
  const { affID: later, trackID } = await makeAffiliate({
    commission: 20,
    paymentType: 2,
    payPalUserName: 'cleo@paypal.example',
  });
  const { body: current } = await clerk.get('/api/payroll-overview?payrollType=1');
  const at = `${today()}T00:30:00Z`;
  await ingestOrThrow(joined(later, trackID, at));
  await makeSale({ memberID: later, amountCents: 1000, at });
  await clerk.post(`/api/execute-payroll?affID=${later}&endDate=${today()}&payrollType=1`, {});
  const { body: past } = await clerk.get('/api/past-payrolls?payrollType=1');
  expect(past[0]).toMatchObject({ executed: ONE, filed: NONE, paid: NONE, returned: NONE });
  expect(past[0].endDate >= current.startDate).toBe(true);
});

test('401 for visitors; 403 for affiliates and for clerks without the permission', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  for (const path of ['/api/payroll-overview', '/api/past-payrolls', '/api/payroll-pulse']) {
    expect((await app.client().get(path)).status).toBe(401);
    expect((await affiliate.get(path)).status).toBe(403);
    expect((await moderator.get(path)).status).toBe(403);
  }
  expect((await clerk.get('/api/payroll-overview?payrollType=3')).status).toBe(400);
  expect((await clerk.get('/api/payroll-overview?endDate=soon')).status).toBe(400);
});

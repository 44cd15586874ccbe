import { EventEmitter } from 'node:events';
import { addDays } from '@partnerdesk/contracts';
import { openRun, SYSTEM_ACTOR, today } from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import { makeAffiliate, makeMember, makeSale } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import type { Ctx } from '../../context';
import { type PayrollWorker, startPayrollWorker } from '../../testing/payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';
import { waitForEnd } from './payroll-runs.routes';

let app: TestApp;
let worker: PayrollWorker;
let clerk: TestClient;
let affID: number;

const END = '2026-01-31';
const LATER = { prefer: 'respond-async' };
const path = (person = 0) => `/api/generate-payroll?affID=${person}&endDate=1/31/2026&payrollType=1`;

beforeAll(async () => {
  app = await startTestApp();
  worker = startPayrollWorker(app);
  ({ client: clerk } = await signedInAdministrator(app, ['payroll']));
  const affiliate = await makeAffiliate({ firstName: 'Ann', lastName: 'Ellis', commission: 20 });
  affID = affiliate.affID;
  const at = '2026-01-05T15:00:00Z';
  const { memberID } = await makeMember({}, { affiliate, at });
  await makeSale({ memberID, amountCents: 1234, at });
});
afterEach(() => worker.resume());
afterAll(async () => {
  await worker.close();
  await app.close();
});

const row = () => ({
  affID,
  affName: 'Ann Ellis',
  startPeriod: '2026-01-05',
  endPeriod: END,
  payoutAmount: 2.47,
  commission: 20,
  paymentType: 0,
  entries: 1,
  fingerprint: expect.any(String),
});

test('asked plainly, it answers the rows once the worker has them', async () => {
  const answer = await clerk.get(path());
  expect([answer.status, answer.body]).toEqual([200, [row()]]);
  expect((await clerk.get(path(affID + 1000))).body).toEqual([]);
});

test('asked to respond later, it names the job’s address, which leads to the rows', async () => {
  await worker.pause();
  const accepted = await clerk.get(path(), LATER);
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('location')).toBe(`/api/jobs/${accepted.body.id}`);
  expect(accepted.headers.get('preference-applied')).toBe('respond-async');
  const follow = async () => (await clerk.get(`/api/jobs/${accepted.body.id}`)).body;
  expect(await follow()).toEqual({ id: accepted.body.id, state: 'waiting', progress: { done: 0, total: 0 } });
  await worker.resume();
  const done = await waitFor(
    async () => {
      const status = await follow();
      return status.state === 'completed' && status;
    },
    { what: 'the end of the job' },
  );
  expect(done).toMatchObject({ progress: { done: 1, total: 1 }, result: [row()] });
});

test('the result is there for a second clerk, with who asked for it', async () => {
  const { body } = await clerk.get(path(), LATER);
  await waitFor(async () => (await clerk.get(`/api/payroll-runs/${body.id}`)).body.state === 'completed', {
    what: 'the end of the run',
  });
  const { client: second } = await signedInAdministrator(app, ['payroll']);
  const { body: runs } = await second.get('/api/payroll-runs?payrollType=1');
  expect(runs[0]).toMatchObject({ id: body.id, kind: 'generate', endDate: END, rows: 1, amount: 2.47 });
  expect(runs[0].requestedBy).toMatch(/^admin-/);
  const rows = await second.get(`/api/payroll-runs/${body.id}/rows?offset=0&limit=10`);
  expect([rows.headers.get('x-total-count'), rows.body]).toEqual(['1', [row()]]);
});

test('two who ask for the same while it waits get one run', async () => {
  await worker.pause();
  const { body: first } = await clerk.get(path(), LATER);
  const { body: second } = await clerk.get(path().replace('1/31/2026', END), LATER);
  expect(second.id).toBe(first.id);
  expect(await app.queues.payroll.count()).toBe(1);
  await worker.resume();
  await waitFor(async () => (await clerk.get(`/api/jobs/${first.id}`)).body.state === 'completed', {
    what: 'the end of the job',
  });
});

test('a run is cancelled, and says so', async () => {
  await worker.pause();
  const { body } = await clerk.get(path(), LATER);
  expect((await clerk.send('DELETE', `/api/payroll-runs/${body.id}`)).body).toMatchObject({
    cancelling: true,
  });
  await worker.resume();
  const run = await waitFor(
    async () => {
      const answer = (await clerk.get(`/api/payroll-runs/${body.id}`)).body;
      return answer.state !== 'waiting' && answer.state !== 'active' && answer;
    },
    { what: 'the end of the run' },
  );
  expect(run).toMatchObject({ state: 'cancelled', cancelling: false });
});

test('a call whose caller has gone looks at its run a last time, and waits no longer', async () => {
  const res = new EventEmitter();
  let looks = 0;
  const look = async () => {
    looks += 1;
    setImmediate(() => res.emit('close'));
    return undefined;
  };
  await expect(waitForEnd({ res } as unknown as Ctx, look)).rejects.toMatchObject({ code: 'unavailable' });
  expect(looks).toBe(2);
});

test('an outage while a call waits does not end it; what else fails does', async () => {
  const ctx = { res: new EventEmitter() } as unknown as Ctx;
  const away = Object.assign(new Error('no primary'), { name: 'MongoServerSelectionError' });
  const looks = [Promise.resolve(undefined), Promise.reject(away), Promise.resolve('ended')];
  for (const each of looks) each.catch(() => undefined);
  expect(await waitForEnd(ctx, () => looks.shift() ?? Promise.resolve('late'))).toBe('ended');
  await expect(waitForEnd(ctx, () => Promise.reject(new RangeError('wrong')))).rejects.toThrow('wrong');
});

test('a call waits for two minutes at most', async () => {
  const ctx = { res: new EventEmitter() } as unknown as Ctx;
  const start = Date.now();
  let looks = 0;
  const now = jest.spyOn(Date, 'now').mockImplementation(() => start + looks * 50_000);
  const look = async () => {
    looks += 1;
    return undefined;
  };
  await expect(waitForEnd(ctx, look)).rejects.toMatchObject({ code: 'unavailable' });
  expect(looks).toBe(3);
  now.mockRestore();
});

test('a run whose job the queue has lost still answers', async () => {
  await worker.pause();
  const answer = clerk.get(path());
  await waitFor(async () => (await app.queues.payroll.count()) === 1, { what: 'the job in the queue' });
  await app.queues.payroll.empty();
  const endDate = END;
  const run = await openRun({ kind: 'generate', payrollType: 1, endDate, personID: 0, by: SYSTEM_ACTOR });
  // As the worker's sweep does.
  await enqueue(app.queues.payroll, 'payroll-run', { runID: run._id });
  await worker.resume();
  expect((await answer).body).toEqual([row()]);
});

test('401 for visitors, 403 for affiliates and for administrators without the permission', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: moderator } = await signedInAdministrator(app, ['moderation', 'accounts', 'statistics']);
  for (const address of [
    path(),
    '/api/generate-payroll-report?startDate=1/1/2026&endDate=1/31/2026&payrollType=1',
    '/api/payroll-runs?payrollType=1',
    '/api/payroll-schedule?payrollType=1',
    '/api/pay-files?payrollType=1',
    '/api/jobs/payroll-run.x',
  ]) {
    expect((await app.client().get(address)).status).toBe(401);
    expect((await affiliate.get(address)).status).toBe(403);
    expect((await moderator.get(address)).status).toBe(403);
  }
  for (const address of [
    '/api/execute-payroll?affID=1&endDate=1/31/2026&payrollType=1',
    '/api/payroll-adjustments',
    '/api/payment-marks',
    '/api/pay-files',
  ]) {
    expect((await app.client().post(address)).status).toBe(401);
    expect((await affiliate.post(address)).status).toBe(403);
    expect((await moderator.post(address)).status).toBe(403);
  }
});

test.each(['payroll-run.none', 'send-mail.1', 'toString', '..%2f..', 'x'.repeat(250)])(
  'there is no job %s',
  async (id) => {
    expect((await clerk.get(`/api/jobs/${id}`)).status).toBe(404);
  },
);

test.each([
  ['endDate', 'affID=0&payrollType=1', 'Please select payroll end date'],
  ['endDate', 'affID=0&payrollType=1&endDate=31/1/2026', 'Please select payroll end date'],
  ['affID', 'affID=x&payrollType=1&endDate=1/31/2026', 'Please enter Affiliate ID'],
  ['affID', 'affID=-1&payrollType=1&endDate=1/31/2026', 'Please enter Affiliate ID'],
  ['affID', 'affID=1.5&payrollType=2&endDate=1/31/2026', 'Please enter Operator ID'],
  ['affID', 'affID=0&affID=1&payrollType=1&endDate=1/31/2026', undefined],
  ['payrollType', 'affID=0&payrollType=3&endDate=1/31/2026', undefined],
  ['staffID', 'affID=0&payrollType=1&endDate=1/31/2026&staffID=1', undefined],
])('%s is named in %s', async (field, query, text) => {
  for (const answer of [
    await clerk.get(`/api/generate-payroll?${query}`),
    await clerk.post(`/api/execute-payroll?${query}`),
  ]) {
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields)).toContain(field);
    if (text) expect(answer.body.error.fields[field]).toBe(text);
  }
});

test('a day to come is refused before anything is computed or paid', async () => {
  const query = `affID=0&payrollType=1&endDate=${addDays(today(), 1)}`;
  for (const answer of [
    await clerk.get(`/api/generate-payroll?${query}`),
    await clerk.post(`/api/execute-payroll?${query}`),
  ]) {
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['endDate']]);
  }
});

import { AppError, addDays } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import { createQueue, type Job, type Queue, toJobError } from '@partnerdesk/queues';
import { waitFor } from '@partnerdesk/testing/services';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let clerk: TestClient;
const workers: Queue[] = [];

beforeEach(async () => {
  app = await startTestApp();
  ({ client: clerk } = await signedInAdministrator(app, ['payroll']));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((queue) => queue.close()));
  await app.close();
});

/** Something that takes the jobs; what the worker computes is for the worker's tests. */
function work(handle: (job: Job) => Promise<unknown>): void {
  const queue = createQueue('payroll', { redisUrl: app.env.redisUrl, prefix: app.prefix });
  workers.push(queue);
  void queue.process('generate-payroll', 1, handle as (job: Job) => Promise<void>);
}

const PATH = '/api/generate-payroll?affID=0&endDate=1/31/2026&payrollType=1';
const rows = [{ affID: 1, payoutAmount: 12.34 }];

test('asked plainly, it answers the rows once the worker has them', async () => {
  work(async (job) => (job.data.endDate === '2026-01-31' && job.data.affID === 0 ? rows : []));
  const answer = await clerk.get(PATH);
  expect([answer.status, answer.body]).toEqual([200, rows]);
});

test('asked to respond later, it tells where to look, and there the job is followed to its rows', async () => {
  const accepted = await clerk.get(PATH, { prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('location')).toBe(`/api/jobs/${accepted.body.id}`);
  expect(accepted.headers.get('preference-applied')).toBe('respond-async');
  const follow = async () => (await clerk.get(`/api/jobs/${accepted.body.id}`)).body;
  expect(await follow()).toEqual({ id: accepted.body.id, state: 'waiting', progress: { done: 0, total: 0 } });
  let finish: () => void = () => {};
  work(async (job) => {
    await job.progress({ done: 5, total: 9 });
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return rows;
  });
  const active = await waitFor(async () => {
    const status = await follow();
    return status.progress.done === 5 && status;
  });
  expect(active).toMatchObject({ state: 'active', progress: { done: 5, total: 9 } });
  finish();
  const done = await waitFor(async () => {
    const status = await follow();
    return status.state === 'completed' && status;
  });
  expect(done.result).toEqual(rows);
});

test('two who ask for the same while it is computed get one computation', async () => {
  let runs = 0;
  const both = Promise.all([clerk.get(PATH), clerk.get(PATH.replace('1/31/2026', '2026-01-31'))]);
  await waitFor(async () => (await app.queues.payroll.count()) === 1);
  work(async () => {
    runs += 1;
    return rows;
  });
  const [first, second] = await both;
  expect([first.body, second.body, runs]).toEqual([rows, rows, 1]);
});

test('what the worker refuses reaches the clerk, what breaks in it does not', async () => {
  work(async (job) => {
    await job.discard();
    throw toJobError(job.data.affID === 1 ? new AppError('conflict', 'Not now') : new Error('secret'));
  });
  const refused = await clerk.get(PATH.replace('affID=0', 'affID=1'));
  expect([refused.status, refused.body.error.message]).toEqual([409, 'Not now']);
  const broken = await clerk.get(PATH);
  expect(broken.status).toBe(500);
  expect(broken.text).not.toContain('secret');
});

test('401 for visitors, 403 for affiliates and for administrators without the permission', async () => {
  expect((await app.client().get(PATH)).status).toBe(401);
  const { client: affiliate } = await signedInAffiliate(app);
  expect((await affiliate.get(PATH)).status).toBe(403);
  const { client: moderator } = await signedInAdministrator(app, ['moderation', 'accounts', 'statistics']);
  expect((await moderator.get(PATH)).status).toBe(403);
  expect(await app.queues.payroll.count()).toBe(0);
});

test('a job is seen only by those who could have asked for it', async () => {
  const { body } = await clerk.get(PATH, { prefer: 'respond-async' });
  const { client: affiliate } = await signedInAffiliate(app);
  expect((await app.client().get(`/api/jobs/${body.id}`)).status).toBe(401);
  expect((await affiliate.get(`/api/jobs/${body.id}`)).status).toBe(403);
});

test.each(['generate-payroll.none', 'send-mail.1', 'toString', '..%2f..', 'x'.repeat(300)])(
  'there is no job %.30s',
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
  ['payrollType', 'affID=0&payrollType=3&endDate=1/31/2026', undefined],
  ['staffID', 'affID=0&payrollType=1&endDate=1/31/2026&staffID=1', undefined],
])('%s is named in %s', async (field, query, text) => {
  const answer = await clerk.get(`/api/generate-payroll?${query}`);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

test('a day to come is refused before anything is computed', async () => {
  const answer = await clerk.get(
    `/api/generate-payroll?affID=0&payrollType=1&endDate=${addDays(today(), 1)}`,
  );
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['endDate']]);
  expect(await app.queues.payroll.count()).toBe(0);
});

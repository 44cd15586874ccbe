import { AuditModel, today } from '@partnerdesk/domain';
import { createQueue, jobIdOf, type Queue, type QueueName } from '@partnerdesk/queues';
import { makeAffiliate, makeMember, makeSale } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const workers: Queue[] = [];
afterAll(() => Promise.all(workers.map((worker) => worker.close())));

/** A job that a worker has failed, for good. */
async function failJob(queue: QueueName, name: string, id: string, message = 'boom') {
  const { env, prefix, queues } = app;
  await queues[queue].add(name, {}, { jobId: id, attempts: 1 });
  const worker = createQueue(queue, { redisUrl: env.redisUrl, prefix });
  workers.push(worker);
  const failed = new Promise<void>((resolve) => worker.once('failed', () => resolve()));
  void worker.process(name, async () => {
    throw new Error(message);
  });
  await failed;
  await worker.close();
}

const dashboard = async (permissions: Parameters<typeof signedInAdministrator>[1]) => {
  const { client } = await signedInAdministrator(app, permissions);
  return (await client.get('/api/office-dashboard')).body;
};

test('401 for visitors, 403 for affiliates', async () => {
  expect((await app.client().get('/api/office-dashboard')).status).toBe(401);
  expect((await app.client().post('/api/retry-job', { id: 'x' })).status).toBe(401);
  const { client } = await signedInAffiliate(app);
  expect((await client.get('/api/office-dashboard')).status).toBe(403);
  expect((await client.post('/api/retry-job', { id: 'send-mail.1' })).status).toBe(403);
});

test.each([
  [[], []],
  [['moderation'], ['waiting']],
  [['payroll'], ['payrollDue']],
  [['statistics'], ['figures']],
  [
    ['moderation', 'payroll', 'statistics', 'accounts'],
    ['waiting', 'payrollDue', 'figures'],
  ],
] as const)('permissions %j show %j', async (permissions, parts) => {
  expect(Object.keys(await dashboard(permissions))).toEqual([...parts, 'health']);
});

test.each([
  [['moderation'], ['pictures']],
  [['accounts'], ['mail']],
  [['payroll'], ['payroll']],
  [['statistics'], []],
] as const)('permissions %j: the health of the queues %j', async (permissions, names) => {
  const { health } = await dashboard(permissions);
  expect(health.queues.map(({ name }: { name: string }) => name)).toEqual(names);
});

test('today’s and yesterday’s figures, payroll due, when events last came in', async () => {
  expect((await dashboard(['statistics'])).health.lastEventsAt).toBeNull();
  const at = new Date().toISOString();
  const { memberID } = await makeMember({}, { affiliate: await makeAffiliate({ commission: 20 }), at });
  await makeSale({ memberID, amountCents: 1000, at });
  const { figures, payrollDue, health } = await dashboard(['statistics', 'payroll']);
  expect(figures.today).toMatchObject({ day: today(), salesCount: 1, salesAmount: 10, newMembersCount: 1 });
  expect(figures.yesterday).toMatchObject({ salesCount: 0 });
  expect(payrollDue.affiliates).toMatchObject({ persons: 1, amount: 2, overdue: false });
  expect(payrollDue.operators).toMatchObject({ persons: 0, amount: 0 });
  expect(Date.now() - Date.parse(health.lastEventsAt)).toBeLessThan(60_000);
});

test('a failed job is listed for those whose business it is, its inner reason is not, and it can be tried again once', async () => {
  const id = jobIdOf('send-mail', 'm1');
  await failJob('mail', 'send-mail', id, 'smtp://user:secret@host refused');
  const { client: clerk } = await signedInAdministrator(app, ['accounts']);
  const failed = async () => (await clerk.get('/api/office-dashboard')).body.health.failedJobs;
  expect(await failed()).toEqual([
    expect.objectContaining({
      id,
      name: 'send-mail',
      attempts: 1,
      reason: 'Error occured. Please try again later',
    }),
  ]);
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  expect((await moderator.get('/api/office-dashboard')).body.health.failedJobs).toEqual([]);
  expect((await moderator.post('/api/retry-job', { id })).status).toBe(403);

  expect((await clerk.post('/api/retry-job', { id })).body).toBe(true);
  expect(await failed()).toEqual([]);
  expect((await clerk.post('/api/retry-job', { id })).status).toBe(409);
  expect(await AuditModel.countDocuments({ action: 'job.retried', 'subject.id': id })).toBe(1);
});

test.each([
  ['send-mail.none', 404],
  ['no-such-job.1', 403],
  ['', 400],
  ['send-mail.'.padEnd(300, 'x'), 400],
])('retrying %j answers %i', async (id, status) => {
  const { client } = await signedInAdministrator(app);
  expect((await client.post('/api/retry-job', { id })).status).toBe(status);
});

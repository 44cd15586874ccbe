import { AuditModel } from '@partnerdesk/domain';
import { failJob } from '../../testing/failed-job';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const clientWith = async (permission: 'audit' | 'queues') =>
  (await signedInAdministrator(app, [permission])).client;

test('the page loads nothing from elsewhere, and its files are there', async () => {
  const client = await clientWith('audit');
  const { status, text, headers } = await client.get('/queues');
  expect(status).toBe(200);
  expect(text).not.toMatch(/https?:/);
  expect(text).not.toContain('<%');
  expect(headers.get('content-security-policy')).toContain("base-uri 'self'");
  const scripts = [...text.matchAll(/(?:src|href)="(static\/[^"]+\.(?:js|css))"/g)];
  expect(scripts.length).toBeGreaterThan(2);
  for (const [, name] of scripts) expect((await client.get(`/queues/${name}`)).status).toBe(200);
  expect((await client.get('/queues/static/../package.json')).status).not.toBe(200);
});

test('a failed job is shown without what is not meant to be seen, and tried again only with the permission', async () => {
  await failJob(app, 'pictures', 'process-photo', '1');
  const reader = await clientWith('audit');
  const seen = await reader.get(
    '/queues/api/queues?activeQueue=pictures&status=failed&page=1&jobsPerPage=10',
  );
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const jobs = seen.body.queues.find(({ name }: { name: string }) => name === 'pictures').jobs;
  expect(jobs).toMatchObject([
    { id: '1', failedReason: 'Error occured. Please try again later', stacktrace: [] },
  ]);
  expect(seen.text).not.toContain('secret');

  const retry = '/queues/api/queues/pictures/1/retry';
  expect((await reader.send('PUT', retry)).status).toBe(403);
  const keeper = await clientWith('queues');
  await AuditModel.deleteMany({});
  expect((await keeper.send('PUT', retry)).status).toBe(204);
  expect(await (await app.queues.pictures.getJob('1'))?.isFailed()).toBe(false);
  expect(await AuditModel.find({ action: 'queues.changed' }).lean()).toMatchObject([
    { subject: { type: 'queues', id: 'queues/pictures/1/retry' } },
  ]);
});

test.each([
  ['PUT', '/queues/api/queues/pictures/obliterate'],
  ['PUT', '/queues/api/queues/pictures/empty'],
  ['PUT', '/queues/api/queues/none/pause'],
  ['PUT', '/queues/api/queues/pictures/none/retry'],
  ['POST', '/queues/api/queues/pictures/add'],
] as const)('nobody may %s %s, and no line says that somebody did', async (method, path) => {
  const client = await clientWith('queues');
  await AuditModel.deleteMany({});
  await app.queues.pictures.add('process-photo', { photoID: 2 }, { jobId: '2' });
  expect((await client.send(method, path)).status).toBe(404);
  expect(await app.queues.pictures.getJob('2')).not.toBeNull();
  expect(await AuditModel.countDocuments({ action: 'queues.changed' })).toBe(0);
});

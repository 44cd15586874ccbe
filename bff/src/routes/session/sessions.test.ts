import { TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The same person on another device. */
async function another(emailAddress: string) {
  const client = app.client();
  await client.post(
    '/api/login',
    { EmailAddress: emailAddress, Password: TEST_PASSWORD },
    { 'user-agent': FIREFOX },
  );
  return client;
}
const isIn = async (client: Awaited<ReturnType<typeof another>>) =>
  (await client.get('/api/session')).body.session !== null;

test('lists a person’s own sessions with device, place and time; one of them can be ended', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  await signedInAffiliate(app);
  const other = await another(affiliate.emailAddress);
  const { body: rows } = await client.get('/api/sessions');
  expect(rows).toHaveLength(2);
  const listed = rows.find((row: { current: boolean }) => !row.current);
  expect(listed).toMatchObject({ device: 'Firefox on Windows', place: '127.0.0.x' });
  expect(Date.parse(listed.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(listed.startedAt));
  const stranger = await signedInAffiliate(app);
  await stranger.client.send('DELETE', `/api/sessions/${listed.id}`);
  expect(await isIn(other)).toBe(true);
  expect((await client.send('DELETE', `/api/sessions/${listed.id}`)).status).toBe(200);
  expect([await isIn(other), await isIn(client)]).toEqual([false, true]);
  expect((await client.get('/api/sessions')).body).toHaveLength(1);
  expect((await client.send('DELETE', '/api/sessions/nonsense')).status).toBe(404);
});

test('signs out everywhere else at once, and goes on here under a new id', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const other = await another(affiliate.emailAddress);
  const before = client.cookies.get('partnerdesk');
  expect((await client.post('/api/end-other-sessions')).status).toBe(200);
  expect(client.cookies.get('partnerdesk')).not.toBe(before);
  expect([await isIn(other), await isIn(client)]).toEqual([false, true]);
});

test('after 30 days a session is over, however much it was used', async () => {
  const { client } = await signedInAffiliate(app);
  for (const key of await app.redis.keys(`${app.prefix}:session:*`)) {
    const session = JSON.parse((await app.redis.get(key)) ?? '{}');
    await app.redis.set(key, JSON.stringify({ ...session, startedAt: Date.now() - 30 * 86_400_000 }));
  }
  expect(await isIn(client)).toBe(false);
});

test('visitors have no list', async () => {
  expect((await app.client().get('/api/sessions')).status).toBe(401);
  expect((await app.client().post('/api/end-other-sessions')).status).toBe(401);
});

import { AdministratorModel, AffiliateModel } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a visitor has no session and gets no cookie', async () => {
  const answer = await app.client().get('/api/session');
  expect(answer.body).toEqual({ session: null });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an administrator’s session has the permissions', async () => {
  const { client } = await signedInAdministrator(app, ['payroll']);
  expect((await client.get('/api/session')).body.session).toMatchObject({
    affID: 0,
    affRole: 99,
    permissions: ['payroll'],
  });
});

test('logout ends the session in the browser and on the server', async () => {
  const { client } = await signedInAffiliate(app);
  const copy = app.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  const answer = await client.post('/api/logout');
  expect([answer.status, answer.body]).toEqual([200, true]);
  expect(client.cookies.has('partnerdesk')).toBe(false);
  expect((await copy.get('/api/session')).body).toEqual({ session: null });
});

test('logout without a session, or with an empty body, is no mistake', async () => {
  expect((await app.client().post('/api/logout')).status).toBe(200);
  expect((await app.client().send('POST', '/api/logout')).status).toBe(200);
});

test('a request under way while the person signs out does not bring the session back', async () => {
  const { client } = await signedInAffiliate(app);
  const copy = app.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  await Promise.all([
    ...Array.from({ length: 20 }, () => copy.get('/api/session')),
    client.post('/api/logout'),
  ]);
  const after = app.client();
  for (const [name, value] of copy.cookies) after.cookies.set(name, value);
  expect((await after.get('/api/session')).body).toEqual({ session: null });
});

test('a raised sessionVersion ends the session at once', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  await AffiliateModel.updateOne({ affID: affiliate.affID }, { $inc: { sessionVersion: 1 } });
  expect((await client.get('/api/session')).body).toEqual({ session: null });
  expect(client.cookies.has('partnerdesk')).toBe(false);
});

test('an account that is closed is signed out at once', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  await AffiliateModel.updateOne({ affID: affiliate.affID }, { $set: { status: 2 } });
  const answer = await client.get(`/api/quick-statistics?affID=${affiliate.affID}`);
  expect([answer.status, answer.body.error.code]).toEqual([401, 'not_signed_in']);
});

test('a permission that is taken is gone with the next request', async () => {
  const { client, adminID } = await signedInAdministrator(app, ['payroll']);
  await AdministratorModel.updateOne({ adminID }, { $set: { permissions: [] } });
  const answer = await client.get('/api/generate-payroll?endDate=1/31/2026&affID=0&payrollType=1');
  expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
});

test('a changed cookie is no session', async () => {
  const { client } = await signedInAffiliate(app);
  client.cookies.set('partnerdesk', `${client.cookies.get('partnerdesk')}x`);
  expect((await client.get('/api/session')).body).toEqual({ session: null });
});

test('Redis holds neither session ids nor who they are for in clear', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const keys = await app.redis.keys(`${app.prefix}:*`);
  expect(keys.join()).not.toContain(client.cookies.get('partnerdesk'));
  const values = await Promise.all(
    keys.filter((key) => key.includes(':session:')).map((key) => app.redis.get(key)),
  );
  expect(values.join()).not.toContain(affiliate.emailAddress);
});

import { MailModel, readDigest, readNotices, unsubscribeUrl } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const linkOf = (id: number) => {
  const url = unsubscribeUrl({ kind: 'affiliate', id, notice: 'weekly-summary' });
  return app.url + url.slice(url.indexOf('/unsubscribe'));
};

test('an affiliate chooses mails, an administrator the digest', async () => {
  const { client } = await signedInAffiliate(app);
  expect((await client.get('/api/notices')).body.on).toHaveLength(3);
  expect((await client.post('/api/notices', { on: ['weekly-summary'] })).status).toBe(200);
  expect((await client.get('/api/notices')).body).toEqual({ on: ['weekly-summary'] });
  const wrong = await client.post('/api/notices', { on: ['password-changed'] });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['on.0']]);
  const office = await signedInAdministrator(app, []);
  expect((await office.client.get('/api/daily-digest')).body).toEqual({ on: false });
  await office.client.post('/api/daily-digest', { on: true });
  expect(await readDigest(office.adminID)).toBe(true);
});

test('one click switches a mail off without a session: a POST of another origin; reading changes nothing', async () => {
  const { affiliate } = await signedInAffiliate(app);
  const link = linkOf(affiliate.affID);
  const read = await fetch(link);
  expect([read.status, await read.text()]).toEqual([
    200,
    expect.stringContaining('<button>Switch off</button>'),
  ]);
  expect(await readNotices(affiliate.affID)).toContain('weekly-summary');
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  for (let times = 0; times < 2; times += 1) {
    const done = await fetch(link, { method: 'POST', body, headers: { origin: 'https://mail.example' } });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done.')]);
  }
  expect(await readNotices(affiliate.affID)).toEqual(['payment-executed', 'payment-returned']);
  expect((await fetch(`${link}x`, { method: 'POST', body })).status).toBe(404);
  expect((await fetch(`${app.url}/unsubscribe`)).status).toBe(404);
});

test('mails that protect the account go out whatever is switched off', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  await client.post('/api/notices', { on: [] });
  const NewPassword = 'a fresh one';
  const { affID: AffID, emailAddress: to } = affiliate;
  await client.post('/api/update-affiliate-password', {
    AffID,
    NewPassword,
    ConfirmNewPassword: NewPassword,
  });
  expect(await MailModel.countDocuments({ to, kind: 'password-changed' })).toBe(1);
});

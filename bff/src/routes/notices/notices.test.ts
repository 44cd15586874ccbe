import { DAILY_DIGEST, NOTICES } from '@partnerdesk/contracts';
import {
  AuditModel,
  MailModel,
  readDigest,
  readNotices,
  saveDigest,
  unsubscribeUrl,
} from '@partnerdesk/domain';
import { LIMITS } from '../../middleware/rate-limit';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { ownChangesPerson: { max: 20, windowMs: 60_000 } } });
});
afterAll(() => app.close());

const pathOf = (ref: Parameters<typeof unsubscribeUrl>[0]) => {
  const url = unsubscribeUrl(ref);
  return url.slice(url.indexOf('/unsubscribe'));
};
const linkOf = (id: number) => app.url + pathOf({ kind: 'affiliate', id, notice: 'weekly-summary' });
/** As mail programs do it (RFC 8058): no cookie, another origin. */
const clickOnce = (link: string) =>
  fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    headers: { origin: 'https://mail.example' },
  });

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

test('an affiliate makes so many changes in ten minutes and no more; the office is not bounded by it', async () => {
  const [{ client, affiliate }, office] = [
    await signedInAffiliate(app),
    await signedInAdministrator(app, []),
  ];
  const statuses: number[] = [];
  for (let change = 0; change < 21; change += 1) {
    statuses.push((await client.post('/api/notices', { on: change % 2 ? [] : ['weekly-summary'] })).status);
    expect((await office.client.post('/api/daily-digest', { on: change % 2 === 0 })).status).toBe(200);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect((await client.get('/api/notices')).status).toBe(200);
  const lines = await AuditModel.find({ 'actor.kind': 'affiliate', 'actor.id': affiliate.affID }).lean();
  expect(lines.filter(({ action }) => !action.startsWith('sign-in')).length).toBeLessThanOrEqual(20);
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
  for (let times = 0; times < 2; times += 1) {
    const done = await clickOnce(link);
    expect(done.headers.getSetCookie()).toEqual([]);
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done.')]);
  }
  expect(await readNotices(affiliate.affID)).toEqual(['payment-executed', 'payment-returned']);
  expect((await clickOnce(`${link}x`)).status).toBe(404);
  expect((await fetch(`${app.url}/unsubscribe`)).status).toBe(404);
});

test.each(NOTICES)('one click switches %s off, and nothing else', async (notice) => {
  const { affiliate } = await signedInAffiliate(app);
  const stranger = await signedInAffiliate(app);
  expect((await clickOnce(app.url + pathOf({ kind: 'affiliate', id: affiliate.affID, notice }))).status).toBe(
    200,
  );
  expect(await readNotices(affiliate.affID)).toEqual(NOTICES.filter((each) => each !== notice));
  expect(await readNotices(stranger.affiliate.affID)).toEqual([...NOTICES]);
});

test('one click switches an administrator’s daily digest off', async () => {
  const { adminID } = await signedInAdministrator(app, []);
  await saveDigest(adminID, true);
  await clickOnce(app.url + pathOf({ kind: 'administrator', id: adminID, notice: DAILY_DIGEST }));
  expect(await readDigest(adminID)).toBe(false);
});

test('links are limited by whose mail it is, what is no link by the address', async () => {
  const { max } = LIMITS.unsubscribePerson;
  const { affiliate } = await signedInAffiliate(app);
  const link = linkOf(affiliate.affID);
  for (let count = 0; count < max; count += 1) expect((await clickOnce(link)).status).toBe(200);
  const refused = await clickOnce(link);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  const other = await signedInAffiliate(app);
  expect((await clickOnce(linkOf(other.affiliate.affID))).status).toBe(200);

  const own = await startTestApp({ limits: { wrongUnsubscribeAddress: { max: 2, windowMs: 600_000 } } });
  const statuses = [];
  for (const token of ['a', 'b', 'c'])
    statuses.push((await clickOnce(`${own.url}/unsubscribe?token=${token}`)).status);
  const good = pathOf({ kind: 'affiliate', id: other.affiliate.affID, notice: 'weekly-summary' });
  statuses.push((await clickOnce(own.url + good)).status);
  expect(statuses).toEqual([404, 404, 429, 200]);
  await own.close();
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

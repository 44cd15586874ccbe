import { createHash } from 'node:crypto';
import { addDays } from '@partnerdesk/contracts';
import {
  AffiliateModel,
  addClicks,
  ClickTotalModel,
  LinkDayModel,
  MAX_LINKS_A_DAY,
  makeTrackId,
  startOfDay,
  today,
} from '@partnerdesk/domain';
import { ClickBuffer } from '@partnerdesk/queues';
import { makeAffiliate } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const follow = (path: string, headers: Record<string, string> = {}) =>
  app.client().get(`/partner/${path}`, { 'user-agent': BROWSER, ...headers });
const store = () => new ClickBuffer(app.redis, app.prefix).drain(addClicks);
async function clicksOf(affID: number) {
  await store();
  return ClickTotalModel.find({ affID }, { _id: 0, affID: 0, seq: 0 }).sort({ tid: 1 }).lean();
}
async function daysOf(affID: number) {
  await store();
  return LinkDayModel.find({ _id: { $gt: `affiliate:${affID}:`, $lt: `affiliate:${affID};` } }).lean();
}

test('a click is counted, remembered for 30 days, and goes on to the landing page', async () => {
  const { affID, trackID } = await makeAffiliate();
  const answer = await follow(`${trackID}?tid=blog&lp=tour`);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(
    `http://localhost:8080/landing?trackID=${trackID}&tid=blog&lp=tour`,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [cookie = '', ...more] = answer.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(cookie).toMatch(new RegExp(`^partnerdesk_ref=trackID=${trackID}&tid=blog&lp=tour; `));
  expect(cookie).toMatch(/; samesite=lax; httponly/i);
  expect(Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()).toBeGreaterThan(
    29.9 * 86_400_000,
  );
  expect(await clicksOf(affID)).toEqual([{ tid: 'blog', lp: 'tour', clicks: 1 }]);
});

test('many at once are counted one by one, each source by itself', async () => {
  const { affID, trackID } = await makeAffiliate();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => follow(`${trackID}?tid=${index % 2 ? 'b' : 'a'}`)),
  );
  expect(await clicksOf(affID)).toEqual([
    { tid: 'a', lp: '', clicks: 15 },
    { tid: 'b', lp: '', clicks: 15 },
  ]);
});

test('a link of nobody’s leads to the same page, uncounted and forgotten', async () => {
  const before = await ClickTotalModel.countDocuments();
  for (const trackID of [makeTrackId(), 'x'.repeat(500), '%24ne', '..%2f..']) {
    const answer = await follow(trackID);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, []]);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:8080\/landing/);
  }
  expect(await ClickTotalModel.countDocuments()).toBe(before);
});

test('a click that cannot be counted still leads on, and who sent the visitor is remembered', async () => {
  const { affID, trackID } = await makeAffiliate();
  jest.spyOn(ClickBuffer.prototype, 'add').mockRejectedValueOnce(new Error('Redis does not answer'));
  const answer = await follow(`${trackID}?tid=blog`);
  expect([answer.status, await clicksOf(affID)]).toEqual([302, []]);
  expect(answer.headers.getSetCookie()[0]).toMatch(`partnerdesk_ref=trackID=${trackID}&tid=blog&lp=; `);
  jest.restoreAllMocks();
});

test('source ids are cut to their length and lose what is no text', async () => {
  const { affID, trackID } = await makeAffiliate();
  await follow(`${trackID}?tid=${'t'.repeat(80)}&lp=a%00b%0d%0ac`);
  await follow(`${trackID}?tid=a&tid=b&lp[x]=1`);
  expect(await clicksOf(affID)).toEqual([
    { tid: '', lp: '', clicks: 1 },
    { tid: 't'.repeat(50), lp: 'abc', clicks: 1 },
  ]);
});

test('a source id that is cut within a letter of two halves is counted without it', async () => {
  const { affID, trackID } = await makeAffiliate();
  const answer = await follow(`${trackID}?tid=${'t'.repeat(49)}${encodeURIComponent('😀')}`);
  expect(await clicksOf(affID)).toEqual([{ tid: 't'.repeat(49), lp: '', clicks: 1 }]);
  expect(answer.headers.get('location')).toMatch(/tid=t{49}$/);
});

test('invented source ids make so many links a day at most; what comes above is counted without its source', async () => {
  const { affID, trackID } = await makeAffiliate();
  await follow(`${trackID}?tid=known`);
  await store();
  const invented = Array.from({ length: MAX_LINKS_A_DAY - 1 }, (_, index) => `invented-${index}`);
  const counts = invented.map((tid) => ({ affID, day: today(), marks: { tid, lp: '' }, inc: { clicks: 1 } }));
  await addClicks(Date.now() * 1000, counts);
  await follow(`${trackID}?tid=above&lp=tour`);
  await follow(`${trackID}?tid=known`);
  const clicks = await clicksOf(affID);
  expect(clicks).toHaveLength(MAX_LINKS_A_DAY + 1);
  expect(clicks).toContainEqual({ tid: '', lp: '', clicks: 1 });
  expect(clicks).toContainEqual({ tid: 'known', lp: '', clicks: 2 });
});

test('a visitor counts once a day, bots and prefetching are left out, and nothing that names anybody is kept', async () => {
  const { affID, trackID } = await makeAffiliate();
  for (let count = 0; count < 3; count += 1) await follow(`${trackID}?tid=a`);
  await follow(`${trackID}?tid=b`);
  await follow(`${trackID}?tid=b`, { 'user-agent': `${BROWSER} Edg/140.0` });
  await follow(trackID, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await follow(trackID, { 'user-agent': '' });
  await follow(trackID, { 'sec-purpose': 'prefetch;prerender' });
  const [day] = await daysOf(affID);
  expect(day?.rows).toEqual([
    { tid: 'a', lp: '', clicks: 3, visitors: 1 },
    { tid: 'b', lp: '', clicks: 2, visitors: 1 },
    { tid: '', lp: '', bots: 2 },
  ]);
  expect(await clicksOf(affID)).toEqual([
    { tid: 'a', lp: '', clicks: 3 },
    { tid: 'b', lp: '', clicks: 2 },
  ]);
  const kept = await app.redis.keys(`${app.prefix}:clicks:*`);
  for (const key of kept.filter((each) => !each.endsWith(':last')))
    expect(await app.redis.pexpiretime(key)).toBe(startOfDay(addDays(today(), 1)).getTime());
});

test('sub-ids go with the click, the cookie and the landing page; what is too long or no text is cut', async () => {
  const { affID, trackID } = await makeAffiliate();
  const answer = await follow(`${trackID}?s1=ad&s2=${'x'.repeat(10_000)}&s3=%00%0a&s5=a%09b&s6=no`);
  const subs = { s1: 'ad', s2: 'x'.repeat(50), s5: 'ab' };
  expect(answer.headers.get('location')).toBe(
    `http://localhost:8080/landing?${new URLSearchParams({ trackID, ...subs })}`,
  );
  expect(answer.headers.getSetCookie()[0]).toContain(`s1=ad&s2=${'x'.repeat(50)}&s5=ab`);
  expect((await daysOf(affID))[0]?.rows).toEqual([{ tid: '', lp: '', ...subs, clicks: 1, visitors: 1 }]);
});

test('what only looks at a link is not a click', async () => {
  const { affID, trackID } = await makeAffiliate();
  const answer = await app.client().send('HEAD', `/partner/${trackID}`);
  expect([answer.status, await clicksOf(affID)]).toEqual([302, []]);
});

test('the browser’s own session is neither read nor touched', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const answer = await client.get(`/partner/${affiliate.trackID}`);
  expect(answer.headers.getSetCookie().filter((line) => line.startsWith('partnerdesk='))).toEqual([]);
});

test('no visitor’s address is in the log', async () => {
  const { trackID } = await makeAffiliate();
  await follow(trackID);
  await app.client().get('/landing');
  const paths = () => app.logLines().map(({ path }) => String(path));
  await waitFor(async () => paths().includes('/landing'), { what: 'the line of the next request' });
  expect(paths().filter((path) => path.startsWith('/partner/'))).toEqual([]);
});

test('a closed affiliate’s old links still lead somewhere', async () => {
  const { affID, trackID } = await makeAffiliate();
  await AffiliateModel.updateOne({ affID }, { $set: { status: 2 } });
  expect((await follow(trackID)).status).toBe(302);
});

test('with the service’s own page set, links lead there', async () => {
  const other = await startTestApp({ env: { LANDING_URL: 'https://chat.example.com/join?from=partner' } });
  const { trackID } = await makeAffiliate();
  const answer = await other.client().get(`/partner/${trackID}?lp=tour`);
  expect(answer.headers.get('location')).toBe(
    `https://chat.example.com/join?from=partner&trackID=${trackID}&lp=tour`,
  );
  await other.close();
});

test('without one there is a page of our own', async () => {
  const answer = await app.client().get('/landing?trackID=x');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  // A browser draws it with its own style sheet and loads nothing else.
  const style = /<style>([^<]*)<\/style>/.exec(answer.text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(
    `default-src 'none'; style-src 'sha256-${hash}'`,
  );
});

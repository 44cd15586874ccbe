import { AuditModel } from '@partnerdesk/domain';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { DEEP_LINK_PAGES: '/operators/,/prices' } });
});
afterAll(() => app.close());

const AGENT = { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' };
const INPUT = { name: 'November mail', tid: 'mail', lp: 'chat-1', s1: 'ad 7', to: '/operators/anna' };

test('an affiliate saves links by name; the same again is the same, and removing it twice too', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const pages = ['/operators/', '/prices'];
  expect((await client.get('/api/campaigns')).body).toEqual({ campaigns: [], pages });
  await client.post('/api/campaigns', INPUT);
  const { body } = await client.post('/api/campaigns', INPUT);
  expect(body).toEqual({ campaigns: [{ ...INPUT, campaignID: expect.any(String) }], pages });
  const stranger = await signedInAffiliate(app);
  const path = `/api/campaigns?campaignID=${body.campaigns[0].campaignID}`;
  await stranger.client.send('DELETE', path);
  expect((await client.get('/api/campaigns')).body.campaigns).toHaveLength(1);
  for (const _ of [1, 2]) expect((await client.send('DELETE', path)).body.campaigns).toEqual([]);
  // Printed short links go on.
  const short = await app.client().get(`/go/${body.campaigns[0].campaignID}`, AGENT);
  expect(short.headers.get('location')).toBe(
    `http://localhost:8080/operators/anna?trackID=${affiliate.trackID}&tid=mail&lp=chat-1&s1=ad+7`,
  );
  expect((await client.post('/api/campaigns', INPUT)).body).toEqual(body);
  const unknown = await app.client().get('/go/nobody', AGENT);
  expect([unknown.headers.get('location'), unknown.headers.getSetCookie()]).toEqual([
    'http://localhost:8080/landing',
    [],
  ]);
});

test('saving, removing and bringing back a link are in the audit log, once each', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  await client.post('/api/campaigns', INPUT);
  const { body } = await client.post('/api/campaigns', INPUT);
  const campaign = body.campaigns[0].campaignID;
  const path = `/api/campaigns?campaignID=${campaign}`;
  for (const _ of [1, 2]) await client.send('DELETE', path);
  await client.post('/api/campaigns', { ...INPUT, name: 'December mail' });
  const subject = { type: 'affiliate', id: String(affiliate.affID) };
  const lines = await AuditModel.find({ subject, action: { $in: ['campaign.saved', 'campaign.removed'] } })
    .sort({ seq: 1 })
    .lean();
  expect(lines.map(({ action, after, actor }) => [action, after, actor?.id])).toEqual([
    ['campaign.saved', { campaign, ...INPUT }, affiliate.affID],
    ['campaign.removed', { campaign }, affiliate.affID],
    ['campaign.saved', { campaign, ...INPUT, name: 'December mail' }, affiliate.affID],
  ]);
});

test.each([
  [{ name: '' }, 'name', 'Please enter a name'],
  [{ s2: 'x'.repeat(10_000) }, 's2', 'Please enter at most 50 characters'],
  [{ tid: 'a\u0000b' }, 'tid', 'Please leave out control characters'],
  [{ to: 'https://evil.example/' }, 'to', 'Links may not lead to this page of the service'],
  [{ to: '//evil.example/operators/' }, 'to', 'Links may not lead to this page of the service'],
  [{ to: '/operators/%2e%2e/admin' }, 'to', 'Links may not lead to this page of the service'],
  [
    { name: 'Another name' },
    'tid',
    "These ids are saved as 'November mail' already: reports could not distinguish the two",
  ],
  [{ tid: 'else' }, 'name', 'There is a campaign with this name'],
])('a campaign with %j is refused by the field’s name', async (wrong, field, text) => {
  const { client } = await signedInAffiliate(app);
  await client.post('/api/campaigns', INPUT);
  const answer = await client.post('/api/campaigns', { ...INPUT, ...wrong });
  expect([answer.status, answer.body.error.fields]).toEqual([400, { [field]: text }]);
  expect((await client.get('/api/campaigns')).body.campaigns).toHaveLength(1);
});

test('a link leads to a page of the service that is allowed, and to the landing page instead of any other', async () => {
  const { affiliate } = await signedInAffiliate(app);
  const goesTo = async (to: string) => {
    const path = `/partner/${affiliate.trackID}?to=${encodeURIComponent(to)}`;
    const { origin, pathname } = new URL((await app.client().get(path, AGENT)).headers.get('location') ?? '');
    expect(origin).toBe('http://localhost:8080');
    return pathname;
  };
  expect(await goesTo('/operators/anna')).toBe('/operators/anna');
  expect(await goesTo('/prices?x=1#y')).toBe('/prices');
  for (const to of [
    '/prices/more',
    '/operators/../admin',
    '//evil.example/prices',
    'https://evil.example/prices',
    `/operators/${'x'.repeat(10_000)}`,
  ])
    expect(await goesTo(to)).toBe('/landing');
});

import { addDays, LATEST_SALES, PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  addClicks,
  EntryModel,
  EventModel,
  executePayroll,
  markPayments,
  SYSTEM_ACTOR,
  today,
} from '@partnerdesk/domain';
import { ingest, joined, sale } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';
import type { TestClient } from '../testing/test-client';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => EntryModel.base.set('debug', false));

test('the dashboard’s sums are read from totals of days, not the entries and events that they are made of', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, trackID } = affiliate;
  await ingest(joined(70_101, trackID), sale('dashboard-sale', 70_101, 1000, new Date().toISOString()));
  const days = `startDate=${addDays(today(), -30)}&endDate=${today()}`;
  const calls = [
    `quick-statistics?affID=${affID}`,
    `affiliate-balance?affiliateID=${affID}`,
    `link-report?affiliateID=${affID}&by=day&${days}`,
  ];
  const statuses = async () => {
    const answers = [];
    for (const call of calls) answers.push((await client.get(`/api/${call}`)).status);
    return answers;
  };
  // The first one counts what has come since the last report: each entry once, for all affiliates.
  await statuses();
  /** Collections that are asked. */
  const asked = new Set<string>();
  EntryModel.base.set('debug', (collection: string) => asked.add(collection));
  expect(await statuses()).toEqual(calls.map(() => 200));
  const { body } = await client.get(`/api/quick-statistics?affID=${affID}`);
  expect(body.today).toBeGreaterThan(0);
  const names = [...asked];
  expect(names).toContain('dayTotals');
  for (const { collection } of [EntryModel, EventModel])
    expect(names).not.toContain(collection.collectionName);
});

const AGENT = { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' };

test('how far an affiliate has come, and what has just come of their links', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, trackID } = affiliate;
  const activity = async () => (await client.get(`/api/affiliate-activity?affiliateID=${affID}`)).body;
  expect(await activity()).toEqual({
    progress: { campaigns: 0, clicks: 0, joins: 0, sales: 0, payments: 0 },
    lastPayment: null,
    day: today(),
    links: [],
    sales: [],
  });
  await client.post('/api/campaigns', { name: 'Blog', tid: 'blog' });
  await app.client().get(`/partner/${trackID}?tid=blog`, AGENT);
  const now = new Date().toISOString();
  await ingest(
    { ...joined(70_201, trackID), tid: 'blog' },
    ...Array.from({ length: 7 }, (_, index) => sale(`activity-${index}`, 70_201, 1000 + index, now)),
  );
  const { progress, links, sales } = await activity();
  expect(progress).toEqual({ campaigns: 1, clicks: 1, joins: 1, sales: 70.21, payments: 0 });
  expect(links).toMatchObject([{ tid: 'blog', clicks: 1 }]);
  expect(sales).toHaveLength(LATEST_SALES);
});

test('clicks without a source and those that the day does not keep apart are one link', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID } = affiliate;
  const sources = Array.from({ length: 103 }, (_, index) => (index === 0 ? '' : `source-${index}`));
  const counts = sources.map((tid) => ({ affID, day: today(), marks: { tid, lp: '' }, inc: { clicks: 1 } }));
  await addClicks(1, counts);
  const { links } = (await client.get(`/api/affiliate-activity?affiliateID=${affID}`)).body;
  expect(links).toHaveLength(100);
  expect(links.filter(({ tid }: { tid: string }) => tid === '')).toEqual([{ tid: '', clicks: 4, joins: 0 }]);
});

test('the last payment is executed until it is marked; one that came back is no first payout', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, trackID } = affiliate;
  const activity = async () => (await client.get(`/api/affiliate-activity?affiliateID=${affID}`)).body;
  const last = async () => (await activity()).lastPayment;
  await ingest(joined(70_901, trackID), sale('last-payment', 70_901, 1000, new Date().toISOString()));
  const items = [{ personID: affID }];
  const run = { payrollType: PAYROLL_TYPE.affiliates, endDate: today(), items, by: SYSTEM_ACTOR };
  const [outcome] = await executePayroll(run);
  expect(await last()).toEqual({ amount: 3, dateCreated: expect.any(String), state: 'executed' });
  const payrollIDs = outcome && 'payroll' in outcome ? [outcome.payroll._id] : [];
  const by = { actor: SYSTEM_ACTOR };
  await markPayments({ payrollIDs, state: 'paid', by });
  expect(await activity()).toMatchObject({ progress: { payments: 1 }, lastPayment: { state: 'paid' } });
  await markPayments({ payrollIDs, state: 'returned', reason: 'R02', by });
  expect(await activity()).toMatchObject({ progress: { payments: 0 }, lastPayment: { state: 'returned' } });
});

/** A stream as a browser reads it; `read` waits until so many changes have come. */
async function follow(client: TestClient) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const aborter = new AbortController();
  const { signal } = aborter;
  const response = await fetch(`${app.url}/api/affiliate-changes`, { headers: { cookie }, signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const changes = () => text.split('event: changed\ndata: {}\n').length - 1;
  const read = async (count: number) => {
    while (changes() < count || !text.includes(': open')) text += (await reader.read()).value;
  };
  await read(0);
  const readToEnd = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return changes();
  };
  return { read, readToEnd, close: () => aborter.abort() };
}

test('an affiliate’s stream reports their own clicks and joins, and nobody else’s', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { client: otherClient } = await signedInAffiliate(app);
  const [own, others] = [await follow(client), await follow(otherClient)];
  try {
    await app.client().get(`/partner/${affiliate.trackID}`, AGENT);
    await own.read(1);
    await ingest(joined(70_301, affiliate.trackID));
    await own.read(2);
    await otherClient.post('/api/logout');
    expect(await others.readToEnd()).toBe(0);
  } finally {
    own.close();
    others.close();
  }
});

test.each(['affiliate-activity?affiliateID=1', 'affiliate-changes'])(
  '%s: 401 for visitors, 403 for the office and for another’s id',
  async (path) => {
    expect((await app.client().get(`/api/${path}`)).status).toBe(401);
    const { client } = await signedInAdministrator(app, ['statistics']);
    expect((await client.get(`/api/${path}`)).status).toBe(403);
    const { client: somebody } = await signedInAffiliate(app);
    if (path.includes('=')) expect((await somebody.get(`/api/${path}`)).status).toBe(403);
  },
);

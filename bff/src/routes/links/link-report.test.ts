import { addDays } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import { ingest, joined, sale } from '@partnerdesk/testing';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const AGENT = { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' };
const RANGE = 'startDate=3/1/2026&endDate=3/31/2026';

test('clicks, joins, sales and rates of each sub-id, as soon as they have come', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, trackID } = affiliate;
  for (const _ of [1, 2]) await app.client().get(`/partner/${trackID}?s1=ad`, AGENT);
  await ingest(
    { ...joined(70_001, trackID), s1: 'ad' },
    sale('link-sale', 70_001, 1000, '2026-03-02T15:00:00Z'),
  );
  const { body } = await client.get(`/api/link-report?affiliateID=${affID}&by=s1&${RANGE}`);
  expect(body).toMatchObject({
    by: 's1',
    startDate: '2026-03-01',
    beforeStart: '2026-02-01',
    beforeEnd: '2026-02-28',
    isComplete: true,
    rows: [{ name: 'ad', clicks: 0, joins: 1, salesCount: 1, sales: 10, before: { joins: 0 } }],
  });
  const later = RANGE.replaceAll('2026', '2027');
  const byDay = await client.get(`/api/link-report?affiliateID=${affID}&by=day&${later}&compare=year`);
  expect(byDay.body).toMatchObject({
    beforeStart: '2026-03-01',
    beforeEnd: '2026-03-31',
    rows: [],
    rowsBefore: [
      { name: '2026-03-01', joins: 1 },
      { name: '2026-03-02', sales: 10 },
    ],
    totalBefore: { sales: 10 },
  });
  const days = `startDate=${addDays(today(), -30)}&endDate=${today()}`;
  const clicked = await client.get(`/api/link-report?affiliateID=${affID}&by=s1&${days}`);
  expect(clicked.body.rows).toMatchObject([{ name: 'ad', clicks: 2, visitors: 1, bots: 0 }]);
});

test('a report of links: 401, wrong range, unknown grouping, another’s id', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const path = (affID: number, rest: string) => `/api/link-report?affiliateID=${affID}&${rest}`;
  const { affID } = affiliate;
  expect((await app.client().get(path(affID, `by=day&${RANGE}`))).status).toBe(401);
  expect((await client.get(path(affID + 1, `by=day&${RANGE}`))).status).toBe(403);
  expect((await client.get(path(affID, `by=color&${RANGE}`))).status).toBe(400);
  const long = await client.get(path(affID, 'by=day&startDate=1/1/2024&endDate=1/1/2026'));
  expect([long.status, long.body.error.message]).toEqual([400, 'Please choose at most 366 days']);
});

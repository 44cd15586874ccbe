import { type Affiliate, EntryModel, PayrollModel, payeeKeyOf } from '@partnerdesk/domain';
import { ingest, joined, refund, sale } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';
import type { TestClient } from '../testing/test-client';

let app: TestApp;
let client: TestClient;
let affiliate: Affiliate;
beforeAll(async () => {
  app = await startTestApp();
  ({ client, affiliate } = await signedInAffiliate(app));
  await ingest(
    { ...joined(1, affiliate.trackID), tid: 'blog', lp: 'tour' },
    // 11 pm of March 4 in New York.
    { ...sale('s1', 1, 1005, '2026-03-05T04:00:00Z'), transactionType: 'credits' },
    { ...sale('s2', 1, 2000, '2026-03-06T15:00:00Z'), transactionType: 'package' },
    refund('r1', 's2', 500, '2026-03-07T15:00:00Z'),
  );
});
afterAll(() => app.close());

const get = (call: string, range = 'startDate=3/4/2026&endDate=2026-03-07') =>
  client.get(`/api/${call}?affiliateID=${affiliate.affID}&${range}`);

test('sale details: newest first, refunds negative with the id of their sale, by business day', async () => {
  const { body } = await get('member-sale-details');
  const [first, second] = (await EntryModel.find({ type: 'sale' }).sort({ at: 1 }).lean()).map(
    ({ saleID }) => saleID,
  );
  expect(body).toEqual([
    {
      saleID: second,
      dateCreated: '2026-03-07T15:00:00.000Z',
      saleAmount: -5,
      payout: -1.5,
      transactionType: 'refund',
    },
    {
      saleID: second,
      dateCreated: '2026-03-06T15:00:00.000Z',
      saleAmount: 20,
      payout: 6,
      transactionType: 'package',
    },
    {
      saleID: first,
      dateCreated: '2026-03-05T04:00:00.000Z',
      saleAmount: 10.05,
      payout: 3.02,
      transactionType: 'credits',
    },
  ]);
  expect((await get('member-sale-details', 'startDate=3/5/2026&endDate=3/6/2026')).body).toHaveLength(1);
});

test('the details add up to the summary and to the days of the chart', async () => {
  const details: { saleAmount: number; payout: number }[] = (await get('member-sale-details')).body;
  const cents = (field: 'saleAmount' | 'payout') =>
    details.reduce((sum, row) => sum + Math.round(row[field] * 100), 0) / 100;
  expect((await get('member-sale-summary')).body).toEqual({
    totalSales: cents('saleAmount'),
    totalPayout: cents('payout'),
  });
  expect((await get('member-daily-figures')).body).toEqual([
    { day: '2026-03-04', sales: 10.05, payout: 3.02 },
    { day: '2026-03-06', sales: 20, payout: 6 },
    { day: '2026-03-07', sales: -5, payout: -1.5 },
  ]);
});

test('payment history: what was executed on the days of the range, the newest first', async () => {
  const record = (_id: number, createdAt: string) => ({
    _id,
    kind: 'affiliate',
    personID: affiliate.affID,
    payee: payeeKeyOf('affiliate', affiliate.affID),
    startPeriod: '2026-03-01',
    endPeriod: `2026-03-0${_id}`,
    amountCents: 752,
    paymentType: 2,
    createdAt: new Date(createdAt),
  });
  await PayrollModel.insertMany([
    record(1, '2026-03-05T04:00:00Z'),
    record(2, '2026-03-07T15:00:00Z'),
    record(3, '2026-03-08T15:00:00Z'),
  ]);
  const { body } = await get('member-payment-history');
  expect(body.map(({ payrollID }: { payrollID: number }) => payrollID)).toEqual([2, 1]);
  expect(body[0]).toEqual({
    payrollID: 2,
    affID: affiliate.affID,
    payrollEvent: 'Affiliate payroll',
    paymentType: 2,
    startPeriod: '2026-03-01',
    endPeriod: '2026-03-02',
    amount: 7.52,
    dateCreated: '2026-03-07T15:00:00.000Z',
  });
});

test('tracking sources: clicks, joins, sales and payout of each', async () => {
  const agent = { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' };
  const follow = (query: string) => app.client().get(`/partner/${affiliate.trackID}${query}`, agent);
  for (const query of ['?tid=blog&lp=tour', '?tid=blog&lp=tour', '']) await follow(query);
  const { body } = await client.get(`/api/tracking-sources?affiliateID=${affiliate.affID}`);
  expect(body).toEqual([
    { tid: 'blog', lp: 'tour', clicks: 2, joins: 1, sales: 25.05, payout: 7.52 },
    { tid: '', lp: '', clicks: 1, joins: 0, sales: 0, payout: 0 },
  ]);
});

const CALLS = [
  'member-sale-details',
  'member-payment-history',
  'member-daily-figures',
  'member-sale-summary',
];
test.each(CALLS)('%s: an empty range is an empty answer', async (call) => {
  const { body } = await get(call, 'startDate=1/1/2020&endDate=1/2/2020');
  expect(body).toEqual(call === 'member-sale-summary' ? { totalSales: 0, totalPayout: 0 } : []);
});

test.each([...CALLS, 'tracking-sources'])('%s: 401, wrong role, another’s id, bad id', async (call) => {
  const range = call === 'tracking-sources' ? '' : '&startDate=3/4/2026&endDate=3/7/2026';
  const path = (id: unknown) => `/api/${call}?affiliateID=${id}${range}`;
  const { client: office } = await signedInAdministrator(app);
  const { client: other } = await signedInAffiliate(app);
  expect((await app.client().get(path(affiliate.affID))).status).toBe(401);
  expect((await office.get(path(affiliate.affID))).status).toBe(403);
  expect((await other.get(path(affiliate.affID))).status).toBe(403);
  expect((await other.get(path('x'))).body.error.fields).toHaveProperty('affiliateID');
});

test.each(CALLS)('%s: each date is named when it is wrong', async (call) => {
  for (const [field, range] of [
    ['startDate', 'endDate=3/7/2026'],
    ['endDate', 'startDate=3/4/2026'],
    ['endDate', 'startDate=3/4/2026&endDate=3/3/2026'],
    ['startDate', 'startDate=2/30/2026&endDate=3/7/2026'],
  ] as const) {
    const answer = await get(call, range);
    expect([answer.status, answer.body.error.fields]).toEqual([400, { [field]: 'Please select date range' }]);
  }
});

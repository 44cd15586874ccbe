import { DayTotalModel, dayKeyOf, payeeKeyOf } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/member-sale-summary';
const RANGE = 'startDate=1/5/2026&endDate=2026-01-06';

test('sales and payout of the range in dollars, refunds taken off, first and last day included', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const payee = payeeKeyOf('affiliate', affiliate.affID);
  for (const [day, salesCents] of [
    ['2026-01-04', 1],
    ['2026-01-05', 1005],
    ['2026-01-06', 1000],
    ['2026-01-07', 1],
  ] as const) {
    const figures = { salesCents, refundsCents: 5, payoutCents: salesCents / 5 };
    await DayTotalModel.create({
      _id: dayKeyOf(payee, day),
      payee,
      kind: 'affiliate',
      personID: affiliate.affID,
      day,
      ...figures,
    });
  }
  const answer = await client.get(`${PATH}?affiliateID=${affiliate.affID}&${RANGE}`);
  expect([answer.status, answer.body]).toEqual([200, { totalSales: 19.95, totalPayout: 4.01 }]);
});

test('401 without a session, 403 for an administrator and for another affiliate’s id', async () => {
  expect((await app.client().get(`${PATH}?affiliateID=1&${RANGE}`)).status).toBe(401);
  const { client: office } = await signedInAdministrator(app);
  expect((await office.get(`${PATH}?affiliateID=1&${RANGE}`)).status).toBe(403);
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await client.get(`${PATH}?affiliateID=${affiliate.affID + 1}&${RANGE}`)).status).toBe(403);
});

test.each([
  ['startDate', 'endDate=1/6/2026'],
  ['endDate', 'startDate=1/5/2026'],
  ['startDate', 'startDate=2/30/2026&endDate=3/1/2026'],
  ['startDate', 'startDate=5.1.2026&endDate=1/6/2026'],
  ['endDate', 'startDate=1/5/2026&endDate='],
  ['endDate', 'startDate=1/5/2026&endDate=2026-1-6'],
  ['endDate', 'startDate=1/7/2026&endDate=1/6/2026'],
])('%s is named, with the text of the screen, when the range is %s', async (field, range) => {
  const { client, affiliate } = await signedInAffiliate(app);
  const answer = await client.get(`${PATH}?affiliateID=${affiliate.affID}&${range}`);
  expect(answer.status).toBe(400);
  expect(answer.body.error.fields).toEqual({ [field]: 'Please select date range' });
});

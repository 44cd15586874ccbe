import { DayTotalModel, dayKeyOf, payeeKeyOf, today } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the affiliate’s payouts in dollars', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const payee = payeeKeyOf('affiliate', affiliate.affID);
  await DayTotalModel.create({
    _id: dayKeyOf(payee, today()),
    payee,
    kind: 'affiliate',
    personID: affiliate.affID,
    day: today(),
    payoutCents: 1234,
  });
  const answer = await client.get(`/api/quick-statistics?affID=${affiliate.affID}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ affID: affiliate.affID, yesterday: 0, today: 12.34, month: 12.34 });
});

test('401 without a session, 403 for an administrator', async () => {
  expect((await app.client().get('/api/quick-statistics?affID=1')).status).toBe(401);
  const { client } = await signedInAdministrator(app);
  expect((await client.get('/api/quick-statistics?affID=1')).status).toBe(403);
});

test('403 for another affiliate’s id', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const answer = await client.get(`/api/quick-statistics?affID=${affiliate.affID + 1}`);
  expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
});

test.each([
  '',
  '?affID=',
  '?affID=x',
  '?affID=0',
  '?affID=-1',
  '?affID=1.5',
  '?affID=1&affID=2',
  '?affID[$gt]=0',
])('affID is named when the query is %j', async (query) => {
  const { client } = await signedInAffiliate(app);
  const answer = await client.get(`/api/quick-statistics${query}`);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain('affID');
});

test('an unknown parameter is refused by name', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const answer = await client.get(`/api/quick-statistics?affID=${affiliate.affID}&debug=1`);
  expect(answer.body.error.fields).toHaveProperty('debug');
});

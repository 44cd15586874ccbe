import { MAX_SIGNAL_NOTE } from '@partnerdesk/contracts';
import { AffiliateModel, AuditModel, findFraudSignals } from '@partnerdesk/domain';
import { makeAffiliate } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** An affiliate with an open signal. */
async function suspected(): Promise<number> {
  const { affID } = await makeAffiliate();
  await AffiliateModel.updateOne({ affID }, { $set: { emailAddress: `aff${affID}@mailinator.com` } });
  await findFraudSignals();
  return affID;
}

test('a clerk reads an affiliate’s signals and marks one as reviewed, once; the affiliate’s own account is as before', async () => {
  const affID = await suspected();
  const before = await AffiliateModel.findOne({ affID }).lean();
  const { client, emailAddress } = await signedInAdministrator(app, ['accounts']);
  const [signal, ...more] = (await client.get(`/api/fraud-signals?affID=${affID}`)).body;
  expect([signal.rule, signal.review, more]).toEqual(['disposable-mail', undefined, []]);
  const body = { id: signal.id, note: '  Asked by phone  ' };
  const reviewed = await client.post('/api/fraud-signals/review', body);
  const review = { by: emailAddress, note: 'Asked by phone', at: expect.any(String) };
  expect([reviewed.status, reviewed.body.review]).toEqual([200, review]);
  const again = await client.post('/api/fraud-signals/review', body);
  expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
  expect((await client.get(`/api/fraud-signals?affID=${affID}`)).body[0].review).toEqual(review);
  const line = { action: 'fraud-signal.reviewed', 'subject.id': String(affID) };
  expect(await AuditModel.find(line).lean()).toMatchObject([{ after: { note: 'Asked by phone' } }]);
  expect(await AffiliateModel.findOne({ affID }).lean()).toEqual(before);
});

test('signals are for the permission accounts: nobody else reads or reviews them', async () => {
  const affID = await suspected();
  const id = `${affID}:disposable-mail:mailinator.com`;
  const strangers = [
    app.client(),
    (await signedInAffiliate(app)).client,
    (await signedInAdministrator(app, ['payroll', 'statistics', 'moderation'])).client,
  ];
  const statuses = [];
  for (const client of strangers) {
    const read = await client.get(`/api/fraud-signals?affID=${affID}`);
    statuses.push([read.status, (await client.post('/api/fraud-signals/review', { id, note: 'x' })).status]);
  }
  expect(statuses).toEqual([
    [401, 401],
    [403, 403],
    [403, 403],
  ]);
});

test.each([
  [{ note: '' }, 'note', 'Please enter a note'],
  [{ note: '   ' }, 'note', 'Please enter a note'],
  [{ note: 'x'.repeat(MAX_SIGNAL_NOTE + 1) }, 'note', undefined],
  [{ note: undefined }, 'note', undefined],
  [{ id: 'x'.repeat(10_000) }, 'id', undefined],
  [{ id: { $ne: '' } }, 'id', undefined],
])('a review with %j is refused by the field’s name', async (wrong, field, text) => {
  const affID = await suspected();
  const { client } = await signedInAdministrator(app, ['accounts']);
  const [{ id }] = (await client.get(`/api/fraud-signals?affID=${affID}`)).body;
  const answer = await client.post('/api/fraud-signals/review', { id, note: 'fine', ...wrong });
  expect([answer.status, answer.body.error.fields]).toEqual([400, { [field]: text ?? expect.any(String) }]);
  expect((await client.get(`/api/fraud-signals?affID=${affID}`)).body[0].review).toBeUndefined();
});

test('signals of nobody, and one that is not there', async () => {
  const { client } = await signedInAdministrator(app, ['accounts']);
  expect((await client.get('/api/fraud-signals?affID=999999')).status).toBe(404);
  expect((await client.get('/api/fraud-signals?affID=x')).body.error.fields).toHaveProperty('affID');
  expect((await client.post('/api/fraud-signals/review', { id: 'none', note: 'x' })).status).toBe(404);
});

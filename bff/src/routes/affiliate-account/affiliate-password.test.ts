import { TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/update-affiliate-password';
const form = (AffID: number, NewPassword = 'a new one', ConfirmNewPassword = NewPassword) => ({
  AffID,
  NewPassword,
  ConfirmNewPassword,
});

test('a new password: this session goes on under a new id, the others end', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const elsewhere = app.client();
  await elsewhere.signIn(affiliate.emailAddress, TEST_PASSWORD);
  const before = client.cookies.get('partnerdesk');
  const answer = await client.post(PATH, form(affiliate.affID));
  expect([answer.status, answer.body]).toEqual([200, true]);
  expect(client.cookies.get('partnerdesk')).not.toBe(before);
  expect((await client.get('/api/session')).body.session).toMatchObject({ affID: affiliate.affID });
  expect((await elsewhere.get('/api/session')).body).toEqual({ session: null });
  await app.client().signIn(affiliate.emailAddress, 'a new one');
});

test('401, wrong role, another’s id', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { client: office } = await signedInAdministrator(app);
  expect((await app.client().post(PATH, form(affiliate.affID))).status).toBe(401);
  expect((await office.post(PATH, form(affiliate.affID))).status).toBe(403);
  expect((await client.post(PATH, form(affiliate.affID + 1))).status).toBe(403);
  await app.client().signIn(affiliate.emailAddress, TEST_PASSWORD);
});

test.each([
  ['NewPassword', { NewPassword: '', ConfirmNewPassword: '' }, 'Please enter your new password'],
  ['NewPassword', { NewPassword: undefined }, 'Please enter your new password'],
  ['NewPassword', { NewPassword: 'x'.repeat(101), ConfirmNewPassword: 'x'.repeat(101) }, undefined],
  ['ConfirmNewPassword', { ConfirmNewPassword: 'another' }, 'Passwords do not match'],
  ['ConfirmNewPassword', { ConfirmNewPassword: undefined }, 'Passwords do not match'],
  ['AffID', { AffID: 'x' }, undefined],
])('%s is named when it is wrong: %j', async (field, fields, text) => {
  const { client, affiliate } = await signedInAffiliate(app);
  const answer = await client.post(PATH, { ...form(affiliate.affID), ...fields });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

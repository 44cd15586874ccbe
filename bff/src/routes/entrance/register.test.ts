import { SIGN_IN_EMAIL_TEXT } from '@partnerdesk/contracts';
import { AffiliateModel, today } from '@partnerdesk/domain';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { registerAddress: { max: 60, windowMs: 60_000 } } });
});
afterAll(() => app.close());

let count = 0;
const form = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    FirstName: 'Ada',
    EmailAddress: `new-${count}@example.com`,
    Password: 'secret-1',
    ConfirmPassword: 'secret-1',
    Agreed: true,
    ...fields,
  };
};
const register = (body: unknown) => app.client().post('/api/register', body);

test('a visitor becomes an affiliate, who signs in with the same credentials', async () => {
  const body = form({ FirstName: ' Ada ' });
  expect((await register(body)).body).toEqual({ result: 0 });
  const session = await app.client().signIn(body.EmailAddress, 'secret-1');
  expect(session).toMatchObject({
    firstName: 'Ada',
    affRole: 1,
    affStatus: 0,
    accountStatus: 0,
    paymentInfoSet: false,
  });
  expect(session.trackID).toMatch(/^[\w-]{8}$/);
  const figures = await app.client().get(`/api/quick-statistics?affID=${session.affID}`);
  expect([figures.status, today()]).toEqual([401, expect.any(String)]);
});

test('an email that is used is result 1, in whatever letters, an administrator’s too', async () => {
  const body = form();
  await register(body);
  expect((await register(form({ EmailAddress: body.EmailAddress.toUpperCase() }))).body).toEqual({
    result: 1,
  });
  const { emailAddress } = await signedInAdministrator(app);
  expect((await register(form({ EmailAddress: emailAddress }))).body).toEqual({ result: 1 });
});

test('of two who take the same email at once, one gets it', async () => {
  const body = form();
  const answers = await Promise.all([register(body), register(body), register(body)]);
  expect(answers.map((answer) => answer.body.result).sort()).toEqual([0, 1, 1]);
  expect(await AffiliateModel.countDocuments({ emailKey: body.EmailAddress })).toBe(1);
});

const VALUES = 'Please enter all values';
test.each([
  ['FirstName', { FirstName: '' }, VALUES],
  ['FirstName', { FirstName: undefined }, VALUES],
  ['FirstName', { FirstName: 'a'.repeat(51) }, undefined],
  ['EmailAddress', { EmailAddress: ' ' }, VALUES],
  ['EmailAddress', { EmailAddress: 'ada' }, 'Please provide a valid email'],
  ['EmailAddress', { EmailAddress: 'ada@' }, 'Please provide a valid email'],
  ['EmailAddress', { EmailAddress: `${'a'.repeat(45)}@example.com` }, SIGN_IN_EMAIL_TEXT],
  ['Password', { Password: '', ConfirmPassword: '' }, VALUES],
  ['Password', { Password: 'x'.repeat(101), ConfirmPassword: 'x'.repeat(101) }, undefined],
  ['ConfirmPassword', { ConfirmPassword: undefined }, VALUES],
  ['ConfirmPassword', { ConfirmPassword: 'another' }, 'Passwords do not match'],
  ['Agreed', { Agreed: false }, 'You need to agree to the Terms before proceeding'],
  ['Agreed', { Agreed: undefined }, 'You need to agree to the Terms before proceeding'],
  ['commission', { commission: 90 }, undefined],
])('%s is named when it is wrong: %j', async (field, fields, text) => {
  const answer = await register(form(fields as Record<string, unknown>));
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

test('an address that registers again and again has to wait', async () => {
  const strict = await startTestApp({ limits: { registerAddress: { max: 1, windowMs: 60_000 } } });
  await strict.client().post('/api/register', form());
  expect((await strict.client().post('/api/register', form())).status).toBe(429);
  await strict.close();
});

import { AffiliateModel, claimMail, MailModel, ResetTokenModel } from '@partnerdesk/domain';
import { makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { confirmEmailOf } from '../../testing/confirm-email';
import { accountUpdate, signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { inEqualTime, RESET_ANSWER_MS } from './entrance.routes';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    limits: {
      resetAddress: { max: 1000, windowMs: 60_000 },
      signInAddress: { max: 1000, windowMs: 60_000 },
      resetAccount: { max: 3, windowMs: 60_000 },
    },
  });
});
afterAll(() => app.close());

const PATH = '/api/send-request-restore-password';
const ask = (email: string, headers = {}) =>
  app.client().get(`${PATH}?email=${encodeURIComponent(email)}`, headers);
const ANSWER = {
  isSuccessful: true,
  response: "If your email address was valid, we've just sent you the password.",
};

/** The token of the newest mail to this address, as its reader has it. */
async function mailedToken(to: string): Promise<string> {
  const stored = await MailModel.findOne({ to }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored?._id ?? '');
  return /\/update-password\?(?:invitation=1&)?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
const reset = (Token: string, Password: string, ConfirmPassword = Password) =>
  app.client().post('/api/login', { Token, Password, ConfirmPassword });
const signIn = async (EmailAddress: string, Password: string) =>
  (await app.client().post('/api/login', { EmailAddress, Password })).body.result;

test('the mailed link sets a new password, once, and the old sessions are out', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await ask(affiliate.emailAddress.toUpperCase())).body).toEqual(ANSWER);
  const token = await mailedToken(affiliate.emailAddress);
  // 256 bits.
  expect(token).toMatch(/^[\w-]{43}$/);
  const answer = await reset(token, 'a new one');
  expect(answer.body).toEqual({ result: 1, affStatus: 0 });
  // No session: the device is known for the account, and nothing more.
  expect(answer.headers.getSetCookie().every((line) => line.startsWith('partnerdesk-device'))).toBe(true);
  expect((await client.get('/api/session')).body).toEqual({ session: null });
  expect(await signIn(affiliate.emailAddress, TEST_PASSWORD)).toBe(3);
  expect(await signIn(affiliate.emailAddress, 'a new one')).toBe(1);
  expect((await reset(token, 'another one')).body).toEqual({ result: 3 });
  expect(await signIn(affiliate.emailAddress, 'a new one')).toBe(1);
});

test('after a reset the owner signs in on that device, however many strangers guess at the account', async () => {
  // Any attempt makes all further ones wait for a minute.
  const besieged = await startTestApp({ delays: { signInAccount: { free: -5, longestMs: 60_000 } } });
  const { emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const Password = 'a new one';
  const request = { Token: await mailedToken(emailAddress), Password, ConfirmPassword: Password };
  const owner = besieged.client();
  expect((await owner.post('/api/login', request)).body.result).toBe(1);
  const login = { EmailAddress: emailAddress, Password };
  await besieged.client().post('/api/login', { ...login, Password: 'wrong' });
  expect((await besieged.client().post('/api/login', login)).status).toBe(429);
  expect((await owner.post('/api/login', login)).body.result).toBe(1);
  await besieged.close();
});

test('an administrator too', async () => {
  const { emailAddress } = await signedInAdministrator(app, []);
  await ask(emailAddress);
  const token = await mailedToken(emailAddress);
  expect((await reset(token, 'too short')).body.error.fields.Password).toMatch(/at least 12/);
  for (const easy of ['Password2026!', `${emailAddress}1`])
    expect((await reset(token, easy)).body.error.fields.Password).toMatch(/too easy/);
  expect((await reset(token, 'a new long one')).body.result).toBe(1);
  expect(await signIn(emailAddress, 'a new long one')).toBe(1);
});

test('the account’s own email is no password; the link stays good', async () => {
  const { emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const token = await mailedToken(emailAddress);
  const refused = await reset(token, emailAddress);
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['Password']]);
  expect((await reset(token, 'a fresh and long one')).body.result).toBe(1);
});

test('used twice at the same moment, it works once', async () => {
  const { emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const token = await mailedToken(emailAddress);
  const answers = await Promise.all(
    ['first one', 'second one', 'third one'].map((password) => reset(token, password)),
  );
  expect(answers.map((answer) => answer.body.result).sort()).toEqual([1, 3, 3]);
});

test('of two links the second is worthless once the first was used', async () => {
  const { emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const first = await mailedToken(emailAddress);
  await ask(emailAddress);
  const second = await mailedToken(emailAddress);
  expect((await reset(first, 'first one')).body.result).toBe(1);
  expect((await reset(second, 'second one')).body.result).toBe(3);
});

test('after an hour it is worthless', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const token = await mailedToken(emailAddress);
  await ResetTokenModel.updateOne({ id: affID }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  expect((await reset(token, 'too late now')).body.result).toBe(3);
});

test.each(['the affiliate', 'the office'])(
  'once %s has changed the email, a link mailed to the former one is worthless',
  async (who) => {
    const { client, affiliate } = await signedInAffiliate(app, { paymentType: 2, countryID: 124 });
    const { affID, emailAddress } = affiliate;
    await ask(emailAddress);
    const token = await mailedToken(emailAddress);
    const newEmail = `new-${emailAddress}`;
    if (who === 'the office') {
      const office = await signedInAdministrator(app, ['accounts']);
      const body = { affID, version: affiliate.version, emailAddress: newEmail };
      expect((await office.client.post('/api/update-affiliate?updateType=Info', body)).status).toBe(200);
    } else {
      const body = accountUpdate(affID, { emailAddress: newEmail });
      expect((await client.post('/api/update-affiliate-account', body)).body).toBe(true);
      expect((await confirmEmailOf(app, newEmail)).body.isSuccessful).toBe(true);
    }
    expect((await reset(token, 'a stranger’s one')).body).toEqual({ result: 3 });
    expect((await client.get('/api/session')).body.session).not.toBeNull();
    expect(await signIn(newEmail, TEST_PASSWORD)).toBe(1);
    await ask(newEmail);
    expect((await reset(await mailedToken(newEmail), 'the owner’s one')).body.result).toBe(1);
  },
);

test('a known email is answered no earlier than an unknown one: both after the time that a mail takes at most', async () => {
  const { emailAddress } = await makeAffiliate();
  for (const email of [emailAddress, 'nobody-at-all@example.com']) {
    const began = performance.now();
    await ask(email);
    // A timer's floor, whatever the machine does besides; timers go off up to a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(RESET_ANSWER_MS - 1);
  }
});

test('an unknown email and a closed account answer alike, and get no mail', async () => {
  const closed = await makeAffiliate({ status: 2 });
  for (const email of ['nobody@example.com', closed.emailAddress]) {
    expect((await ask(email)).body).toEqual(ANSWER);
    expect(await MailModel.exists({ to: email })).toBeNull();
  }
});

test('who was invited to the office and has not accepted is answered alike, and gets no mail', async () => {
  const ofReset = { to: 'mistyped@example.com', kind: 'password-reset' };
  const office = await signedInAdministrator(app);
  const emailAddress = ofReset.to;
  const invitation = { emailAddress, firstName: '', permissions: ['payroll'] };
  expect((await office.client.post('/api/administrators', invitation)).status).toBe(200);
  const invited = await mailedToken(emailAddress);
  expect((await ask(emailAddress)).body).toEqual(ANSWER);
  expect(await MailModel.countDocuments(ofReset)).toBe(0);
  expect((await reset(invited, 'a new long one')).body).toEqual({ result: 1, affStatus: 1 });
  await ask(emailAddress);
  expect(await MailModel.countDocuments(ofReset)).toBe(1);
});

test('an imported affiliate sets the first password by it', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await AffiliateModel.updateOne({ affID }, { $unset: { passwordHash: 1 } });
  await ask(emailAddress);
  expect((await reset(await mailedToken(emailAddress), 'the first one')).body.result).toBe(1);
});

test('the database knows neither the token nor the text of the mail', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await ask(emailAddress);
  const stored = JSON.stringify([
    await MailModel.findOne({ to: emailAddress }).lean(),
    await ResetTokenModel.findOne({ id: affID }).lean(),
    await AffiliateModel.findOne({ affID }).lean(),
    app.logLines(),
  ]);
  expect(stored).not.toContain(await mailedToken(emailAddress));
  expect(stored).not.toContain('update-password');
});

test.each([
  ['email', '', 'Please enter email address'],
  ['email', '?email=', 'Please enter email address'],
  ['email', '?email=%20', 'Please enter email address'],
  ['email', `?email=${'a'.repeat(51)}`, undefined],
  ['email', '?email=a&email=b', undefined],
])('%s is named when the query is %j', async (field, query, text) => {
  const answer = await app.client().get(PATH + query);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

test.each([
  ['Password', { Password: '', ConfirmPassword: '' }],
  ['Password', { Password: 'x'.repeat(101), ConfirmPassword: 'x'.repeat(101) }],
  ['ConfirmPassword', { Password: 'one', ConfirmPassword: 'two' }],
  ['ConfirmPassword', { Password: 'one' }],
  ['Token', { Password: 'one', ConfirmPassword: 'one', Token: 'x'.repeat(101) }],
])('%s is named in a reset: %j', async (field, fields) => {
  const answer = await app.client().post('/api/login', { Token: 'some-token', ...fields });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
});

test('an account is not flooded with mails', async () => {
  const { emailAddress } = await makeAffiliate();
  for (let count = 0; count < 3; count += 1) expect((await ask(emailAddress)).status).toBe(200);
  const refused = await ask(emailAddress);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('another site’s page can’t have mails sent', async () => {
  const { emailAddress } = await makeAffiliate();
  expect((await ask(emailAddress, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await ask(emailAddress, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

describe('answers in equal time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test.each([
    ['at once', async () => {}],
    ['after a while', () => new Promise<void>((resolve) => setTimeout(resolve, 150))],
    [
      'never',
      async () => {
        throw new Error('refused');
      },
    ],
  ])('what is done %s is answered after the same time', async (_, work) => {
    let over = false;
    const answer = inEqualTime(200, work)
      .catch(() => undefined)
      .finally(() => {
        over = true;
      });
    await jest.advanceTimersByTimeAsync(199);
    expect(over).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await answer;
    expect(over).toBe(true);
  });
});

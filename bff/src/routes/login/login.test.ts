import { AffiliateModel, createAdministrator } from '@partnerdesk/domain';
import { atTime, makeAdministrator, makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { solve, takeCaptcha } from '../../testing/captcha';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: '127.0.0.1' },
    limits: { signInAddress: { max: 1000, windowMs: 60_000 } },
    delays: {
      signInPair: { free: 3, longestMs: 60_000 },
      signInAccount: { free: 6, longestMs: 60_000 },
    },
  });
});
afterAll(() => app.close());

const login = (body: unknown, client = app.client(), address = '192.0.2.1') =>
  client.post('/api/login', body, { 'x-forwarded-for': address });

test('the right password signs in and answers the session', async () => {
  const { affID, trackID, emailAddress } = await makeAffiliate();
  const client = app.client();
  const answer = await login(
    { EmailAddress: ` ${emailAddress.toUpperCase()}`, Password: TEST_PASSWORD },
    client,
  );
  expect(answer.body).toEqual({
    result: 1,
    affID,
    affRole: 1,
    affStatus: 0,
    accountStatus: 0,
    paymentInfoSet: false,
    trackID,
    emailAddress,
    firstName: 'Ada',
    permissions: [],
  });
  expect((await client.get('/api/session')).body.session).toMatchObject({ affID });
});

test('the office is asked to replace a password from before the rules, and signs in with it', async () => {
  const { emailAddress } = await makeAdministrator();
  const client = app.client();
  const { body } = await login({ EmailAddress: emailAddress, Password: TEST_PASSWORD }, client);
  expect(body).toMatchObject({ result: 1, passwordWeak: true });
  expect((await client.get('/api/session')).body.session).toMatchObject({ passwordWeak: true });
  const hard = 'four words of no kin';
  const EmailAddress = 'hard@example.com';
  await createAdministrator({
    emailAddress: EmailAddress,
    password: hard,
    firstName: 'Hope',
    permissions: [],
  });
  const signedIn = await login({ EmailAddress, Password: hard });
  expect([signedIn.body.result, signedIn.body.passwordWeak]).toEqual([1, undefined]);
});

test('an unknown email is result 2, a wrong password 3, both without a session', async () => {
  const { emailAddress } = await makeAffiliate();
  const unknown = await login({ EmailAddress: 'nobody@example.com', Password: TEST_PASSWORD });
  const wrong = await login({ EmailAddress: emailAddress, Password: 'wrong' });
  expect([unknown.body, wrong.body]).toEqual([{ result: 2 }, { result: 3 }]);
  expect([...unknown.headers.getSetCookie(), ...wrong.headers.getSetCookie()]).toEqual([]);
});

test('a closed account is result 1 with its status, and no session', async () => {
  const { emailAddress } = await makeAffiliate({ status: 2 });
  const client = app.client();
  const answer = await login({ EmailAddress: emailAddress, Password: TEST_PASSWORD }, client);
  expect(answer.body).toEqual({ result: 1, affStatus: 2 });
  expect((await client.get('/api/session')).body).toEqual({ session: null });
});

test('the wrong password of a closed account does not reveal that it is closed', async () => {
  const { emailAddress } = await makeAffiliate({ status: 2 });
  expect((await login({ EmailAddress: emailAddress, Password: 'wrong' })).body).toEqual({ result: 3 });
});

test.each([
  ['EmailAddress', { Password: 'x' }, 'Please enter all values'],
  ['EmailAddress', { EmailAddress: '  ', Password: 'x' }, 'Please enter all values'],
  ['Password', { EmailAddress: 'a@example.com' }, 'Please enter all values'],
  ['Password', { EmailAddress: 'a@example.com', Password: '' }, 'Please enter all values'],
  ['EmailAddress', { EmailAddress: `${'a'.repeat(50)}@example.com`, Password: 'x' }, undefined],
  ['Password', { EmailAddress: 'a@example.com', Password: 'x'.repeat(101) }, undefined],
  ['EmailAddress', { EmailAddress: { $gt: '' }, Password: 'x' }, undefined],
  ['Password', { EmailAddress: 'a@example.com', Password: ['x'] }, undefined],
  ['RememberMe', { EmailAddress: 'a@example.com', Password: 'x', RememberMe: 'perhaps' }, undefined],
  ['Role', { EmailAddress: 'a@example.com', Password: 'x', Role: 99 }, undefined],
])('%s is named when it is wrong: %j', async (field, body, text) => {
  const answer = await login(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('invalid_input');
  expect(Object.keys(answer.body.error.fields)).toContain(field);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

test.each(['__proto__', '\\u005f_proto__', '__pr\\u006Fto__'])('%s is no field of a body', async (key) => {
  const answer = await app.client().send('POST', '/api/login', {
    headers: { 'content-type': 'application/json' },
    body: `{"EmailAddress":"a@example.com","Password":"x","${key}":{"admin":true}}`,
  });
  expect([answer.status, answer.body.error.message]).toEqual([400, 'The body is not valid JSON']);
});

test('signing in gives a new session id: one planted before is worth nothing', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const planted = client.cookies.get('partnerdesk');
  // 256 bits.
  expect(planted).toMatch(/^[\w-]{43}$/);
  const attacker = app.client();
  for (const [name, value] of client.cookies) attacker.cookies.set(name, value);
  await client.signIn(affiliate.emailAddress, TEST_PASSWORD);
  expect(client.cookies.get('partnerdesk')).not.toBe(planted);
  expect((await attacker.get('/api/session')).body).toEqual({ session: null });
});

test('an id that the server did not make is not taken', async () => {
  const { emailAddress } = await makeAffiliate();
  const client = app.client();
  client.cookies.set('partnerdesk', 'chosen-by-a-stranger');
  await client.signIn(emailAddress, TEST_PASSWORD);
  expect(client.cookies.get('partnerdesk')).not.toBe('chosen-by-a-stranger');
});

/** The session's cookie among those that an answer sets. */
const cookieOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((line) => line.startsWith('partnerdesk=') && line.length > 60) ?? '';
const hoursOf = (cookie: string) =>
  (Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now()) / 3_600_000;

test('the session cookie: httpOnly, SameSite=Lax, gone with the browser unless remembered for 30 days, set again after a minute', async () => {
  const { emailAddress } = await makeAffiliate();
  const cookieFor = async (RememberMe: boolean) => {
    const client = app.client();
    const signIn = cookieOf(
      await login({ EmailAddress: emailAddress, Password: TEST_PASSWORD, RememberMe }, client),
    );
    const soon = cookieOf(await client.get('/api/session'));
    expect(soon).toBe('');
    const later = new Date(Date.now() + 61_000).toISOString();
    return [signIn, cookieOf(await atTime(later, () => client.get('/api/session')))];
  };
  const untilClosed = await cookieFor(false);
  for (const cookie of untilClosed) {
    expect(cookie).toMatch(/; samesite=lax/i);
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).not.toMatch(/; (secure|expires|max-age)/i);
  }
  for (const cookie of await cookieFor(true)) expect(hoursOf(cookie)).toBeCloseTo(30 * 24, 1);
});

/** Sends `count` wrong passwords for an account from an address. */
async function guess(emailAddress: string, times: number, address: string) {
  for (let time = 0; time < times; time += 1)
    await login({ EmailAddress: emailAddress, Password: 'wrong' }, app.client(), address);
}

test('guesses at one account from one address wait longer and longer there, the right one too', async () => {
  const { emailAddress } = await makeAffiliate();
  await guess(emailAddress, 3, '203.0.113.1');
  const right = { EmailAddress: emailAddress.toUpperCase(), Password: TEST_PASSWORD };
  const refused = await login(right, app.client(), '203.0.113.1');
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests']);
  expect(refused.headers.get('retry-after')).toBe('1');
  const other = await makeAffiliate();
  const elsewhere = { EmailAddress: other.emailAddress, Password: TEST_PASSWORD };
  expect((await login(elsewhere, app.client(), '203.0.113.1')).body.result).toBe(1);
});

test('guesses that are sent together are not all free', async () => {
  const { emailAddress } = await makeAffiliate();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      login({ EmailAddress: emailAddress, Password: 'wrong' }, app.client(), '203.0.113.7'),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});

test('a stranger’s guesses from one address, however many, do not lock the owner out', async () => {
  const { emailAddress } = await makeAffiliate();
  await guess(emailAddress, 20, '203.0.113.2');
  const owner = { EmailAddress: emailAddress, Password: TEST_PASSWORD };
  expect((await login(owner, app.client(), '198.51.100.1')).body.result).toBe(1);
});

test('guesses from many addresses wait too, but not on a device that has signed in before', async () => {
  const { emailAddress } = await makeAffiliate();
  const owner = { EmailAddress: emailAddress, Password: TEST_PASSWORD };
  const known = app.client();
  await login(owner, known, '198.51.100.2');
  await known.post('/api/logout');
  for (const address of ['203.0.113.3', '203.0.113.4', '203.0.113.5']) await guess(emailAddress, 2, address);
  const refused = await login({ EmailAddress: emailAddress, Password: 'wrong' }, app.client(), '203.0.113.6');
  expect(refused.status).toBe(429);
  expect((await login(owner, known, '198.51.100.2')).body.result).toBe(1);
});

test('the owner on a new device passes strangers’ guesses from everywhere by a proof of work, once each', async () => {
  // Any attempt makes all further ones wait for a minute.
  const besieged = await startTestApp({ delays: { signInAccount: { free: -5, longestMs: 60_000 } } });
  const { emailAddress } = await makeAffiliate();
  const post = (body: object) =>
    besieged.client().post('/api/login', { EmailAddress: emailAddress, ...body });
  await post({ Password: 'wrong' });
  const refused = async (body: object) => {
    const { status, body: answer } = await post(body);
    expect([status, answer.error.code]).toEqual([429, 'too_many_requests']);
    return answer.error.details.challenge;
  };
  const CaptchaToken = solve(await refused({ Password: TEST_PASSWORD }));
  expect((await post({ Password: 'wrong', CaptchaToken })).body).toEqual({ result: 3 });
  const challenge = await refused({ Password: TEST_PASSWORD, CaptchaToken });
  const solved = { Password: TEST_PASSWORD, CaptchaToken: solve(challenge) };
  expect((await post(solved)).body.result).toBe(1);
  await besieged.close();
});

test('a proof of work passes no delay of the pair: guesses from one address wait all the same', async () => {
  const { emailAddress } = await makeAffiliate();
  const CaptchaToken = await takeCaptcha(app.client());
  await guess(emailAddress, 3, '203.0.113.12');
  const right = { EmailAddress: emailAddress, Password: TEST_PASSWORD, CaptchaToken };
  const refused = await login(right, app.client(), '203.0.113.12');
  expect([refused.status, refused.body.error.details]).toEqual([429, undefined]);
});

test('while 150 strangers sign in at once, a known device is not refused', async () => {
  const { emailAddress } = await makeAffiliate();
  const owner = { EmailAddress: emailAddress, Password: TEST_PASSWORD };
  const known = app.client();
  await login(owner, known, '198.51.100.4');
  const stranger = (index: number) =>
    login(
      { EmailAddress: `nobody-${index}@example.com`, Password: 'wrong' },
      app.client(),
      `203.0.${index % 100}.7`,
    );
  const strangers = Array.from({ length: 150 }, (_, index) => stranger(index));
  // The gate is full once the first of them is refused.
  await Promise.any(strangers.map((call) => call.then(({ status }) => status === 503 || Promise.reject())));
  // Asked among more strangers than the gate takes: of those who come after the owner, some are refused.
  const asked = login(owner, known, '198.51.100.4');
  const later = Array.from({ length: 150 }, (_, index) => stranger(150 + index));
  expect((await asked).body.result).toBe(1);
  expect((await Promise.all(later)).map(({ status }) => status)).toContain(503);
  await Promise.all(strangers);
});

test('signing in rightly again and again is no attack', async () => {
  const { emailAddress } = await makeAffiliate();
  for (let time = 0; time < 5; time += 1) {
    expect((await login({ EmailAddress: emailAddress, Password: TEST_PASSWORD })).body.result).toBe(1);
  }
});

test('no password and no session id is ever logged', async () => {
  const { client } = await signedInAffiliate(app, {});
  await login({ EmailAddress: 'a@example.com', Password: 'hunter2-wrong' });
  const log = JSON.stringify(app.logLines());
  for (const secret of [TEST_PASSWORD, 'hunter2-wrong', client.cookies.get('partnerdesk') ?? 'none'])
    expect(log).not.toContain(secret);
});

test('the database knows no password', async () => {
  const { affID } = await makeAffiliate();
  expect((await AffiliateModel.findOne({ affID }).lean())?.passwordHash).toMatch(/^\$argon2id\$/);
});

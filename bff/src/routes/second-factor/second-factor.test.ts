/* One second proof: setting it up, asking for it and ending it share the clock and the codes. */
import { randomUUID } from 'node:crypto';
import { CALLS, type Call, methodOf, PERMISSIONS, pathOf } from '@partnerdesk/contracts';
import {
  AdministratorModel,
  AuditModel,
  claimMail,
  findAccountOrThrow,
  MailModel,
} from '@partnerdesk/domain';
import { makeAdministrator, makeAffiliate, makeStaff, TEST_PASSWORD } from '@partnerdesk/testing';
import { accountUpdate, signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { codeOf, letTimePass, setUpApp } from '../../testing/second-factor';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let demanding: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  demanding = await startTestApp({ env: { REQUIRE_SECOND_FACTOR: 'office' } });
});
afterAll(async () => {
  await demanding.close();
  await app.close();
});

test('signing in then takes a code, an app’s or a recovery code, each once', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { secret, recoveryCodes } = await setUpApp(client);
  const guest = app.client();
  const signIn = (SecondFactor?: object) =>
    guest.post('/api/login', { EmailAddress: affiliate.emailAddress, Password: TEST_PASSWORD, SecondFactor });
  const first = await signIn();
  expect([first.status, first.body.error.code]).toEqual([403, 'second_factor_required']);
  expect(first.body.error.details).toEqual({ password: false, code: true });
  expect((await guest.get('/api/session')).body).toEqual({ session: null });
  expect((await signIn({ Code: '000000' })).body.error.fields).toEqual({ Code: 'The code is not right' });
  const Code = codeOf(secret);
  expect((await signIn({ Code })).body.result).toBe(1);
  expect((await guest.get('/api/session')).body.session).toMatchObject({ affID: affiliate.affID });
  expect((await signIn({ Code })).status).toBe(400);
  expect((await signIn({ Code: recoveryCodes[0] })).body.result).toBe(1);
  expect((await signIn({ Code: recoveryCodes[0] })).status).toBe(400);
  const own = { 'actor.kind': 'affiliate', 'actor.id': affiliate.affID };
  const lines = await AuditModel.find({ action: 'sign-in.succeeded', ...own })
    .sort({ seq: 1 })
    .lean();
  // Without one before it was set up, with one since.
  expect(lines.map(({ after }) => after?.secondFactor)).toEqual([false, true, true]);
  expect((await client.get('/api/second-factor')).body).toEqual({
    totp: true,
    passkeys: [],
    recoveryCodesLeft: 9,
    required: false,
  });
});

test('a reset mail sets a password and leaves the second factor: signing in takes a code as before', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { secret } = await setUpApp(client);
  const { emailAddress: EmailAddress } = affiliate;
  await app.client().get(`/api/send-request-restore-password?email=${encodeURIComponent(EmailAddress)}`);
  const stored = await MailModel.findOne({ to: EmailAddress, kind: 'password-reset' }).lean();
  const Token = /token=([\w-]+)/.exec((await claimMail(stored?._id ?? ''))?.text ?? '')?.[1];
  const Password = 'a fresh one';
  const reset = await app.client().post('/api/login', { Token, Password, ConfirmPassword: Password });
  expect(reset.body.result).toBe(1);
  const signIn = (SecondFactor?: object) =>
    app.client().post('/api/login', { EmailAddress, Password, SecondFactor });
  expect((await signIn()).body.error.code).toBe('second_factor_required');
  expect((await signIn({ Code: codeOf(secret) })).body.result).toBe(1);
});

test('after ten minutes those with a second factor are asked again before what matters; then the call goes through', async () => {
  const { client } = await signedInAdministrator(app);
  const invite = () =>
    client.post('/api/administrators', {
      emailAddress: `new-${Date.now()}@example.com`,
      firstName: '',
      permissions: [],
    });
  await letTimePass(app);
  expect((await invite()).status).toBe(200);
  const { secret } = await confirmedSetUp(client);
  await letTimePass(app);
  const refused = await invite();
  expect([refused.status, refused.body.error.code]).toEqual([403, 'confirmation_required']);
  expect(refused.body.error.details).toEqual({ password: false, code: true });
  expect((await client.get('/api/administrators')).status).toBe(200);
  expect((await client.post('/api/confirmation', { Password: TEST_PASSWORD })).status).toBe(400);
  expect((await client.post('/api/confirmation', { Code: codeOf(secret) })).body).toBe(true);
  expect((await invite()).status).toBe(200);
});

async function confirmedSetUp(client: TestClient) {
  expect((await client.post('/api/second-factor/totp')).body.error.code).toBe('confirmation_required');
  await client.post('/api/confirmation', { Password: TEST_PASSWORD });
  return setUpApp(client);
}

const RATES = { commission: 30, initial: null, rebill: null, capDays: null, capCommission: 0 };
const BONUS = { amount: 1, reason: 'A bonus for August' };

const ASKED_AGAIN: [method: string, path: string, body?: object][] = [
  ['POST', '/api/execute-payroll?affID=0&endDate=1/31/2026&payrollType=1', {}],
  ['POST', '/api/pay-files', { payrollType: 1, format: 'nacha', payrollIDs: [1] }],
  ['POST', '/api/tax-forms/file', { year: 2025, part: 1, digest: '0'.repeat(64) }],
  ['GET', '/api/pay-files/1/parts/1'],
  ['POST', '/api/reveal-number', { kind: 'affiliate', id: 1, field: 'taxID' }],
  ['POST', '/api/administrators/1/close', {}],
  ['POST', '/api/payroll-adjustments', { adjustmentID: randomUUID(), payrollType: 1, personID: 1, ...BONUS }],
  ['POST', '/api/payroll-adjustments/e1/reversal', { reason: BONUS.reason }],
  ['POST', '/api/payment-marks', { payrollIDs: [1], state: 'paid' }],
  ['DELETE', '/api/pay-files/1', {}],
  ['POST', '/api/commission-groups', { name: 'Gold', rates: RATES }],
  ['POST', '/api/commission-groups/1/name', { version: 0, name: 'Gold' }],
  ['POST', '/api/commission-groups/1/terms', { version: 0, from: '2026-01-01', rates: RATES }],
  ['DELETE', '/api/commission-groups/1/terms/1?version=0'],
  ['POST', '/api/account-terms', { affID: 1, version: 0, from: '2026-01-01', groupID: 1, own: null }],
  ['DELETE', '/api/account-terms?affID=1&number=1&version=0'],
  ['GET', '/api/export-affiliates'],
  ['GET', '/api/export-staff'],
  ['GET', '/api/export-members'],
  ['GET', '/api/confirmation'],
  ['POST', '/api/administrators', { emailAddress: 'new@example.com', firstName: '', permissions: [] }],
  ['POST', '/api/payment-results/marks?format=nacha&digest=x', {}],
  ['POST', '/api/payroll-approvals/1', { decision: 'decline', reason: BONUS.reason }],
];

test('every call that asks those with a second factor again is tried', () => {
  const isTried = (call: Call) => {
    const path = new RegExp(`^${pathOf(call).replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`);
    return ASKED_AGAIN.some(([method, tried]) => method === methodOf(call) && path.test(tried));
  };
  const asking = CALLS.filter(({ confirm }) => confirm === 'second-factor');
  expect(asking.filter((call) => !isTried(call)).map(({ name }) => name)).toEqual([]);
});

test.each(ASKED_AGAIN)('%s %s asks again, once its input is right', async (...[method, path, body]) => {
  const { client } = await signedInAdministrator(app);
  await setUpApp(client);
  await letTimePass(app);
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await client.send(method, path, json);
  expect(answer.body.error.code).toBe('confirmation_required');
});

describe('a payee’s email, payment details and commission, changed by the office', () => {
  const changesTo = (emailAddress: string, commission: number): [string, object][] => [
    ['Info', { commission }],
    ['Info', { emailAddress }],
    ['Info', { paymentType: 2 }],
    ['Paypal', { payPalUserName: 'other@pay.example' }],
    ['Ach', { achRoutingNumber: '011000015', achAccountNumber: '555500001111' }],
  ];
  const KINDS = ['affiliate', 'staff'] as const;
  const makePayee = async (kind: (typeof KINDS)[number]) =>
    kind === 'affiliate' ? (await makeAffiliate()).affID : (await makeStaff()).staffID;

  async function saveOf(client: TestClient, kind: (typeof KINDS)[number]) {
    const id = await makePayee(kind);
    return async (updateType: string, fields: object) => {
      const { version } = await findAccountOrThrow(kind, id);
      const whom = kind === 'affiliate' ? { affID: id } : { staffID: id };
      const body = { ...whom, version, ...fields };
      const answer = await client.post(`/api/update-${kind}?updateType=${updateType}`, body);
      return answer.status === 200 ? 200 : answer.body.error.code;
    };
  }

  test.each(KINDS)(
    'ask again who has a second factor (%s); nothing else of the record does',
    async (kind) => {
      const { client } = await signedInAdministrator(app, ['accounts']);
      const { secret } = await setUpApp(client);
      const save = await saveOf(client, kind);
      const changes = changesTo('other@example.com', 31);
      await letTimePass(app);
      expect(await save('Info', { firstName: 'Eva' })).toBe(200);
      for (const [updateType, fields] of changes)
        expect(await save(updateType, fields)).toBe('confirmation_required');
      expect((await client.post('/api/confirmation', { Code: codeOf(secret) })).body).toBe(true);
      for (const [updateType, fields] of changes) expect(await save(updateType, fields)).toBe(200);
      await letTimePass(app);
      // The same values again are no change.
      for (const [updateType, fields] of changes.slice(0, 4))
        expect(await save(updateType, fields)).toBe(200);
    },
  );

  test.each(KINDS)(
    'ask nobody without a second factor, however long ago they signed in (%s)',
    async (kind) => {
      const { client } = await signedInAdministrator(app, ['accounts']);
      const save = await saveOf(client, kind);
      await letTimePass(app);
      for (const [updateType, fields] of changesTo('third@example.com', 32))
        expect(await save(updateType, fields)).toBe(200);
    },
  );
});

test('an affiliate’s password, email and payment details ask again for the password', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, emailAddress } = affiliate;
  const change = { AffID: affID, NewPassword: 'a fresh one', ConfirmNewPassword: 'a fresh one' };
  const account = (fields: object, payment?: object) =>
    client.post('/api/update-affiliate-account', accountUpdate(affID, { emailAddress, ...fields }, payment));
  const payPal = { affID, paymentType: 2, paypalID: 'a@example.com' };
  await letTimePass(app);
  for (const call of [
    () => client.post('/api/update-affiliate-password', change),
    () => account({ emailAddress: 'other@example.com' }, payPal),
    () => account({}, payPal),
  ]) {
    const refused = await call();
    expect([refused.status, refused.body.error.code]).toEqual([403, 'confirmation_required']);
    expect(refused.body.error.details).toEqual({ password: true, code: false });
  }
  expect((await client.post('/api/confirmation', { Password: 'wrong' })).body.error.fields).toEqual({
    Password: 'The password is not right',
  });
  await client.post('/api/confirmation', { Password: TEST_PASSWORD });
  expect((await account({}, payPal)).body).toBe(true);
  await letTimePass(app);
  // What is neither email nor payment details is not asked about.
  expect((await account({ firstName: 'Eva' })).body).toBe(true);
});

test('a proof of before a factor was added or removed counts no more: only the session that did it goes on', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const intruder = app.client();
  await intruder.signIn(affiliate.emailAddress, TEST_PASSWORD);
  const { secret } = await setUpApp(client);
  const remove = () => intruder.send('DELETE', '/api/second-factor/totp', EMPTY);
  const refused = await remove();
  expect([refused.status, refused.body.error.details]).toEqual([403, { password: false, code: true }]);
  expect((await intruder.post('/api/confirmation', { Password: TEST_PASSWORD })).status).toBe(400);
  expect((await client.get('/api/second-factor')).body.totp).toBe(true);
  expect((await client.post('/api/second-factor/recovery-codes')).status).toBe(200);
  expect((await intruder.post('/api/confirmation', { Code: codeOf(secret) })).body).toBe(true);
  expect((await remove()).body.totp).toBe(false);
  expect((await client.post('/api/second-factor/totp')).body.error.code).toBe('confirmation_required');
});

const EMPTY = { headers: { 'content-type': 'application/json' }, body: '{}' };

test('added, removed and reset factors, recovery codes and API keys are mailed, each with "this wasn’t me"', async () => {
  const subjectsTo = async (to: string) => {
    const mails = await MailModel.find({ to }).sort({ createdAt: 1 }).lean();
    for (const { _id } of mails) expect((await claimMail(_id))?.text).toContain('/not-me?token=');
    return mails.map(({ subject }) => subject);
  };
  const { client, affiliate } = await signedInAffiliate(app);
  await setUpApp(client);
  await client.post('/api/second-factor/recovery-codes');
  await client.send('DELETE', '/api/second-factor/totp', EMPTY);
  await client.post('/api/api-keys', { name: 'Mine', days: 30 });
  expect(await subjectsTo(affiliate.emailAddress)).toEqual([
    'A second factor has been added',
    'New recovery codes have been made',
    'A second factor has been removed',
    'An API key has been made',
  ]);
  const office = await signedInAdministrator(app, []);
  await setUpApp(office.client);
  const { client: manager } = await signedInAdministrator(app);
  await manager.post(`/api/administrators/${office.adminID}/reset-second-factor`);
  expect(await subjectsTo(office.emailAddress)).toEqual([
    'A second factor has been added',
    'Your second factor has been reset',
  ]);
});

test('where the office demands it, an administrator without one may do nothing but set it up', async () => {
  const { emailAddress } = await makeAdministrator();
  const client = demanding.client();
  const session = await client.signIn(emailAddress, TEST_PASSWORD);
  expect(session).toMatchObject({ permissions: [], secondFactorDue: true });
  for (const path of ['administrators', 'office-dashboard', 'audit-log'])
    expect((await client.get(`/api/${path}`)).status).toBe(403);
  expect((await client.get('/api/second-factor')).body.required).toBe(true);
  await setUpApp(client);
  expect((await client.get('/api/session')).body.session.permissions).toEqual([...PERMISSIONS]);
  expect((await client.get('/api/administrators')).status).toBe(200);
  const affiliate = await signedInAffiliate(demanding);
  expect((await affiliate.client.get('/api/session')).body.session).not.toHaveProperty('secondFactorDue');
});

test('who manages administrators takes a lost second factor away', async () => {
  const { client: manager } = await signedInAdministrator(app);
  const { client, adminID, emailAddress } = await signedInAdministrator(app, []);
  await setUpApp(client);
  const reset = await manager.post(`/api/administrators/${adminID}/reset-second-factor`);
  expect(reset.body.secondFactor).toBe(false);
  expect((await AdministratorModel.findOne({ adminID }).lean())?.secondFactor).toBeUndefined();
  expect((await client.get('/api/session')).body).toEqual({ session: null });
  await client.signIn(emailAddress, TEST_PASSWORD);
});

test.each([
  ['/api/confirmation', {}],
  ['/api/confirmation', { Password: 'x', Code: 'y' }],
  ['/api/confirmation', { Passkey: { id: 'x' } }],
  ['/api/second-factor/totp/code', { Code: '' }],
  ['/api/second-factor/passkeys', { name: 'x', response: {} }],
])('%s refuses %j', async (path, body) => {
  const { client } = await signedInAffiliate(app);
  expect((await client.post(path, body)).status).toBe(400);
});

test('visitors set up nothing', async () => {
  for (const path of ['second-factor', 'confirmation', 'second-factor/passkey-options'])
    expect((await app.client().get(`/api/${path}`)).status).toBe(401);
});

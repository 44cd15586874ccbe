/* One way of a new email, from what is entered to what signs in: the tests share one affiliate. */
import { type Affiliate, AffiliateModel, AuditModel, claimMail, MailModel } from '@partnerdesk/domain';
import { makeAdministrator, makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { confirmEmailOf, mailedConfirmation } from '../../testing/confirm-email';
import { accountUpdate, signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let client: TestClient;
let affiliate: Affiliate;
let next: string;
beforeAll(async () => {
  app = await startTestApp({ limits: { confirmEmailAddress: { max: 1000, windowMs: 60_000 } } });
});
beforeEach(async () => {
  ({ client, affiliate } = await signedInAffiliate(app, { paymentType: 2, countryID: 124 }));
  next = `new-${affiliate.emailAddress}`;
});
afterAll(() => app.close());

const enter = (emailAddress: string, fields: object = {}) =>
  client.post('/api/update-affiliate-account', accountUpdate(affiliate.affID, { emailAddress, ...fields }));
const confirm = (Token: string) => app.client().post('/api/confirm-email', { Token });
const signIn = async (EmailAddress: string, Password = TEST_PASSWORD) =>
  (await app.client().post('/api/login', { EmailAddress, Password })).body.result;
const personal = async () =>
  (await client.get(`/api/get-affiliate-account?affiliateID=${affiliate.affID}`)).body;
const lines = async (action: string) =>
  AuditModel.find({ action, 'subject.id': String(affiliate.affID) }, { _id: 0 }).lean();
const VOID = { isSuccessful: false, response: expect.stringMatching(/^This link is not valid any more/) };

test('a new email counts once its reader confirms it: until then the former one signs in', async () => {
  const { emailAddress, affID } = affiliate;
  expect((await enter(next)).body).toBe(true);
  expect([await signIn(emailAddress), await signIn(next)]).toEqual([1, 2]);
  expect(await personal()).toMatchObject({ emailAddress: next, signInEmailAddress: emailAddress });
  const office = await signedInAdministrator(app, ['accounts']);
  const record = async () => (await office.client.get(`/api/get-affiliate-info?AffID=${affID}`)).body[0];
  expect(await record()).toMatchObject({ emailAddress, newEmailAddress: next });
  expect(await MailModel.countDocuments({ to: emailAddress, subject: 'A new email has been entered' })).toBe(
    1,
  );
  expect(await lines('affiliate.email-entered')).toMatchObject([
    { actor: { kind: 'affiliate', id: affID }, before: { emailAddress }, after: { emailAddress: next } },
  ]);

  expect((await confirmEmailOf(app, next)).body).toEqual({
    isSuccessful: true,
    response: 'The email is confirmed. Sign in with it from now on.',
  });
  expect([await signIn(emailAddress), await signIn(next)]).toEqual([2, 1]);
  expect(await personal()).toMatchObject({ emailAddress: next });
  expect(await personal()).not.toHaveProperty('signInEmailAddress');
  expect(await record()).not.toHaveProperty('newEmailAddress');
  expect(await MailModel.countDocuments({ to: emailAddress, subject: 'Your email has been changed' })).toBe(
    1,
  );
  expect(await lines('affiliate.email-changed')).toMatchObject([
    { actor: { kind: 'visitor' }, before: { emailAddress }, after: { emailAddress: next } },
  ]);
});

test('the present email stays the address that it is, whatever letters it is saved in', async () => {
  const { affID } = affiliate;
  const kate = `kate-${next}`;
  await AffiliateModel.updateOne({ affID }, { $set: { emailAddress: kate, emailKey: kate } });
  expect((await enter(kate.replace('k', '\u212a'))).body).toBe(true);
  expect(await AffiliateModel.findOne({ affID }).lean()).toMatchObject({
    emailAddress: kate.replace('k', 'K'),
    emailKey: kate,
  });
});

test('a new email is mailed where it leads, whatever letters it is entered in', async () => {
  const kate = `kate-${next}`;
  expect((await enter(kate.replace('k', '\u212a'))).body).toBe(true);
  const to = kate.replace('k', 'K');
  expect((await confirmEmailOf(app, to)).body).toMatchObject({ isSuccessful: true });
  expect(await personal()).toMatchObject({ emailAddress: to });
});

test('the link once more says that it was done, an unknown one that it is none', async () => {
  await enter(next);
  const token = await mailedConfirmation(next);
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
  expect(answers.map(({ body }) => body.isSuccessful)).toEqual(Array(8).fill(true));
  expect((await confirm(token)).body.response).toBe('This email was confirmed already. Sign in with it.');
  expect(await lines('affiliate.email-changed')).toHaveLength(1);
  expect((await confirm('no token of ours')).body).toEqual(VOID);
  expect((await app.client().post('/api/confirm-email', {})).status).toBe(400);
  expect((await confirm('x'.repeat(501))).status).toBe(400);
});

test('after three days the link has expired, and nothing waits any more', async () => {
  await enter(next);
  const token = await mailedConfirmation(next);
  const at = new Date(Date.now() - 72 * 3_600_000);
  await AffiliateModel.updateOne({ affID: affiliate.affID }, { $set: { 'newEmail.at': at } });
  expect((await confirm(token)).body).toMatchObject({
    isSuccessful: false,
    response: expect.stringMatching(/^This link has expired/),
  });
  expect(await personal()).not.toHaveProperty('signInEmailAddress');
  expect((await enter(next)).body).toBe(true);
  expect((await confirmEmailOf(app, next)).body.isSuccessful).toBe(true);
  expect((await confirm(token)).body.isSuccessful).toBe(true);
});

const sendAgain = () => client.post('/api/send-confirmation-again', {});

test('the link is mailed again while the email waits: both work, for three days from then', async () => {
  await enter(next);
  const first = await mailedConfirmation(next);
  const almost = new Date(Date.now() - 71 * 3_600_000);
  await AffiliateModel.updateOne({ affID: affiliate.affID }, { $set: { 'newEmail.at': almost } });
  const before = Date.now();
  expect((await sendAgain()).body).toBe(true);
  const mails = await MailModel.find({ kind: 'email-confirmation', 'owner.id': affiliate.affID }).lean();
  expect(mails.map(({ to }) => to)).toEqual([next, next]);
  const { newEmail } = await AffiliateModel.findOne({ affID: affiliate.affID }).orFail().lean();
  expect(newEmail.at.getTime()).toBeGreaterThanOrEqual(before);
  expect(await signIn(next)).toBe(2);
  expect((await confirm(first)).body.isSuccessful).toBe(true);
  expect(await signIn(next)).toBe(1);
  expect((await confirmEmailOf(app, next)).body.response).toMatch(/^This email was confirmed already/);
  expect(await lines('affiliate.email-entered')).toHaveLength(1);
});

test.each(['nothing was entered', 'it was taken back', 'it was confirmed', 'it has expired'])(
  'no link is mailed again: %s',
  async (what) => {
    if (what !== 'nothing was entered') await enter(next);
    if (what === 'it was taken back') await enter(affiliate.emailAddress);
    if (what === 'it was confirmed') await confirmEmailOf(app, next);
    const at = new Date(Date.now() - 72 * 3_600_000);
    if (what === 'it has expired')
      await AffiliateModel.updateOne({ affID: affiliate.affID }, { $set: { 'newEmail.at': at } });
    const sent = await MailModel.countDocuments();
    const answer = await sendAgain();
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect(await MailModel.countDocuments()).toBe(sent);
  },
);

test('an address is mailed five links a day, entered or sent again, by any account; a person sends five again', async () => {
  await enter(next);
  const again = async () => (await sendAgain()).status;
  expect([await again(), await again(), await again(), await again(), await again()]).toEqual([
    ...[200, 200, 200, 200, 429],
  ]);
  expect(await MailModel.countDocuments({ to: next })).toBe(5);
  // Another one can still be entered, and sent again until the person's own limit.
  expect((await enter(`other-${next}`)).status).toBe(200);
  expect(await again()).toBe(429);
});

test.each(['affiliate', 'administrator'])(
  'an email that an %s has taken meanwhile stays theirs',
  async (kind) => {
    await enter(next);
    const theirs = { emailAddress: next, emailKey: next };
    if (kind === 'affiliate') await makeAffiliate(theirs);
    else await endClaims().then(() => makeAdministrator(theirs));
    const answer = await confirmEmailOf(app, next);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      "I'm sorry but this email has already been used in another account.",
    ]);
    expect((await AffiliateModel.findOne({ affID: affiliate.affID }).lean())?.emailKey).toBe(
      affiliate.emailKey,
    );
    expect(await signIn(affiliate.emailAddress)).toBe(1);
  },
);

test('of two who entered the same email, one who confirms it has it', async () => {
  await enter(next);
  const first = await mailedConfirmation(next);
  const former = affiliate;
  ({ client, affiliate } = await signedInAffiliate(app, { paymentType: 2, countryID: 124 }));
  await enter(next);
  const second = await MailModel.findOne({ to: next, 'owner.id': affiliate.affID }).lean();
  expect(second).not.toBeNull();
  const answers = await Promise.all([confirm(first), confirmEmailOf(app, next)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const found = await AffiliateModel.find({ affID: { $in: [former.affID, affiliate.affID] } }).lean();
  expect(found.filter(({ emailAddress }) => emailAddress === next)).toHaveLength(1);
});

test('saved again it sends no further mail; the present email takes it back, another one replaces it', async () => {
  await enter(next);
  const token = await mailedConfirmation(next);
  await enter(next.toUpperCase(), { address1: '2 Street' });
  expect(await MailModel.countDocuments({ to: next })).toBe(1);
  expect(await personal()).toMatchObject({ address1: '2 Street', emailAddress: next });
  // What was read is sent back whole.
  expect((await enter(next, { signInEmailAddress: 'x' })).body).toBe(true);
  await enter(`other-${next}`);
  expect((await confirm(token)).body).toEqual(VOID);
  const other = await mailedConfirmation(`other-${next}`);
  await enter(affiliate.emailAddress);
  expect((await confirm(other)).body).toEqual(VOID);
  expect(await personal()).not.toHaveProperty('signInEmailAddress');
  expect(await lines('affiliate.email-withdrawn')).toMatchObject([
    { before: { emailAddress: `other-${next}` } },
  ]);
});

test.each(['a changed password', '“this wasn’t me”', 'an email that the office sets', 'closing the account'])(
  'the link of an intruder ends with %s',
  async (what) => {
    const { affID, emailAddress } = affiliate;
    await enter(next);
    const token = await mailedConfirmation(next);
    const office = await signedInAdministrator(app, ['accounts']);
    const { version } = await AffiliateModel.findOne({ affID }).orFail().lean();
    const acts: Record<string, () => Promise<unknown>> = {
      'a changed password': () =>
        client.post('/api/update-affiliate-password', {
          AffID: affID,
          NewPassword: 'a fresh one',
          ConfirmNewPassword: 'a fresh one',
        }),
      '“this wasn’t me”': async () => {
        const { Token } = await mailedDenial(emailAddress);
        expect((await app.client().post('/api/not-me', { Token })).body.isSuccessful).toBe(true);
      },
      'an email that the office sets': () =>
        office.client.post('/api/update-affiliate?updateType=Info', {
          affID,
          version,
          emailAddress: `office-${emailAddress}`,
        }),
      'closing the account': () =>
        office.client.post('/api/update-affiliate-status', { affID, version, status: 2, reason: 'x' }),
    };
    await acts[what]?.();
    expect((await confirm(token)).body).toEqual(VOID);
    expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).not.toBe(next);
  },
);

async function mailedDenial(to: string) {
  const stored = await MailModel.findOne({ to, kind: 'password-changed' }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored?._id ?? '');
  return { Token: /\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] };
}

test('an email that was registered and never confirmed can be invited: until it is accepted, both are answered', async () => {
  const EmailAddress = `boss-${next}`;
  const form = { FirstName: 'Eve', EmailAddress, Password: 'secret-1', ConfirmPassword: 'secret-1' };
  expect((await app.client().post('/api/register', { ...form, Agreed: true })).body).toEqual({ result: 0 });
  // The claim of the registration, which ends by itself.
  await endClaims();
  const office = await signedInAdministrator(app);
  const invitation = { emailAddress: EmailAddress, firstName: 'Bo', permissions: ['moderation'] };
  expect((await office.client.post('/api/administrators', invitation)).status).toBe(200);
  expect(await signIn(EmailAddress, 'secret-1')).toBe(1);

  const Password = 'a new long one of Bo';
  const Token = await mailedInvitation(EmailAddress);
  const accepted = await app.client().post('/api/login', { Token, Password, ConfirmPassword: Password });
  expect(accepted.body.result).toBe(1);
  const session = await app.client().signIn(EmailAddress, Password);
  expect(session).toMatchObject({ affRole: 99 });
  expect(await signIn(EmailAddress, 'secret-1')).toBe(3);
});

test('an email that its reader has confirmed, by a reset mail, is not invited, and no invitation of before is accepted', async () => {
  const EmailAddress = `owner-${next}`;
  const form = { FirstName: 'Eve', EmailAddress, Password: 'secret-1', ConfirmPassword: 'secret-1' };
  await app.client().post('/api/register', { ...form, Agreed: true });
  await endClaims();
  const office = await signedInAdministrator(app);
  const invite = () =>
    office.client.post('/api/administrators', {
      emailAddress: EmailAddress,
      firstName: 'Bo',
      permissions: ['moderation'],
    });
  expect((await invite()).status).toBe(200);
  const invited = await mailedInvitation(EmailAddress);
  await app.client().get(`/api/send-request-restore-password?email=${encodeURIComponent(EmailAddress)}`);
  const reset = (Token: string, Password: string) =>
    app.client().post('/api/login', { Token, Password, ConfirmPassword: Password });
  expect((await reset(await mailedInvitation(EmailAddress), 'secret-2')).body.result).toBe(1);
  expect((await reset(invited, 'a new long one of Bo')).status).toBe(409);
  expect(await signIn(EmailAddress, 'secret-2')).toBe(1);
  expect((await invite()).status).toBe(409);
});

async function mailedInvitation(to: string): Promise<string> {
  const stored = await MailModel.findOne({ to }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored?._id ?? '');
  return /\/update-password\?(?:invitation=1&)?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function endClaims() {
  await AffiliateModel.db.collection('emailClaims').deleteMany({});
}

test('links are tried by an address a few times at most', async () => {
  const strict = await startTestApp({ limits: { confirmEmailAddress: { max: 1, windowMs: 60_000 } } });
  const guess = () => strict.client().post('/api/confirm-email', { Token: 'x' });
  const statuses = [(await guess()).status, (await guess()).status];
  await strict.close();
  expect(statuses).toEqual([200, 429]);
});

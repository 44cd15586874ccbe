import {
  AffiliateModel,
  ApiKeyModel,
  AuditModel,
  claimMail,
  MailModel,
  PostbackModel,
  storeForgottenKeyMails,
} from '@partnerdesk/domain';
import { TEST_PASSWORD } from '@partnerdesk/testing';
import { confirmEmailOf } from '../../testing/confirm-email';
import { accountUpdate, signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function mailed(to: string, kind = 'password-changed') {
  const stored = await MailModel.find({ to, kind }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored[0]?._id ?? '');
  return {
    count: stored.length,
    subject: mail?.subject,
    Token: /\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1],
  };
}

const POSTBACK = { address: 'https://tracker.example/p?id={id}', events: ['sale'], active: true };

const postbackLines = (affID: number) =>
  AuditModel.find({ action: 'postback.saved', 'subject.id': String(affID) })
    .sort({ at: 1 })
    .lean();

test('a changed password is mailed; "this wasn’t me" ends every session, once', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const NewPassword = 'a fresh one';
  await client.post('/api/update-affiliate-password', {
    AffID: affiliate.affID,
    NewPassword,
    ConfirmNewPassword: NewPassword,
  });
  const { subject, Token } = await mailed(affiliate.emailAddress);
  expect(subject).toBe('Your password has been changed');
  const deny = () => app.client().post('/api/not-me', { Token });
  expect((await client.get('/api/session')).body.session).not.toBeNull();
  expect((await deny()).body.isSuccessful).toBe(true);
  expect((await client.get('/api/session')).body.session).toBeNull();
  expect((await deny()).body.isSuccessful).toBe(false);
  expect((await app.client().post('/api/not-me', {})).status).toBe(400);
});

test('a changed email is mailed to the address it was', async () => {
  const { client, affiliate } = await signedInAffiliate(app, { paymentType: 2, countryID: 124 });
  const { affID } = affiliate;
  const update = accountUpdate(affID, { emailAddress: 'elsewhere@example.com' });
  const answer = await client.post('/api/update-affiliate-account', update);
  expect(answer.body).toBe(true);
  expect((await mailed(affiliate.emailAddress)).subject).toBe('A new email has been entered');
  await confirmEmailOf(app, 'elsewhere@example.com');
  expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).toBe('elsewhere@example.com');
  expect((await mailed(affiliate.emailAddress)).subject).toBe('Your email has been changed');
  expect((await mailed('elsewhere@example.com')).count).toBe(0);
});

test('after a takeover: the intruder’s password, sessions, keys, email and payment details are worth nothing', async () => {
  const { affiliate } = await signedInAffiliate(app, { countryID: 124 });
  const { affID, emailAddress } = affiliate;
  const intruder = app.client();
  await intruder.signIn(emailAddress, TEST_PASSWORD);
  const NewPassword = 'the intruder’s own';
  await intruder.post('/api/update-affiliate-password', {
    AffID: affID,
    NewPassword,
    ConfirmNewPassword: NewPassword,
  });
  const { Token } = await mailed(emailAddress);
  const payPal = { affID, paymentType: 2, paypalID: 'intruder@pay.example' };
  const update = accountUpdate(affID, { emailAddress: 'intruder@example.com' }, payPal);
  const saved = await intruder.post('/api/update-affiliate-account', update);
  expect(saved.body).toBe(true);
  expect((await confirmEmailOf(app, 'intruder@example.com')).body.isSuccessful).toBe(true);
  const { key } = (await intruder.post('/api/api-keys', { name: 'Mine', days: 365 })).body;
  await intruder.post('/api/postback', POSTBACK);
  // The mails since then went to the intruder.
  const later = await mailed('intruder@example.com');
  expect(later.Token).toMatch(/./);

  const denied = await app.client().post('/api/not-me', { Token, Restore: true });
  expect(denied.body).toMatchObject({ isSuccessful: true, response: expect.stringContaining(emailAddress) });
  expect(denied.body.response).toContain('The postback that had been set is switched off.');
  const signIn = (EmailAddress: string) =>
    app.client().post('/api/login', { EmailAddress, Password: NewPassword });
  expect((await signIn(emailAddress)).body.result).toBe(3);
  expect((await signIn('intruder@example.com')).body.result).toBe(2);
  expect((await intruder.get('/api/session')).body.session).toBeNull();
  const withKey = await app.client().get('/api/v1/figures', { authorization: `Bearer ${key}` });
  expect(withKey.status).toBe(401);
  expect(await PostbackModel.findById(affID).lean()).toMatchObject({ active: false });
  expect(await postbackLines(affID)).toMatchObject([
    { actor: { kind: 'affiliate' }, after: { active: true } },
    { actor: { kind: 'visitor' }, before: { active: true }, after: { active: false } },
  ]);
  expect(await AffiliateModel.findOne({ affID }).lean()).toMatchObject({
    emailAddress,
    paymentType: 0,
    payPalUserName: '',
    paymentInfoSet: false,
    accountStatus: 0,
  });
  for (const to of [emailAddress, 'intruder@example.com'])
    expect(await MailModel.exists({ to, subject: 'The account has been secured' })).not.toBeNull();
  expect(
    await AuditModel.findOne({ action: 'account.secured', 'subject.id': String(affID) }).lean(),
  ).toMatchObject({
    before: { emailAddress: 'intruder@example.com' },
    after: { emailAddress, paymentType: 0 },
  });
  expect((await app.client().post('/api/not-me', { Token: later.Token })).body.isSuccessful).toBe(false);
});

test('a postback from before the change that is taken back stays on', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, emailAddress } = affiliate;
  await client.post('/api/postback', POSTBACK);
  const NewPassword = 'a fresh one';
  const passwords = { AffID: affID, NewPassword, ConfirmNewPassword: NewPassword };
  await client.post('/api/update-affiliate-password', passwords);
  const { Token } = await mailed(emailAddress);
  expect((await app.client().post('/api/not-me', { Token })).body.isSuccessful).toBe(true);
  expect(await PostbackModel.findById(affID).lean()).toMatchObject({ active: true });
  expect(await postbackLines(affID)).toHaveLength(1);
});

test('a link of a later change whose mail a dead process had left is void too', async () => {
  const { affiliate } = await signedInAffiliate(app);
  const { affID, version, emailAddress } = affiliate;
  const office = await signedInAdministrator(app, ['accounts']);
  const intruders = `intruder-${emailAddress}`;
  await office.client.post('/api/update-affiliate?updateType=Info', {
    affID,
    version,
    emailAddress: intruders,
  });
  const { Token } = await mailed(emailAddress);
  const passwordNotice = { noticeID: 'left', at: new Date(), to: intruders };
  await AffiliateModel.updateOne({ affID }, { $set: { passwordNotice } });
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)];
  const key = { _id: 'left', affID, name: 'Left', hash: 'x', createdAt, expiresAt, mailTo: intruders };
  await ApiKeyModel.create(key);
  expect((await app.client().post('/api/not-me', { Token, Restore: true })).body.isSuccessful).toBe(true);
  await storeForgottenKeyMails();
  for (const mailID of ['password-changed.left', 'api-key-made.left']) {
    const later = /\/not-me\?token=([\w-]+)/.exec((await claimMail(mailID))?.text ?? '')?.[1];
    expect(later).toMatch(/./);
    const again = { Token: later, Restore: true };
    expect((await app.client().post('/api/not-me', again)).body.isSuccessful).toBe(false);
  }
  expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).toBe(emailAddress);
});

test('an account that others change all the time is not secured: then the link stays good', async () => {
  const { affiliate } = await signedInAffiliate(app);
  const { affID, version, emailAddress } = affiliate;
  const office = await signedInAdministrator(app, ['accounts']);
  const change = { affID, version, emailAddress: `moved-${emailAddress}` };
  await office.client.post('/api/update-affiliate?updateType=Info', change);
  const { Token } = await mailed(emailAddress);
  const deny = () => app.client().post('/api/not-me', { Token, Restore: true });
  const write = AffiliateModel.findOneAndUpdate.bind(AffiliateModel) as (...input: unknown[]) => never;
  const overtaken = jest.spyOn(AffiliateModel, 'findOneAndUpdate').mockImplementation(((
    ...input: unknown[]
  ) => ({
    lean: async () => {
      await AffiliateModel.updateOne({ affID }, { $inc: { version: 1 } });
      return (write(...input) as { lean: () => unknown }).lean();
    },
  })) as never);
  expect((await deny()).status).toBe(409);
  overtaken.mockRestore();
  expect((await deny()).body.isSuccessful).toBe(true);
  expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).toBe(emailAddress);
});

test('without being asked to, it restores nothing; an address that another account has by now stays theirs', async () => {
  const { affiliate } = await signedInAffiliate(app);
  const { affID, emailAddress } = affiliate;
  const office = await signedInAdministrator(app, ['accounts']);
  const change = (id: number, version: number, email: string) =>
    office.client.post('/api/update-affiliate?updateType=Info', { affID: id, version, emailAddress: email });
  await change(affID, affiliate.version, 'moved@example.com');
  const first = await mailed(emailAddress);
  expect((await app.client().post('/api/not-me', { Token: first.Token })).body.isSuccessful).toBe(true);
  const { version } = await AffiliateModel.findOne({ affID }).orFail().lean();
  await change(affID, version, 'again@example.com');
  const { Token } = await mailed('moved@example.com');
  await signedInAffiliate(app, { emailAddress: 'moved@example.com', emailKey: 'moved@example.com' });
  expect((await app.client().post('/api/not-me', { Token, Restore: true })).body.isSuccessful).toBe(true);
  expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).toBe('again@example.com');
});

test('an email that the office changed, too; then the address it was signs everybody out', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID, version, emailAddress } = affiliate;
  const office = await signedInAdministrator(app, ['accounts']);
  const change = () =>
    office.client.post('/api/update-affiliate?updateType=Info', {
      affID,
      version,
      emailAddress: 'theirs@example.com',
    });
  expect((await change()).status).toBe(200);
  // The same save again, whose answer was lost.
  expect((await change()).status).toBe(409);
  const { count, subject, Token } = await mailed(emailAddress);
  expect([count, subject]).toEqual([1, 'Your email has been changed']);
  expect(
    await app.queues.mail.getJob(`send-mail.email-changed.affiliate.${affID}.${version + 1}`),
  ).toBeTruthy();
  expect((await mailed('theirs@example.com')).count).toBe(0);
  expect((await app.client().post('/api/not-me', { Token })).body.isSuccessful).toBe(true);
  expect((await client.get('/api/session')).body.session).toBeNull();
});

const OWN_EMAIL = 'the own email';
test.each(['password1', 'seven77', 'qwertyqwerty', OWN_EMAIL])(
  '%s is refused wherever a password is set',
  async (wanted) => {
    const { client, affiliate } = await signedInAffiliate(app);
    const { affID, emailAddress } = affiliate;
    const password = wanted === OWN_EMAIL ? emailAddress : wanted;
    const change = { AffID: affID, NewPassword: password, ConfirmNewPassword: password };
    const changed = await client.post('/api/update-affiliate-password', change);
    expect(Object.keys(changed.body.error.fields)).toEqual(['NewPassword']);
    const registered = await app.client().post('/api/register', {
      FirstName: 'Eve',
      EmailAddress: emailAddress,
      Password: password,
      ConfirmPassword: password,
      Agreed: true,
    });
    expect(Object.keys(registered.body.error.fields)).toEqual(['Password']);
    await app.client().signIn(affiliate.emailAddress, TEST_PASSWORD);
  },
);

import { AffiliateModel, claimMail, MailModel } from '@partnerdesk/domain';
import { TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function mailed(to: string) {
  const stored = await MailModel.find({ to }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored[0]?._id ?? '');
  return {
    count: stored.length,
    subject: mail?.subject,
    Token: /\/not-me\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1],
  };
}

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
  const answer = await client.post('/api/update-affiliate-account', {
    PersonalInformation: {
      affID,
      emailAddress: 'elsewhere@example.com',
      firstName: 'Ada',
      lastName: 'Lee',
      address1: '1 Street',
      address2: '',
      postalCode: '1',
      countryID: 124,
      skypeUserName: '',
    },
    PaymentInformation: null,
    TaxInformation: null,
  });
  expect(answer.body).toBe(true);
  expect((await AffiliateModel.findOne({ affID }).lean())?.emailAddress).toBe('elsewhere@example.com');
  expect((await mailed(affiliate.emailAddress)).subject).toBe('Your email has been changed');
  expect((await mailed('elsewhere@example.com')).count).toBe(0);
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

test.each(['password1', 'seven77'])('%s is refused wherever a password is set', async (password) => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID } = affiliate;
  const change = { AffID: affID, NewPassword: password, ConfirmNewPassword: password };
  const changed = await client.post('/api/update-affiliate-password', change);
  expect(Object.keys(changed.body.error.fields)).toEqual(['NewPassword']);
  const registered = await app.client().post('/api/register', {
    FirstName: 'Eve',
    EmailAddress: 'eve@example.com',
    Password: password,
    ConfirmPassword: password,
    Agreed: true,
  });
  expect(Object.keys(registered.body.error.fields)).toEqual(['Password']);
  await app.client().signIn(affiliate.emailAddress, TEST_PASSWORD);
});

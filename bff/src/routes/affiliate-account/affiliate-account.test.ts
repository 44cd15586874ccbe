/* One form that is saved at once: the tests share what is filled in. */
import { SIGN_IN_EMAIL_TEXT } from '@partnerdesk/contracts';
import { type Affiliate, AffiliateModel, AuditModel, MailModel } from '@partnerdesk/domain';
import { makeAffiliate } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let client: TestClient;
let affiliate: Affiliate;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ({ client, affiliate } = await signedInAffiliate(app, { lastName: '' }));
});
afterAll(() => app.close());

const GERMANY = 276;
const personal = (fields = {}) => ({
  affID: affiliate.affID,
  emailAddress: affiliate.emailAddress,
  status: 0,
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '12 St James Square',
  address2: '',
  postalCode: 'SW1Y 4JH',
  countryName: 'Germany',
  countryID: GERMANY,
  skypeUserName: '',
  ...fields,
});
const ach = (fields = {}) => ({
  affID: affiliate.affID,
  paymentType: 1,
  paypalID: '',
  achAccountName: 'Ada Lovelace',
  achAccountType: 2,
  achRoutingNumber: '021000021',
  achAccountNumber: '9876543210',
  ...fields,
});
const payPal = (fields = {}) => ({
  affID: affiliate.affID,
  paymentType: 2,
  paypalID: 'ada@example.com',
  achAccountName: '',
  achAccountType: 0,
  achRoutingNumber: '',
  achAccountNumber: '',
  ...fields,
});
const ssn = (fields = {}) => ({
  affID: affiliate.affID,
  taxIDType: 1,
  taxID: '123-45-6789',
  companyName: '',
  ...fields,
});
const save = (Personal: unknown, Payment: unknown = null, Tax: unknown = null) =>
  client.post('/api/update-affiliate-account', {
    PersonalInformation: Personal,
    PaymentInformation: Payment,
    TaxInformation: Tax,
  });
const read = async (what: string) =>
  (await client.get(`/api/get-affiliate-${what}?affiliateID=${affiliate.affID}`)).body;

test('a new account is empty and incomplete', async () => {
  expect(await read('account')).toEqual({
    affID: affiliate.affID,
    emailAddress: affiliate.emailAddress,
    status: 0,
    firstName: 'Ada',
    lastName: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    postalCode: '',
    countryName: '',
    countryID: 0,
    skypeUserName: '',
  });
  expect(await read('payment-info')).toMatchObject({ paymentType: 0, paypalID: '', achAccountNumber: '' });
  expect(await read('tax-info')).toEqual({
    affID: affiliate.affID,
    taxID: '',
    taxIDType: 0,
    companyName: '',
  });
});

test('saved in full it is complete, and its numbers show their last four digits', async () => {
  const answer = await save(personal({ countryID: 1 }), ach(), ssn());
  expect([answer.status, answer.body]).toEqual([200, true]);
  expect(await read('account')).toMatchObject({
    lastName: 'Lovelace',
    countryID: 1,
    countryName: 'United States',
  });
  expect(await read('payment-info')).toEqual(ach({ achAccountNumber: '••••••3210' }));
  expect(await read('tax-info')).toEqual(ssn({ taxID: '•••••••6789' }));
  const { session } = (await client.get('/api/session')).body;
  expect(session).toMatchObject({ accountStatus: 1, paymentInfoSet: true });
});

test('neither database, log nor audit log knows the numbers', async () => {
  await save(personal({ countryID: 1 }), ach(), ssn());
  const { affID } = affiliate;
  const stored = JSON.stringify([
    await AffiliateModel.findOne({ affID }).lean(),
    await AuditModel.find().lean(),
    app.logLines(),
  ]);
  expect(stored).not.toMatch(/9876543210|123-45-6789/);
  const actions = ['affiliate.payment-information-saved', 'affiliate.tax-information-saved'];
  expect(await AuditModel.countDocuments({ 'actor.id': affID, action: { $in: actions } })).toBe(2);
});

test('payment and tax information stay as they were saved, whatever is sent later', async () => {
  await save(personal({ countryID: 1 }), payPal(), ssn());
  const again = await save(
    personal({ countryID: 1, lastName: 'Byron' }),
    ach(),
    ssn({ taxID: '000-00-0000' }),
  );
  expect(again.status).toBe(200);
  expect(await read('account')).toMatchObject({ lastName: 'Byron' });
  expect(await read('payment-info')).toMatchObject({
    paymentType: 2,
    paypalID: 'ada@example.com',
    achAccountNumber: '',
  });
  expect(await read('tax-info')).toMatchObject({ taxID: '•••••••6789' });
});

test('two saves at once: one of the payments stays, never a mixture', async () => {
  const answers = await Promise.all([
    save(personal(), payPal()),
    save(personal(), ach()),
    save(personal(), payPal()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const payment = await read('payment-info');
  expect([payPal(), ach({ achAccountNumber: '••••••3210' })]).toContainEqual(payment);
});

test('payment has to come with the first save, tax only in the country that asks for it', async () => {
  const noPayment = await save(personal());
  expect(noPayment.body.error.fields).toEqual({
    'PaymentInformation.paymentType': 'Please select payment type',
  });
  const noTax = await save(personal({ countryID: 1 }), payPal());
  expect(noTax.body.error.fields).toEqual({ 'TaxInformation.taxIDType': 'Please select Tax ID type' });
  expect((await save(personal(), payPal(), ssn())).status).toBe(200);
  expect(await read('tax-info')).toMatchObject({ taxIDType: 0, taxID: '' });
});

test.each(["=cmd|'/C calc'!A0", '=cmd|x@example.com', 'ada', 'ada@example.com,x'])(
  'a PayPal ID must be an email address: %s',
  async (paypalID) => {
    const answer = await save(personal(), payPal({ paypalID }));
    expect([answer.status, answer.body.error.fields]).toEqual([
      400,
      { 'PaymentInformation.paypalID': 'Please provide a valid email' },
    ]);
    expect(await read('payment-info')).toMatchObject({ paymentType: 0, paypalID: '' });
  },
);

test('of an ACH payment nothing of PayPal is kept, and the other way round', async () => {
  await save(
    personal(),
    payPal({ achAccountName: 'x', achAccountType: 1, achRoutingNumber: '1', achAccountNumber: '2' }),
  );
  expect(await read('payment-info')).toEqual(payPal());
});

test('status, commission and the like are not the affiliate’s to set', async () => {
  await save(personal({ status: 2 }), payPal());
  expect((await read('account')).status).toBe(0);
  expect((await save(personal({ commission: 90 }))).body.error.fields).toHaveProperty([
    'PersonalInformation.commission',
  ]);
});

test('an email that is another’s is refused with its text', async () => {
  const other = await makeAffiliate();
  const answer = await save(personal({ emailAddress: other.emailAddress.toUpperCase() }), payPal());
  const text = "I'm sorry but this email has already been used in another account.";
  expect([answer.status, answer.body.error.fields]).toEqual([409, { emailAddress: text }]);
});

test('emails entered to and fro mail a stranger a few times at most, by any account; each is in the audit log', async () => {
  const stranger = 'stranger@example.com';
  const setEmail = async (emailAddress: string) => (await save(personal({ emailAddress }), payPal())).status;
  const statuses: number[] = [];
  for (let change = 0; change < 11; change += 1)
    statuses.push(await setEmail(change % 2 === 0 ? stranger : affiliate.emailAddress));
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect(await MailModel.countDocuments({ to: stranger })).toBe(5);
  const lines = { action: 'affiliate.email-entered', 'subject.id': String(affiliate.affID) };
  expect(await AuditModel.countDocuments(lines)).toBe(5);
  expect(await AuditModel.findOne(lines).sort({ seq: 1 }).lean()).toMatchObject({
    before: { emailAddress: affiliate.emailAddress },
    after: { emailAddress: stranger },
  });
  // Another person enters the address: it was mailed often enough.
  ({ client, affiliate } = await signedInAffiliate(app));
  expect(await setEmail(stranger)).toBe(429);
  expect(await setEmail('another@example.com')).toBe(200);
});

test('a person enters five emails a day, also when each was confirmed and no address is named twice', async () => {
  const statuses: number[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const emailAddress = `${name}.of.six@example.com`;
    statuses.push((await save(personal({ emailAddress }), payPal())).status);
    // As confirmed by its reader.
    const confirmed = { $set: { emailAddress, emailKey: emailAddress }, $unset: { newEmail: 1 } };
    await AffiliateModel.updateOne({ affID: affiliate.affID }, confirmed);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('an email that could not be signed in with is refused beside its field', async () => {
  const answer = await save(personal({ emailAddress: `${'a'.repeat(60)}@example.com` }), payPal());
  expect([answer.status, answer.body.error.fields]).toEqual([
    400,
    { 'PersonalInformation.emailAddress': SIGN_IN_EMAIL_TEXT },
  ]);
});

test.each(['account', 'payment-info', 'tax-info'])(
  'get-affiliate-%s: 401, wrong role, another’s id, bad id',
  async (what) => {
    const path = `/api/get-affiliate-${what}`;
    const { client: office } = await signedInAdministrator(app);
    expect((await app.client().get(`${path}?affiliateID=${affiliate.affID}`)).status).toBe(401);
    expect((await office.get(`${path}?affiliateID=${affiliate.affID}`)).status).toBe(403);
    expect((await client.get(`${path}?affiliateID=${affiliate.affID + 1}`)).status).toBe(403);
    expect((await client.get(`${path}?affiliateID=x`)).body.error.fields).toHaveProperty('affiliateID');
  },
);

test('saving: 401, wrong role, another’s id in any part', async () => {
  const body = { PersonalInformation: personal(), PaymentInformation: payPal(), TaxInformation: null };
  const { client: office } = await signedInAdministrator(app);
  expect((await app.client().post('/api/update-affiliate-account', body)).status).toBe(401);
  expect((await office.post('/api/update-affiliate-account', body)).status).toBe(403);
  const affID = affiliate.affID + 1;
  expect((await save(personal({ affID }), payPal())).status).toBe(403);
  expect((await save(personal(), payPal({ affID }))).status).toBe(403);
  expect((await save(personal({ countryID: 1 }), payPal(), ssn({ affID }))).status).toBe(403);
  expect(await read('payment-info')).toMatchObject({ paymentType: 0 });
});

const PERSONAL = 'Please provide required personal information';
const ACCOUNT = 'Please provide required account information';
test.each<[string, string, object, string | undefined]>([
  ...['firstName', 'lastName', 'emailAddress', 'address1', 'postalCode'].map(
    (field): [string, string, object, string] => ['PersonalInformation', field, { [field]: ' ' }, PERSONAL],
  ),
  ['PersonalInformation', 'countryID', { countryID: 0 }, PERSONAL],
  ['PersonalInformation', 'countryID', { countryID: 840 }, PERSONAL],
  ['PersonalInformation', 'emailAddress', { emailAddress: 'ada' }, 'Please provide a valid email'],
  ['PersonalInformation', 'firstName', { firstName: 'a'.repeat(51) }, undefined],
  ['PersonalInformation', 'lastName', { lastName: 'a'.repeat(51) }, undefined],
  ['PersonalInformation', 'emailAddress', { emailAddress: `${'a'.repeat(140)}@example.com` }, undefined],
  ['PersonalInformation', 'address1', { address1: 'a'.repeat(101) }, undefined],
  ['PersonalInformation', 'address2', { address2: 'a'.repeat(101) }, undefined],
  ['PersonalInformation', 'postalCode', { postalCode: '12345678901' }, undefined],
  ['PersonalInformation', 'skypeUserName', { skypeUserName: 'a'.repeat(101) }, undefined],
  ['PaymentInformation', 'paymentType', { paymentType: 0 }, 'Please select payment type'],
  ['PaymentInformation', 'paymentType', { paymentType: 3 }, 'Please select payment type'],
  ['PaymentInformation', 'achAccountName', { achAccountName: '' }, ACCOUNT],
  ['PaymentInformation', 'achAccountType', { achAccountType: 0 }, ACCOUNT],
  ['PaymentInformation', 'achAccountType', { achAccountType: 3 }, ACCOUNT],
  ['PaymentInformation', 'achRoutingNumber', { achRoutingNumber: '' }, ACCOUNT],
  ['PaymentInformation', 'achRoutingNumber', { achRoutingNumber: '0123456789' }, undefined],
  ['PaymentInformation', 'achAccountNumber', { achAccountNumber: '' }, ACCOUNT],
  ['PaymentInformation', 'achAccountNumber', { achAccountNumber: '1'.repeat(18) }, undefined],
  ['PaymentInformation', 'paypalID', { paymentType: 2, paypalID: '' }, 'Please provide your PayPal ID'],
  ['PaymentInformation', 'paypalID', { paymentType: 2, paypalID: 'a'.repeat(151) }, undefined],
  ['TaxInformation', 'taxIDType', { taxIDType: 0 }, 'Please select Tax ID type'],
  ['TaxInformation', 'taxID', { taxID: '' }, 'Please enter your SSN'],
  ['TaxInformation', 'taxID', { taxID: '1'.repeat(21) }, undefined],
  [
    'TaxInformation',
    'taxID',
    { taxIDType: 2, taxID: '', companyName: 'Engines' },
    'Please provide EIN information',
  ],
  ['TaxInformation', 'companyName', { taxIDType: 2 }, 'Please provide EIN information'],
  ['TaxInformation', 'companyName', { taxIDType: 2, companyName: 'a'.repeat(101) }, undefined],
])('%s.%s is named when it is wrong: %j', async (part, field, fields, text) => {
  const of = (name: string) => (name === part ? fields : {});
  const answer = await save(
    personal({ countryID: 1, ...of('PersonalInformation') }),
    ach(of('PaymentInformation')),
    ssn(of('TaxInformation')),
  );
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toEqual([`${part}.${field}`]);
  if (text) expect(answer.body.error.fields[`${part}.${field}`]).toBe(text);
});

test('the balance: available, pending and when it is paid; an affiliate’s own only', async () => {
  const balance = await client.get(`/api/affiliate-balance?affiliateID=${affiliate.affID}`);
  expect(balance.body).toMatchObject({
    affID: affiliate.affID,
    available: 0,
    pending: 0,
    minimumPayout: 0,
    holdDays: 0,
    nextPayoutDate: expect.stringMatching(/^\d{4}-\d\d-20$/),
  });
  const other = `/api/affiliate-balance?affiliateID=${affiliate.affID + 1}`;
  expect((await client.get(other)).status).toBe(403);
  expect((await app.client().get(other)).status).toBe(401);
  expect((await client.get('/api/affiliate-balance?affiliateID=x')).status).toBe(400);
});

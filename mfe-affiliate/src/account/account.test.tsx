/* One form of three parts that is saved at once: the tests share what is filled in. */

import { anAffiliate, expectAccessible, failure, never, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AccountScreen } from './account-screen';

const PERSONAL = {
  affID: 7,
  emailAddress: 'ada@example.com',
  status: 1,
  firstName: 'Ada',
  lastName: 'Jones',
  address1: '1 Main St',
  address2: '',
  city: '',
  state: '',
  postalCode: '10001',
  countryName: 'Canada',
  countryID: 2,
  skypeUserName: '',
};
const NO_PAYMENT = {
  affID: 7,
  paymentType: 0,
  paypalID: '',
  achAccountName: '',
  achAccountType: 0,
  achRoutingNumber: '',
  achAccountNumber: '',
};
const ACH = {
  ...NO_PAYMENT,
  paymentType: 1,
  achAccountName: 'Ada Jones',
  achAccountType: 2,
  achRoutingNumber: '*****0021',
  achAccountNumber: '******6789',
};
const NO_TAX = { affID: 7, taxID: '', taxIDType: 0, companyName: '' };

const TERMS = {
  today: '2026-11-20',
  periods: [
    {
      from: '',
      level: 'own',
      rates: { commission: 30, initial: null, rebill: 5, capDays: 90, capCommission: 0 },
    },
  ],
};
const BALANCE = {
  affID: 7,
  available: 12.5,
  pending: 30,
  minimumPayout: 50,
  holdDays: 14,
  nextPayoutDate: '2026-12-20',
};

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));

async function open(records: { personal?: object; payment?: object; tax?: object } = {}, api = {}) {
  const person = anAffiliate({ accountStatus: 0, paymentInfoSet: false });
  const app = renderApp(<AccountScreen />, {
    person,
    path: '/account',
    api: {
      'GET /affiliate-balance': () => BALANCE,
      'GET /affiliate-terms': () => TERMS,
      'GET /notices': () => ({ on: ['weekly-summary'] }),
      'GET /affiliate-tax-forms': () => [],
      'GET /get-affiliate-account': () => ({ ...PERSONAL, ...records.personal }),
      'GET /get-affiliate-payment-info': () => records.payment ?? NO_PAYMENT,
      'GET /get-affiliate-tax-info': () => records.tax ?? NO_TAX,
      'GET /session': () => ({ session: { ...person, accountStatus: 1, paymentInfoSet: true } }),
      'POST /update-affiliate-account': () => true,
      'POST /update-affiliate-password': () => true,
      ...api,
    },
  });
  await screen.findByLabelText(/^First Name/);
  return app;
}

type App = Awaited<ReturnType<typeof open>>;
const save = (app: App) => app.user.click(screen.getByRole('button', { name: 'Save' }));
const saved = (app: App) => app.calls.filter((call) => call.route === 'POST /update-affiliate-account');
const inUsa = { personal: { countryID: 1 } };

async function payBy(app: App, type: 'Direct deposit (ACH)' | 'PayPal', values: Record<string, string>) {
  await app.user.click(screen.getByLabelText(type));
  for (const [label, text] of Object.entries(values)) await app.user.type(field(label), text);
}

it.each(['First Name', 'Last Name', 'Email', 'Address 1', 'Postal Code'])('asks for %s', async (label) => {
  const app = await open();
  await app.user.clear(field(label));
  await save(app);
  expect(screen.getByText('Please provide required personal information')).toBeInTheDocument();
  expect(field(label)).toHaveFocus();
  expect(saved(app)).toEqual([]);
});

it('says which email waits to be confirmed, and which one logs in until then', async () => {
  await open({ personal: { emailAddress: 'new@example.com', signInEmailAddress: 'ada@example.com' } });
  expect(field('Email')).toHaveValue('new@example.com');
  expect(field('Email')).toHaveAccessibleDescription(
    /^Waits to be confirmed by the link .* Until then you log in with ada@example\.com/,
  );
});

it('mails the link to an email that waits again, and keeps what is being entered', async () => {
  const answers = [true, failure(409, 'conflict', undefined, 'No email waits')];
  const { user, calls } = await open(
    { personal: { emailAddress: 'new@example.com', signInEmailAddress: 'ada@example.com' } },
    { 'POST /send-confirmation-again': () => answers.shift() },
  );
  await user.type(field('City'), 'Ulm');
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('We have mailed the link to new@example.com again')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('No email waits')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route === 'POST /send-confirmation-again')).toHaveLength(2);
  expect(field('City')).toHaveValue('Ulm');
});

it('offers no link to send again where no email waits', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
});

it('asks for the country', async () => {
  const app = await open({ personal: { countryID: 0 } });
  await save(app);
  expect(screen.getByText('Please provide required personal information')).toBeInTheDocument();
  expect(field('Country')).toHaveFocus();
});

it('asks for the payment type', async () => {
  const app = await open();
  await save(app);
  expect(screen.getByText('Please select payment type')).toBeInTheDocument();
});

it.each(['Account Name', 'Account Type', 'Routing Number', 'Account Number'])(
  'asks for the ACH %s',
  async (label) => {
    const app = await open();
    const values = { 'Account Name': 'Ada', 'Routing Number': '021000021', 'Account Number': '123' };
    await payBy(
      app,
      'Direct deposit (ACH)',
      Object.fromEntries(Object.entries(values).filter(([name]) => name !== label)),
    );
    if (label !== 'Account Type') await app.user.selectOptions(field('Account Type'), 'Savings');
    await save(app);
    expect(screen.getByText('Please provide required account information')).toBeInTheDocument();
    expect(field(label)).toHaveFocus();
  },
);

it('asks for the PayPal ID', async () => {
  const app = await open();
  await payBy(app, 'PayPal', {});
  await save(app);
  expect(screen.getByText('Please provide your PayPal ID')).toBeInTheDocument();
});

it('refuses a PayPal ID that is no email address', async () => {
  const app = await open();
  await payBy(app, 'PayPal', { 'PayPal ID': "=cmd|'/C calc'!A0" });
  await save(app);
  expect(field('PayPal ID')).toHaveAccessibleDescription('Please provide a valid email');
  expect(saved(app)).toEqual([]);
});

it.each([
  ['no type', {}, 'Please select Tax ID type'],
  ['SSN', {}, 'Please enter your SSN'],
  ['EIN', {}, 'Please provide EIN information'],
  ['EIN', { 'EIN\\*': '12-3456789' }, 'Please provide EIN information'],
  ['EIN', { 'Company Name': 'Ada Inc' }, 'Please provide EIN information'],
])('asks for the tax id in country 1: %s %j', async (type, values, text) => {
  const app = await open(inUsa);
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  if (type !== 'no type') await app.user.click(screen.getByLabelText(type));
  for (const [label, value] of Object.entries(values)) await app.user.type(field(label), value);
  await save(app);
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(saved(app)).toEqual([]);
});

it('hides the tax id in other countries, and follows the choice of the country', async () => {
  const app = await open();
  expect(screen.queryByText('Tax ID')).not.toBeInTheDocument();
  await app.user.selectOptions(field('Country'), 'United States');
  expect(screen.getByText('Tax ID')).toBeInTheDocument();
});

it('warns of a routing number with a wrong check digit, and takes it', async () => {
  const app = await open();
  await payBy(app, 'Direct deposit (ACH)', {
    'Account Name': 'A',
    'Routing Number': '021000022',
    'Account Number': '1',
  });
  await app.user.selectOptions(field('Account Type'), 'Checking');
  expect(field('Routing Number')).toHaveAccessibleDescription(/does not look like a routing number/);
  expect(field('Routing Number')).toHaveAttribute('maxlength', '9');
  expect(field('Routing Number')).toHaveAttribute('placeholder', '9 digits');
  await save(app);
  await waitFor(() => expect(saved(app)).toHaveLength(1));
});

it.each([
  ['SSN', '123-45', '219-09-9999'],
  ['EIN', '12-345678', '12-3456780'],
])('warns of what can be no %s, and takes it', async (type, wrong, right) => {
  const app = await open({ ...inUsa, payment: ACH });
  await app.user.click(screen.getByLabelText(type));
  const input = field(`${type}\\*`);
  await app.user.type(input, right);
  expect(input).not.toHaveAccessibleDescription();
  await app.user.clear(input);
  await app.user.type(input, wrong);
  expect(input).toHaveAccessibleDescription(`This does not look like an ${type}. Please check it.`);
  if (type === 'EIN') await app.user.type(field('Company Name'), 'Ada Inc');
  await save(app);
  await waitFor(() => expect(saved(app)).toHaveLength(1));
});

it('saves all three parts, says so, and goes to the dashboard', async () => {
  const app = await open(inUsa);
  await app.user.type(field('Skype Name'), 'ada.j');
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  await app.user.click(screen.getByLabelText('SSN'));
  await app.user.type(field('SSN\\*'), '123456789');
  await save(app);
  expect(await screen.findByText('Account information has been updated successfully.')).toBeInTheDocument();
  await waitFor(() => expect(app.place.path).toBe('/dashboard'));
  expect(saved(app)[0]?.body).toEqual({
    PersonalInformation: { ...PERSONAL, countryID: 1, countryName: 'United States', skypeUserName: 'ada.j' },
    PaymentInformation: { ...NO_PAYMENT, paymentType: 2, paypalID: 'ada@pay.example' },
    TaxInformation: { affID: 7, taxIDType: 1, taxID: '123456789', companyName: '' },
  });
  expect(app.store.getState().session.person?.paymentInfoSet).toBe(true);
  await waitFor(() => expect(app.store.getState().session.person?.accountStatus).toBe(1));
});

it('asks before what was entered and not saved is left', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const app = await open();
  expect(isAsked()).toBe(false);
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  expect(isAsked()).toBe(true);
  await save(app);
  await waitFor(() => expect(app.place.path).toBe('/dashboard'));
  await waitFor(() => expect(isAsked()).toBe(false));
});

it('leads nobody away from the screen that they have gone on to while it was being saved', async () => {
  let answer = (_: unknown) => {};
  const app = await open(
    {},
    { 'POST /update-affiliate-account': () => new Promise((resolve) => (answer = resolve)) },
  );
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  await save(app);
  await waitFor(() => expect(saved(app)).toHaveLength(1));
  app.show(<h1>Contact</h1>);
  act(() => app.place.go('/contact'));
  await act(async () => answer(true));
  expect(await screen.findByText('Account information has been updated successfully.')).toBeInTheDocument();
  expect(app.place.path).toBe('/contact');
});

it('counts the payment information as set from then on, whether or not the server can be asked again', async () => {
  const app = await open({}, { 'GET /session': never });
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  await save(app);
  await waitFor(() => expect(app.store.getState().session.person?.paymentInfoSet).toBe(true));
});

it('sends nothing of a payment type that was left again', async () => {
  const app = await open();
  await payBy(app, 'Direct deposit (ACH)', { 'Account Name': 'Ada', 'Account Number': '123' });
  await payBy(app, 'PayPal', { 'PayPal ID': 'ada@pay.example' });
  await save(app);
  await waitFor(() => expect(saved(app)).toHaveLength(1));
  expect(saved(app)[0]?.body).toMatchObject({
    PaymentInformation: { paymentType: 2, achAccountName: '', achAccountNumber: '' },
    TaxInformation: null,
  });
});

it('shows saved payment and tax information read-only, and sends neither', async () => {
  const app = await open({
    ...inUsa,
    payment: ACH,
    tax: { ...NO_TAX, taxIDType: 2, taxID: '*****6789', companyName: 'Ada Inc' },
  });
  for (const text of [
    'Direct deposit (ACH)',
    'Savings',
    '*****0021',
    '******6789',
    'EIN',
    '*****6789',
    'Ada Inc',
  ]) {
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  const ways = screen.getAllByRole('link', { name: 'write to our support' });
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/contact', '/contact']);
  await save(app);
  await waitFor(() => expect(saved(app)).toHaveLength(1));
  expect(saved(app)[0]?.body).toMatchObject({ PaymentInformation: null, TaxInformation: null });
});

it('keeps what was typed when the call fails', async () => {
  const app = await open({ payment: ACH }, { 'POST /update-affiliate-account': () => failure(500) });
  await app.user.clear(field('Last Name'));
  await app.user.type(field('Last Name'), 'Smith');
  await save(app);
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(field('Last Name')).toHaveValue('Smith');
  expect(app.place.path).toBe('/account');
});

it('takes false for no success, neither of the account nor of the password', async () => {
  const refused = {
    'POST /update-affiliate-account': () => false,
    'POST /update-affiliate-password': () => false,
  };
  const app = await open({ payment: ACH }, refused);
  await save(app);
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(app.place.path).toBe('/account');
  await app.user.type(screen.getByLabelText('New Password'), 'new-pass');
  await app.user.type(screen.getByLabelText('Confirm New Password'), 'new-pass');
  await app.user.click(screen.getByRole('button', { name: 'Change Password' }));
  await waitFor(() =>
    expect(app.calls.some(({ route }) => route === 'POST /update-affiliate-password')).toBe(true),
  );
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(screen.queryByText(/updated successfully/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('New Password')).toHaveValue('new-pass');
});

it('leads to the forms of the years that are over', async () => {
  await open({}, { 'GET /affiliate-tax-forms': () => [{ year: 2025, amount: 600 }] });
  expect(await screen.findByRole('link', { name: 'Form 1099-NEC of 2025' })).toHaveAttribute(
    'href',
    '/api/affiliate-tax-form?affiliateID=7&year=2025',
  );
});

it('without a form says nothing of tax documents; a failure says so', async () => {
  const answers: unknown[] = [failure(500), []];
  const { user } = await open({}, { 'GET /affiliate-tax-forms': () => answers.shift() });
  expect(await screen.findByText('Your tax documents could not be loaded.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Tax documents')).not.toBeInTheDocument());
});

it('the form comes once the account is read again that an earlier visit had read: nothing is typed in vain', async () => {
  let answer = () => {};
  let isHeld = false;
  const app = await open(
    {},
    {
      'GET /get-affiliate-account': () =>
        isHeld
          ? new Promise((resolve) => (answer = () => resolve({ ...PERSONAL, city: 'Boston' })))
          : PERSONAL,
    },
  );
  app.show(<p>Another screen</p>);
  isHeld = true;
  app.show(<AccountScreen />);
  await waitFor(() => expect(app.calls.filter(({ route }) => /get-affiliate-/.test(route))).toHaveLength(6));
  expect(screen.queryByLabelText(/^First Name/)).not.toBeInTheDocument();
  await act(async () => answer());
  expect(await screen.findByDisplayValue('Boston')).toBeInTheDocument();
});

it('says when the account could not be loaded, and Retry loads what is missing', async () => {
  const answers = [failure(500), NO_TAX];
  const person = anAffiliate();
  const { user } = renderApp(<AccountScreen />, {
    person,
    api: {
      'GET /affiliate-balance': () => BALANCE,
      'GET /affiliate-terms': () => TERMS,
      'GET /notices': () => ({ on: ['weekly-summary'] }),
      'GET /affiliate-tax-forms': () => [],
      'GET /get-affiliate-account': () => PERSONAL,
      'GET /get-affiliate-payment-info': () => NO_PAYMENT,
      'GET /get-affiliate-tax-info': () => answers.shift(),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText(/^First Name/)).toHaveValue('Ada');
});

it('has the lengths of the specification, and is accessible', async () => {
  const { container } = await open(inUsa);
  const lengths = {
    'First Name': 50,
    'Last Name': 50,
    Email: 150,
    'Address 1': 100,
    'Address 2': 100,
    'Postal Code': 10,
    'Skype Name': 100,
  };
  for (const [label, length] of Object.entries(lengths)) {
    expect(field(label)).toHaveAttribute('maxlength', String(length));
  }
  await expectAccessible(container);
});

describe('password', () => {
  const change = async (password: string, confirmation: string, api = {}) => {
    const app = await open({}, api);
    if (password) await app.user.type(screen.getByLabelText('New Password'), password);
    if (confirmation) await app.user.type(screen.getByLabelText('Confirm New Password'), confirmation);
    await app.user.click(screen.getByRole('button', { name: 'Change Password' }));
    return app;
  };
  const sent = (app: App) => app.calls.filter((call) => call.route === 'POST /update-affiliate-password');

  it.each([
    ['', '', 'Please enter your new password'],
    ['', 'new-pass', 'Please enter your new password'],
    ['new-pass', '', 'Passwords do not match'],
    ['new-pass', 'new-pasS', 'Passwords do not match'],
  ])('%p and %p: %s', async (password, confirmation, text) => {
    const app = await change(password, confirmation);
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(sent(app)).toEqual([]);
  });

  it('is sent, confirmed and cleared', async () => {
    const app = await change('new-pass', 'new-pass');
    expect(await screen.findByText('Password has been updated successfully.')).toBeInTheDocument();
    expect(sent(app)[0]?.body).toEqual({ AffID: 7, NewPassword: 'new-pass', ConfirmNewPassword: 'new-pass' });
    expect(screen.getByLabelText('New Password')).toHaveValue('');
    expect(screen.getByLabelText('New Password')).toHaveAttribute('maxlength', '100');
  });

  it('says the general text when the call fails', async () => {
    await change('new-pass', 'new-pass', { 'POST /update-affiliate-password': () => failure(500) });
    expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  });
});

it('puts what the server refuses beside its field, with the focus, and keeps what was typed', async () => {
  const refused = failure(400, 'invalid_input', {
    'PersonalInformation.emailAddress': 'Please provide a valid email',
  });
  const app = await open({ payment: ACH }, { 'POST /update-affiliate-account': () => refused });
  await app.user.clear(field('Email'));
  await app.user.type(field('Email'), 'ada@localhost');
  await save(app);
  await waitFor(() => expect(field('Email')).toHaveFocus());
  expect(field('Email')).toBeInvalid();
  expect(field('Email')).toHaveAccessibleDescription('Please provide a valid email');
  expect(field('Email')).toHaveValue('ada@localhost');
});

it('warns of an email that is too long to log in with', async () => {
  const app = await open();
  const longest = `${'a'.repeat(38)}@example.com`;
  await app.user.clear(field('Email'));
  await app.user.type(field('Email'), longest);
  expect(field('Email')).not.toHaveAccessibleDescription();
  await app.user.type(field('Email'), 'x');
  expect(field('Email')).toHaveAccessibleDescription(/more than 50 characters/);
  expect(field('Email')).toBeValid();
});

it('lets password managers know whose password changes', async () => {
  const { container } = await open();
  const form = screen.getByRole('form', { name: 'Change password' });
  expect(form.querySelector('[autocomplete=username]')).toHaveValue('ada@example.com');
  await expectAccessible(container);
});

it('shows what is available and what is pending, and that none is paid without payment details', async () => {
  await open();
  const panel = (await screen.findByRole('heading', { name: 'Balance' })).closest('section');
  expect(await within(panel as HTMLElement).findByText('$12.50')).toBeInTheDocument();
  expect(panel).toHaveTextContent('Pending$30.00payable 14 days after its day');
  expect(panel).toHaveTextContent('Next payoutNone yetPayment details are missing');
  expect(panel).toHaveTextContent('Less than $50.00 is not paid out and carries over');
});

it('shows what is earned, and saves which mails are wanted', async () => {
  const answers = { 'POST /notices': ({ body }: { body: unknown }) => body };
  const { user, calls } = await open({}, answers);
  expect(await screen.findByText('30%; rebill 5%; 0% later than 90 days after joining')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Emails' })).toBeInTheDocument();
  await user.click(await screen.findByLabelText('A payment to me was executed or sent'));
  await user.click(screen.getByRole('button', { name: 'Save email settings' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /notices')?.body).toEqual({
      on: ['payment-executed', 'weekly-summary'],
    }),
  );
});

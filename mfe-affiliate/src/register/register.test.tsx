import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { RegisterScreen } from './register-screen';

const FILLED = {
  'First Name': 'Ada',
  Email: 'ada@example.com',
  Password: 'secret-1',
  'Confirm Password': 'secret-1',
};
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));

async function open(api = {}) {
  const app = renderApp(<RegisterScreen />, {
    path: '/register',
    api: {
      'GET /local/aff_index': () => '<p>Join us</p>',
      'POST /register': () => ({ result: 0 }),
      'POST /login': () => ({ result: 1, ...anAffiliate({ accountStatus: 0 }) }),
      ...api,
    },
  });
  await screen.findByText('Join us');
  return app;
}

type App = Awaited<ReturnType<typeof open>>;

async function submit(app: App, changes: Partial<typeof FILLED> = {}, agreed = true) {
  for (const [label, text] of Object.entries({ ...FILLED, ...changes })) {
    if (text) await app.user.type(field(label), text);
  }
  if (agreed) await app.user.click(screen.getByLabelText('I agree to the Terms'));
  await app.user.click(screen.getByRole('button', { name: 'Register' }));
}

const sent = (app: App, route: string) => app.calls.filter((call) => call.route === route);

it.each(Object.keys(FILLED))('asks for all values: %s', async (label) => {
  const app = await open();
  await submit(app, { [label]: '' });
  expect(screen.getByText('Please enter all values')).toBeInTheDocument();
  expect(field(label)).toBeInvalid();
  expect(field(label)).toHaveFocus();
  expect(sent(app, 'POST /register')).toEqual([]);
});

it.each([
  ['Please provide a valid email', { Email: 'ada@example' }, true],
  ['Passwords do not match', { 'Confirm Password': 'secret-2' }, true],
  ['You need to agree to the Terms before proceeding', {}, false],
])('%s', async (text, changes, agreed) => {
  const app = await open();
  await submit(app, changes, agreed);
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(sent(app, 'POST /register')).toEqual([]);
});

it('links to the terms in a tab of its own: what is typed stays', async () => {
  const app = await open();
  await app.user.type(field('First Name'), 'Ada');
  const link = screen.getByRole('link', { name: 'Terms' });
  expect(link).toHaveAttribute('href', '/terms');
  expect(link).toHaveAttribute('target', '_blank');
  await app.user.click(link);
  expect(app.place.path).toBe('/register');
  expect(field('First Name')).toHaveValue('Ada');
});

it('says when the email is used already, and keeps what was typed', async () => {
  const app = await open({ 'POST /register': () => ({ result: 1 }) });
  await submit(app);
  expect(
    await screen.findByText("I'm sorry but this email has already been used in another account."),
  ).toBeInTheDocument();
  expect(field('Email')).toHaveValue('ada@example.com');
  expect(sent(app, 'POST /login')).toEqual([]);
});

it('signs in with the same credentials, without payment information, and goes to the dashboard', async () => {
  const app = await open();
  await submit(app);
  await waitFor(() => expect(app.place.path).toBe('/dashboard'));
  expect(sent(app, 'POST /register')[0]?.body).toEqual({
    FirstName: 'Ada',
    EmailAddress: 'ada@example.com',
    Password: 'secret-1',
    ConfirmPassword: 'secret-1',
    Agreed: true,
  });
  expect(sent(app, 'POST /login')[0]?.body).toMatchObject({
    EmailAddress: 'ada@example.com',
    Password: 'secret-1',
  });
  expect(app.store.getState().session.person).toMatchObject({ affID: 7, paymentInfoSet: false });
});

it('says the general text when the call fails', async () => {
  const app = await open({ 'POST /register': () => failure(500) });
  await submit(app);
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
});

it('has the lengths of the specification, and is accessible', async () => {
  const { container } = await open();
  expect(field('First Name')).toHaveAttribute('maxlength', '50');
  expect(field('Email')).toHaveAttribute('maxlength', '50');
  expect(field('Password')).toHaveAttribute('maxlength', '100');
  expect(field('Confirm Password')).toHaveAttribute('maxlength', '100');
  await expectAccessible(container);
});

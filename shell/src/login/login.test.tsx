import { LOGIN_RESULT, type LoginRequest, MESSAGE } from '@partnerdesk/contracts';
import { useLeaveGuard } from '@partnerdesk/web';
import { anAdmin, anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../testing';
import { LoginAgain } from './login-parts';
import { useLogout } from './use-logout';

beforeEach(() => localStorage.clear());

/** The header's form; the style sheet that hides it on small screens is not part of these tests. */
const loginForm = () => screen.findByRole('form', { name: 'Login' });

async function login(
  user: ReturnType<typeof renderShell>['user'],
  email = 'ada@example.com',
  password = 'secret',
) {
  const form = within(await loginForm());
  if (email) await user.type(form.getByLabelText('Email'), email);
  if (password) await user.type(form.getByLabelText('Password'), password);
  await user.click(form.getByRole('button', { name: 'Login' }));
}

const answering = (answer: unknown) => ({ api: { 'POST /login': () => answer } });

it("has the header's controls in the order in which they are seen: form, then search and theme", async () => {
  renderShell();
  const login = within(await loginForm()).getByRole('button', { name: 'Login' });
  for (const name of ['Go to', 'Use the dark theme'])
    expect(login.compareDocumentPosition(screen.getByRole('button', { name }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
});

it.each([
  ['', 'secret'],
  ['ada@example.com', ''],
  ['', ''],
  ['   ', 'secret'],
])('asks for all values: %p, %p', async (email, password) => {
  const { user, calls } = renderShell({ path: '/login' });
  await login(user, email, password);
  expect(screen.getByText('Please enter all values')).toBeInTheDocument();
  expect(calls.some((call) => call.route === 'POST /login')).toBe(false);
});

it.each([
  [{ result: LOGIN_RESULT.emailUnknown }, 'Email does not exist.'],
  [{ result: LOGIN_RESULT.wrongPassword }, 'Password does not match.'],
  [{ result: LOGIN_RESULT.success, affStatus: 2 }, "I'm sorry but your account has been closed."],
])('says why nobody was signed in: %j', async (answer, text) => {
  const { user, store } = renderShell({ path: '/login', ...answering(answer) });
  await login(user);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(store.getState().session.person).toBeNull();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});

it('signs in with a solved challenge while others guess at the account', async () => {
  const challenge = { challenge: 'abc', difficulty: 4, expires: '2030-01-01T00:00:00.000Z', signature: 's' };
  const error = { code: 'too_many_requests', message: 'Too many attempts', details: { challenge } };
  const answers = [new Response(JSON.stringify({ error }), { status: 429 }), { result: 1, ...anAffiliate() }];
  const { user, calls } = renderShell({ path: '/login', api: { 'POST /login': () => answers.shift() } });
  await login(user);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  const bodies = calls.filter(({ route }) => route === 'POST /login').map(({ body }) => body as LoginRequest);
  const token = (bodies[1]?.CaptchaToken ?? '').replaceAll('-', '+').replaceAll('_', '/');
  expect(JSON.parse(atob(token))).toEqual({ ...challenge, nonce: expect.any(Number) });
});

it('says the general text when the call fails', async () => {
  const { user } = renderShell({ path: '/login', api: { 'POST /login': () => failure(500) } });
  await login(user);
  expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
});

it('sends what the specification names, and goes to the dashboard', async () => {
  const { user, calls } = renderShell({ path: '/login', ...answering({ result: 1, ...anAffiliate() }) });
  await user.click(await screen.findByLabelText('Remember me'));
  await login(user);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/dashboard');
  expect(calls.find((call) => call.route === 'POST /login')?.body).toEqual({
    EmailAddress: 'ada@example.com',
    Password: 'secret',
    RememberMe: true,
  });
});

it('logs in from the header of any screen and goes to the dashboard', async () => {
  const { user } = renderShell({ path: '/faq', ...answering({ result: 1, ...anAffiliate() }) });
  await login(user);
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
});

it('shows the asked-for screen after the login', async () => {
  const { user } = renderShell({ path: '/statistics?a=1', ...answering({ result: 1, ...anAffiliate() }) });
  await user.click(await screen.findByRole('link', { name: 'Log in' }));
  await login(user);
  expect(await screen.findByText('The statistics')).toBeInTheDocument();
  expect(window.location.search).toBe('?a=1');
});

it('goes to the dashboard if the asked-for screen is not for that person', async () => {
  const { user } = renderShell({ path: '/statistics', ...answering({ result: 1, ...anAdmin() }) });
  await login(user);
  expect(await screen.findByText('Welcome, Olga')).toBeInTheDocument();
});

it('leaves the alerts of a screen behind with it', async () => {
  const { user } = renderShell({ path: '/login' });
  await login(user, '', '');
  expect(screen.getByText('Please enter all values')).toBeInTheDocument();
  await user.click(screen.getAllByRole('link', { name: 'FAQ' })[0] as HTMLElement);
  expect(await screen.findByText('The FAQ')).toBeInTheDocument();
  expect(screen.queryByText('Please enter all values')).not.toBeInTheDocument();
});

it('has one login form only on the login page', async () => {
  renderShell({ path: '/login' });
  await loginForm();
  expect(screen.getAllByRole('form', { name: 'Login' })).toHaveLength(1);
});

it('logs out: the session is cleared and the home page shown', async () => {
  const { user, store } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    api: { 'POST /logout': () => true },
  });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('The home page')).toBeInTheDocument();
  expect(store.getState().session.person).toBeNull();
  expect(localStorage.getItem('pdesk')).toBeNull();
});

/** A form with unsaved edits, and a way out. */
function Editing() {
  useLeaveGuard(true);
  return (
    <button type="button" onClick={useLogout()}>
      Out
    </button>
  );
}

it('asks about unsaved edits before it logs out', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user, calls } = renderApp(<Editing />, {
    person: anAffiliate(),
    api: { 'POST /logout': () => true },
  });
  const out = () => user.click(screen.getByRole('button', { name: 'Out' }));
  await out();
  expect(calls).toHaveLength(0);
  confirm.mockReturnValue(true);
  await out();
  await waitFor(() => expect(calls).toHaveLength(1));
  confirm.mockRestore();
});

it('asks about unsaved edits before the login over them is left, by Escape, too', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user, store } = renderApp(
    <>
      <Editing />
      <LoginAgain emailAddress="ada@example.com" />
    </>,
    { person: anAffiliate() },
  );
  const dialog = screen.getByText('Please log in again').closest('dialog') as HTMLDialogElement;
  const isStaying = fireEvent(dialog, new Event('cancel', { cancelable: true })) === false;
  expect(isStaying).toBe(true);
  await user.click(within(dialog).getByText('Leave'));
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(store.getState().session.person).not.toBeNull();
  confirm.mockReturnValue(true);
  await user.click(within(dialog).getByText('Leave'));
  expect(store.getState().session.person).toBeNull();
  confirm.mockRestore();
});

it('stays signed in when the logout fails', async () => {
  const { user, store } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    api: { 'POST /logout': () => failure(503) },
  });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
  expect(store.getState().session.person).not.toBeNull();
});

it('asks to log in again over the screen when the session has ended, and leaves the screen as it is', async () => {
  const { user, store } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    ...answering({ result: 1, ...anAffiliate() }),
  });
  const heading = await screen.findByText('The dashboard');
  const logout = screen.getByRole('button', { name: 'Logout' });
  logout.focus();
  act(() => void store.dispatch({ type: 'session/expireSession' }));
  const dialog = within(
    await screen.findByText('Please log in again').then((title) => title.closest('dialog')!),
  );
  await user.type(dialog.getByLabelText('Password'), 'secret');
  await user.click(dialog.getByText('Login'));
  await waitFor(() => expect(screen.queryByText('Please log in again')).not.toBeInTheDocument());
  expect(heading).toBeInTheDocument();
  expect(logout).toHaveFocus();
});

it('is accessible', async () => {
  const { container } = renderShell({ path: '/login' });
  await loginForm();
  await expectAccessible(container);
});

it('says what is wrong inside the dialog: what stands outside of it is not heard', async () => {
  const { user, store } = renderShell({
    path: '/dashboard',
    person: anAffiliate(),
    ...answering({ result: LOGIN_RESULT.wrongPassword }),
  });
  await screen.findByText('The dashboard');
  act(() => void store.dispatch({ type: 'session/expireSession' }));
  const dialog = (await screen.findByText('Please log in again')).closest('dialog') as HTMLDialogElement;
  expect(within(dialog).getByLabelText('Password')).toHaveFocus();
  await user.type(within(dialog).getByLabelText('Password'), 'wrong');
  await user.click(within(dialog).getByText('Login'));
  expect(await within(dialog).findByText('Password does not match.')).toBeInTheDocument();
  expect(screen.getAllByText('Password does not match.')).toHaveLength(1);
});

import { MESSAGE } from '@partnerdesk/contracts';
import { expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { renderShell } from '../testing';
import { RestorePasswordScreen } from './restore-password-screen';
import { UpdatePasswordScreen } from './update-password-screen';

describe('restore password', () => {
  const ask = async (answer: () => unknown, email = 'ada@example.com') => {
    const app = renderApp(<RestorePasswordScreen />, {
      api: { 'GET /send-request-restore-password': answer },
    });
    if (email) await app.user.type(screen.getByLabelText('Email'), email);
    await app.user.click(screen.getByRole('button', { name: 'Submit' }));
    return app;
  };

  it.each(['', '  '])('asks for the address: %p', async (email) => {
    const { calls } = await ask(() => ({ isSuccessful: true }), email);
    expect(screen.getByText('Please enter email address')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('sends the address and says that a mail is on its way', async () => {
    const { calls } = await ask(() => ({ isSuccessful: true }));
    expect(
      await screen.findByText("If your email address was valid, we've just sent you the password."),
    ).toBeInTheDocument();
    expect(calls[0]?.query).toEqual({ email: 'ada@example.com' });
  });

  it.each([
    [{ isSuccessful: false, response: 'Too many requests' }, 'Too many requests'],
    [{ isSuccessful: false }, MESSAGE.genericError],
    [{ isSuccessful: false, response: '' }, MESSAGE.genericError],
  ])('shows the reason of a failure: %j', async (answer, text) => {
    await ask(() => answer);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('shows the general error when the call fails', async () => {
    await ask(() => failure(500));
    expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
  });

  it('takes 50 characters at most, and is accessible', async () => {
    const { container } = renderApp(<RestorePasswordScreen />);
    expect(screen.getByLabelText('Email')).toHaveAttribute('maxlength', '50');
    await expectAccessible(container);
  });
});

describe('update password', () => {
  const reset = async (
    password: string,
    confirmation: string,
    answer: () => unknown = () => ({ result: 1 }),
  ) => {
    const app = renderApp(<UpdatePasswordScreen />, {
      path: '/update-password?token=t0ken',
      api: { 'POST /login': answer },
    });
    if (password) await app.user.type(screen.getByLabelText('New Password'), password);
    if (confirmation) await app.user.type(screen.getByLabelText('Confirm New Password'), confirmation);
    await app.user.click(screen.getByRole('button', { name: 'Update Password' }));
    return app;
  };

  it.each([
    ['', ''],
    ['new-pass', ''],
    ['', 'new-pass'],
  ])('asks for all values: %p, %p', async (password, confirmation) => {
    const { calls } = await reset(password, confirmation);
    expect(screen.getByText('Please enter all values')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('marks only the confirmation on a mismatch, under the same message', async () => {
    const { calls } = await reset('new-pass', 'new-pasS');
    expect(screen.getByText('Please enter all values')).toBeInTheDocument();
    expect(screen.getByLabelText('Confirm New Password')).toBeInvalid();
    expect(screen.getByLabelText('New Password')).toBeValid();
    expect(calls).toEqual([]);
  });

  it('sends the token of the link, says that it is done, and goes to the login', async () => {
    const { calls, place } = await reset('new-pass', 'new-pass');
    expect(
      await screen.findByText('Your password has been updated. You can now log in using the new password.'),
    ).toBeInTheDocument();
    expect(calls[0]?.body).toMatchObject({
      Password: 'new-pass',
      ConfirmPassword: 'new-pass',
      Token: 't0ken',
    });
    await waitFor(() => expect(place.path).toBe('/login'));
  });

  it('keeps saying that it is done on the login page that it goes to', async () => {
    const { user } = renderShell({
      path: '/update-password?token=t',
      api: { 'POST /login': () => ({ result: 1 }) },
    });
    await user.type(await screen.findByLabelText('New Password'), 'new-pass');
    await user.type(screen.getByLabelText('Confirm New Password'), 'new-pass');
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(screen.getByText(MESSAGE.resetDone)).toBeInTheDocument();
  });

  it('a link that was used or is too old says so, and leads to a new one', async () => {
    const { place } = await reset('new-pass', 'new-pass', () => ({ result: 3 }));
    expect(await screen.findByText(/^This link has been used already or is too old/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/restore-password',
    );
    expect(place.path).toBe('/update-password?token=t0ken');
    expect(screen.queryByText(MESSAGE.resetDone)).not.toBeInTheDocument();
  });

  it.each([
    ['/update-password', 'Ask for a new link'],
    ['/update-password?invitation=1&token=', /who invited you for a new invitation/],
  ])('a link without its token is as good as an old one: %s', (path, way) => {
    renderApp(<UpdatePasswordScreen />, { path });
    expect(screen.getByText(/^This link has been used already or is too old/)).toBeInTheDocument();
    expect(screen.getByText(way)).toBeInTheDocument();
    expect(screen.queryByLabelText('New Password')).not.toBeInTheDocument();
  });
});

it('a new email is confirmed on demand only; what came of it is said, a refusal as well', async () => {
  let answer: () => unknown = () => failure(409, 'conflict', undefined, MESSAGE.emailUsed);
  const { user, calls } = renderShell({
    path: '/confirm-email?token=t0ken%2B',
    api: { 'POST /confirm-email': () => answer() },
  });
  const button = await screen.findByRole('button', { name: 'Confirm email' });
  expect(calls.some(({ route }) => route === 'POST /confirm-email')).toBe(false);
  await user.click(button);
  expect(await screen.findByText(MESSAGE.emailUsed)).toBeInTheDocument();
  answer = () => ({ isSuccessful: true, response: 'The email is confirmed.' });
  await user.click(button);
  expect(await screen.findByText('The email is confirmed.')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /confirm-email')?.body).toEqual({ Token: 't0ken+' });
});

it('"this wasn’t me" secures the account on demand only, restores what the person wants, and says what came of it', async () => {
  const { user, calls } = renderShell({
    path: '/not-me?token=t0ken',
    api: {
      'POST /not-me': () => ({ isSuccessful: true, response: 'The password is void.' }),
    },
  });
  const button = await screen.findByRole('button', { name: 'Secure account' });
  expect(calls.some(({ route }) => route === 'POST /not-me')).toBe(false);
  await user.click(button);
  expect(await screen.findByText('The password is void.')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /not-me')?.body).toEqual({
    Token: 't0ken',
    Restore: true,
  });
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute(
    'href',
    '/restore-password',
  );
});

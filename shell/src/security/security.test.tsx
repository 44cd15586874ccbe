import { anAdmin, anAffiliate, expectAccessible, failure } from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../testing';

const NOTHING = { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false };
const AT = '2026-11-20T15:00:00.000Z';
const HERE = {
  id: 'a',
  current: true,
  device: 'Firefox on Linux',
  place: '192.0.2.x',
  startedAt: AT,
  lastSeenAt: AT,
};
const THERE = { ...HERE, id: 'b', current: false, device: 'Chrome on Android' };
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

function open(api = {}, person = anAffiliate()) {
  const usual = { 'GET /second-factor': () => NOTHING, 'GET /sessions': () => [HERE, THERE] };
  return renderShell({ path: '/security', person, api: { ...usual, ...api } });
}
const press = async (app: ReturnType<typeof open>, name: string) =>
  app.user.click(await screen.findByRole('button', { name }));

it('sets up an app: QR code and key, a code confirms, recovery codes are shown once', async () => {
  let info = NOTHING;
  const app = open({
    'GET /second-factor': () => info,
    'POST /second-factor/totp': () => ({
      secret: 'ABCDEF',
      uri: 'otpauth://totp/Partnerdesk:ada?secret=ABCDEF',
    }),
    'POST /second-factor/totp/code': () => {
      info = { ...NOTHING, totp: true, recoveryCodesLeft: 10 };
      return { recoveryCodes: CODES };
    },
  });
  await press(app, 'Set up app');
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
  expect(screen.getByText('ABCDEF')).toBeInTheDocument();
  await expectAccessible(app.container);
  await app.user.type(screen.getByLabelText('Code'), '123456');
  await press(app, 'Turn on');
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route.endsWith('/code'))?.body).toEqual({ Code: '123456' });
});

it('recovery codes that are shown stay when a further factor is added, which brings none', async () => {
  let info: object = {
    ...NOTHING,
    passkeys: [{ id: 'p', name: 'Laptop', createdAt: AT, lastUsedAt: null }],
    recoveryCodesLeft: 2,
  };
  const app = open({
    'GET /second-factor': () => info,
    'POST /second-factor/recovery-codes': () => ({ recoveryCodes: CODES }),
    'POST /second-factor/totp': () => ({ secret: 'ABCDEF', uri: 'otpauth://totp/a?secret=ABCDEF' }),
    'POST /second-factor/totp/code': () => {
      info = { ...info, totp: true };
      return { recoveryCodes: [] };
    },
  });
  // The second click of a double click would make these void at once.
  await app.user.dblClick(await screen.findByRole('button', { name: 'Make new codes' }));
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeInTheDocument();
  expect(app.calls.filter(({ route }) => route.endsWith('/recovery-codes'))).toHaveLength(1);
  await press(app, 'Set up app');
  await app.user.type(await screen.findByLabelText('Code'), '123456');
  await press(app, 'Turn on');
  expect(await screen.findByRole('button', { name: 'Remove app' })).toBeInTheDocument();
  expect(screen.getByText('aaaa-bbbb-cccc-dddd')).toBeInTheDocument();
});

it('lists the sessions, and signs out of one or of all others', async () => {
  const app = open({ 'DELETE /sessions/b': () => true, 'POST /end-other-sessions': () => true });
  const there = (await screen.findByText('Chrome on Android')).closest('li') as HTMLElement;
  expect(there).toHaveTextContent('Chrome on Android, 192.0.2.x, last seen Nov 20, 2026, 10:00 AM');
  await app.user.click(within(there).getByRole('button'));
  await press(app, 'Sign out everywhere else');
  expect(await screen.findByText('You are signed out everywhere else')).toBeInTheDocument();
  const routes = app.calls.map(({ route }) => route);
  expect(routes).toEqual(expect.arrayContaining(['DELETE /sessions/b', 'POST /end-other-sessions']));
});

it('the second click of a double click removes no other passkey, and ends no other session', async () => {
  const passkey = (id: string) => ({ id, name: `Key ${id}`, createdAt: AT, lastUsedAt: null });
  let passkeys = [passkey('p'), passkey('q')];
  let sessions = [HERE, THERE, { ...THERE, id: 'c', device: 'Safari on iPhone' }];
  const app = open({
    'GET /second-factor': () => ({ ...NOTHING, passkeys }),
    'GET /sessions': () => sessions,
    'DELETE /second-factor/passkeys/p': () => {
      passkeys = passkeys.slice(1);
      return true;
    },
    'DELETE /sessions/b': () => {
      sessions = [HERE, ...sessions.slice(2)];
      return true;
    },
  });
  const deleted = () => app.calls.map(({ route }) => route).filter((route) => route.startsWith('DELETE'));
  await press(app, 'Remove Key p');
  await waitFor(() => expect(screen.queryByText('Key p')).not.toBeInTheDocument());
  fireEvent.click(screen.getByRole('button', { name: 'Remove Key q' }), { detail: 2 });
  await press(app, 'End session: Chrome on Android, 192.0.2.x');
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument());
  fireEvent.click(screen.getByRole('button', { name: /^End session: Safari/ }), { detail: 2 });
  expect(deleted()).toEqual(['DELETE /second-factor/passkeys/p', 'DELETE /sessions/b']);
});

it('shows nothing else while the office’s second factor is due', async () => {
  window.history.replaceState(null, '', '/');
  renderShell({
    path: '/dashboard',
    person: { ...anAdmin([]), secondFactorDue: true },
    api: { 'GET /second-factor': () => NOTHING, 'GET /sessions': () => [HERE] },
  });
  expect(await screen.findByText(/The office asks for a second factor/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Sign-in and security' })).toBeInTheDocument();
});

it('asks for the code at the sign-in, says when it is wrong, and then signs in', async () => {
  const required = () =>
    new Response(
      JSON.stringify({
        error: {
          code: 'second_factor_required',
          message: 'Please confirm with your second factor',
          details: { password: false, code: true },
        },
      }),
      { status: 403 },
    );
  const answers = [
    required(),
    failure(400, 'invalid_input', { Code: 'The code is not right' }, 'The code is not right'),
    { result: 1, ...anAffiliate() },
  ];
  const app = renderShell({ path: '/login', api: { 'POST /login': () => answers.shift() } });
  await app.user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await app.user.type(screen.getByLabelText('Password'), 'secret');
  await press(app, 'Login');
  await app.user.type(await screen.findByLabelText('Code'), '111111');
  await press(app, 'Confirm');
  expect(await screen.findByText('The code is not right')).toBeInTheDocument();
  await press(app, 'Confirm');
  expect(await screen.findByText('The dashboard')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(app.calls.filter(({ route }) => route === 'POST /login').at(-1)?.body).toMatchObject({
    EmailAddress: 'ada@example.com',
    Password: 'secret',
    SecondFactor: { Code: '111111' },
  });
});

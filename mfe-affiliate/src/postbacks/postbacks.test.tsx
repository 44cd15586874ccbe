import { MESSAGE } from '@partnerdesk/contracts';
import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { PostbacksScreen } from './postbacks-screen';

const NONE = { address: '', events: [], active: false, hasSecret: false };
const SAVED = {
  address: 'https://tracker.example/p?id={id}',
  events: ['sale'],
  active: true,
  hasSecret: true,
};
const CALL = {
  id: 'c1',
  event: 'sale',
  state: 'waiting',
  createdAt: '2026-11-20T15:00:00.000Z',
  attempts: 2,
  address: 'https://tracker.example/p?id=c1',
  status: 503,
  durationMs: 120,
  reason: 'The answer was 503',
  nextAt: '2026-11-20T15:30:00.000Z',
};

const open = (api: Record<string, () => unknown>) =>
  renderApp(<PostbacksScreen />, { person: anAffiliate(), api: { 'GET /postback/calls': () => [], ...api } });

it('saves an address for every event and shows the secret once', async () => {
  let saved: object = NONE;
  const app = open({
    'GET /postback': () => saved,
    'POST /postback': () => {
      saved = SAVED;
      return { ...SAVED, secret: 'the-secret' };
    },
  });
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: SAVED.address } });
  await app.user.click(screen.getByRole('button', { name: 'Save postback' }));
  expect(await screen.findByText('the-secret')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /postback')?.body).toEqual({
    address: SAVED.address,
    events: ['join', 'sale', 'refund'],
    active: true,
  });
  await expectAccessible(app.container);
});

it.each([
  'There is no macro {sub9}',
  'The address must start with https://',
  'The address must not have a user name or password',
  'The address leads to a private network',
])('says beside the field what is wrong with the address, and nowhere else: %s', async (text) => {
  const app = open({
    'GET /postback': () => SAVED,
    'POST /postback': () => failure(400, 'invalid_input', { address: text }, text),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Save postback' }));
  const address = screen.getByLabelText('Address');
  await waitFor(() => expect(address).toHaveFocus());
  expect(address).toBeInvalid();
  expect(address).toHaveAccessibleDescription(text);
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.queryByText(MESSAGE.genericError)).not.toBeInTheDocument();
});

it('never cuts a pasted address, and says when the call itself fails', async () => {
  const answers = [failure(503, 'unavailable')];
  const app = open({ 'GET /postback': () => SAVED, 'POST /postback': () => answers.shift() });
  const long = `https://tracker.example/${'x'.repeat(2000)}`;
  const address = await screen.findByLabelText('Address');
  await app.user.clear(address);
  await app.user.click(address);
  await app.user.paste(long);
  await app.user.click(screen.getByRole('button', { name: 'Save postback' }));
  expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /postback')?.body).toMatchObject({ address: long });
});

it('asks for an event to be called on, without a call', async () => {
  const app = open({ 'GET /postback': () => SAVED });
  await screen.findByText('No call was made yet');
  await app.user.click(screen.getByLabelText('Sale'));
  await app.user.click(screen.getByRole('button', { name: 'Save postback' }));
  const first = screen.getByLabelText('Join');
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription('Please choose at least one event');
  expect(app.calls.filter(({ route }) => route === 'POST /postback')).toEqual([]);
});

it('shows what came of each call, and asks for a test', async () => {
  const app = open({
    'GET /postback': () => SAVED,
    'GET /postback/calls': () => [CALL],
    'POST /postback/test': () => ({ id: 'c2' }),
  });
  expect(await screen.findByText('The answer was 503 (120 ms)')).toBeInTheDocument();
  expect(screen.getByText('Nov 20, 2026, 10:30 AM')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Send test call' }));
  expect(app.calls.map(({ route }) => route)).toContain('POST /postback/test');
});

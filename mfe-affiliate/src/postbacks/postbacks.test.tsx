import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { fireEvent, screen } from '@testing-library/react';
import { PostbacksScreen } from './postbacks-screen';

const NONE = { address: '', events: [], active: false, hasSecret: false };
const SAVED = {
  address: 'https://tracker.example/p?id={id}',
  events: ['sale'],
  active: true,
  hasSecret: true,
};
const CALL = {
  ...{ id: 'c1', event: 'sale', state: 'waiting', createdAt: '2026-11-20T15:00:00.000Z', attempts: 2 },
  ...{ address: 'https://tracker.example/p?id=c1', status: 503, durationMs: 120 },
  ...{ reason: 'The answer was 503', nextAt: '2026-11-20T15:30:00.000Z' },
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
    ...{ address: SAVED.address, events: ['join', 'sale', 'refund'], active: true },
  });
  await expectAccessible(app.container);
});

it('says beside the field what is wrong with the address', async () => {
  const text = 'There is no macro {sub9}';
  const app = open({
    'GET /postback': () => SAVED,
    'POST /postback': () => failure(400, 'invalid_input', { address: text }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Save postback' }));
  expect(await screen.findByLabelText('Address')).toHaveAccessibleDescription(expect.stringContaining(text));
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

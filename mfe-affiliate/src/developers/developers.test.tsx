import { anAffiliate, expectAccessible, renderApp } from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { DevelopersScreen } from './developers-screen';

const KEY = {
  id: 'a1',
  name: 'Sheet',
  createdAt: '2026-11-20T15:00:00.000Z',
  expiresAt: '2027-02-18T15:00:00.000Z',
  lastUsedAt: null,
};
const REFERENCE = {
  servers: [{ url: 'https://partners.example' }],
  paths: {
    '/api/v1/sales': {
      get: {
        operationId: 'sales',
        summary: 'Sales of a range',
        parameters: [
          {
            name: 'from',
            required: true,
            description: 'First day',
            schema: { type: 'string', examples: ['2026-03-01'] },
          },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    data: { items: { properties: { amount: { description: 'Amount, in dollars' } } } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

const open = (keys: object[], person: ReturnType<typeof anAffiliate> | null = anAffiliate()) =>
  renderApp(<DevelopersScreen />, {
    person,
    api: {
      'GET /v1/openapi.json': () => REFERENCE,
      'GET /api-keys': () => keys,
      'POST /api-keys': () => {
        keys.push(KEY);
        return { ...KEY, key: 'pdk_a1_secret' };
      },
      'DELETE /api-keys/a1': () => {
        keys.pop();
        return true;
      },
    },
  });

it('makes a key, shows it once, and revokes it', async () => {
  const app = open([]);
  expect(await screen.findByText('You have no keys')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Sheet' } });
  await app.user.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('pdk_a1_secret')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /api-keys')?.body).toEqual({
    name: 'Sheet',
    days: 90,
  });
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Sheet' }));
  expect(await screen.findByText('You have no keys')).toBeInTheDocument();
  await expectAccessible(app.container);
});

it('the second click of a double click revokes no other key', async () => {
  const app = open([{ ...KEY, id: 'b2', name: 'Tracker' }, KEY]);
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Sheet' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Sheet' })).not.toBeInTheDocument());
  // The next one stands where the first one stood.
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Tracker' }), { detail: 2 });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Sheet' } });
  await app.user.click(screen.getByRole('button', { name: 'Create key' }));
  await screen.findByText('pdk_a1_secret');
  expect(app.calls.map(({ route }) => route).filter((route) => route.startsWith('DELETE'))).toEqual([
    'DELETE /api-keys/a1',
  ]);
});

it('shows visitors each call with its example, and no keys', async () => {
  open([], null);
  expect(await screen.findByRole('heading', { name: 'GET /api/v1/sales' })).toBeInTheDocument();
  expect(
    screen.getByText(
      'curl -H "Authorization: Bearer $API_KEY" "https://partners.example/api/v1/sales?from=2026-03-01"',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText('First day (required)')).toBeInTheDocument();
  expect(screen.getByText('Amount, in dollars')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create key' })).not.toBeInTheDocument();
});

import { anAdmin, anAffiliate, expectAccessible, failure } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';

const FOUND = [
  { kind: 'affiliate', id: 12, name: 'Ann Lee', emailAddress: 'ann@example.com', status: 1 },
  { kind: 'member', id: 9, name: 'anna', emailAddress: 'anna@example.com', status: 1 },
];

const open = (person = anAdmin(), answer: () => unknown = () => FOUND) =>
  renderShell({ path: '/dashboard', person, api: { 'GET /find-anyone': answer } });
const box = () => screen.findByRole('combobox', { name: /Find anyone/ });

it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '%s opens a box; what is found is gone to with the keyboard alone',
  async (keys) => {
    const { user, calls } = open();
    await screen.findByText(/Welcome/);
    await user.keyboard(keys);
    await user.type(await box(), ' ann ');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(calls.filter(({ route }) => route === 'GET /find-anyone').at(-1)?.query).toEqual({ q: 'ann' });
    await expectAccessible(screen.getByLabelText('Find anyone'));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(window.location.pathname + window.location.search).toBe('/members?type=1&q=9&id=9');
    expect(screen.queryByRole('combobox', { name: /Find anyone/ })).not.toBeInTheDocument();
  },
);

it('opens by its button and closes on Escape', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Find/ }));
  await user.type(await box(), '{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('combobox', { name: /Find anyone/ })).not.toBeInTheDocument(),
  );
});

it('says when nobody is found, and when the search does not work', async () => {
  const answers: unknown[] = [[], failure(500)];
  const { user } = open(anAdmin(), () => answers.shift());
  await user.click(await screen.findByRole('button', { name: /^Find/ }));
  await user.type(await box(), 'x');
  expect(await screen.findByText('Nobody found.')).toBeInTheDocument();
  await user.type(await box(), 'y');
  expect(await screen.findByText(/did not work/)).toBeInTheDocument();
});

it.each([
  ['an affiliate', anAffiliate()],
  ['a payroll clerk', anAdmin(['payroll', 'statistics'])],
])('is not there for %s', async (_who, person) => {
  const { user } = open(person);
  await screen.findByRole('button', { name: 'Logout' });
  expect(screen.queryByRole('button', { name: /^Find/ })).not.toBeInTheDocument();
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

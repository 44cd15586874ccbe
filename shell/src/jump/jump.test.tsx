import type { SessionInfo } from '@partnerdesk/contracts';
import {
  anAdmin,
  anAffiliate,
  expectAccessible,
  type FakeRoutes,
  failure,
  never,
} from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderShell } from '../testing';

const FOUND = [
  { kind: 'affiliate', id: 12, name: 'Ann Lee', emailAddress: 'ann@example.com', status: 1 },
  { kind: 'member', id: 9, name: 'anna', emailAddress: 'anna@example.com', status: 1 },
];

beforeEach(() => localStorage.clear());

const open = (person: SessionInfo | null = anAdmin(), answer: FakeRoutes[string] = () => FOUND) =>
  renderShell({
    path: '/dashboard',
    person,
    // No remote ever arrives: what is found is known without them.
    fetchRemote: never,
    api: { 'GET /find-anyone': answer },
  });
const box = () => screen.findByRole('combobox', { name: /^Find/ });
const noBox = () =>
  waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find/ })).not.toBeInTheDocument());
const goTo = async () => (await screen.findAllByRole('button', { name: 'Go to' }))[0]!;
const optionsOf = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true });

it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '%s opens a box; people who are found are gone to with the keyboard alone',
  async (keys) => {
    const { user, calls } = open();
    await goTo();
    await user.keyboard(keys);
    await user.type(await box(), ' ann ');
    await screen.findByRole('option', { name: /Ann Lee/ });
    expect(optionsOf('People')).toEqual([
      'Affiliate 12 Ann Lee ann@example.com',
      'Member 9 anna anna@example.com',
    ]);
    expect(calls.filter(({ route }) => route === 'GET /find-anyone').at(-1)?.query).toEqual({ q: 'ann' });
    await expectAccessible(screen.getByLabelText('Go to', { selector: 'dialog' }));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(window.location.pathname + window.location.search).toBe('/members?type=1&q=9&id=9');
    await noBox();
  },
);

it.each([
  ['member 12', { ...FOUND[1], id: 12 }, 'Member 12 anna anna@example.com', '/members?type=1&q=12&id=12'],
  [
    'affiliate 3',
    { ...FOUND[0], id: 3 },
    'Affiliate 3 Ann Lee ann@example.com',
    '/affiliates?type=1&q=3&id=3',
  ],
])('%s, with its blank, finds the person and goes there', async (typed, person, option, path) => {
  const { user, calls } = open(anAdmin(), () => [person]);
  await user.click(await goTo());
  await user.type(await box(), typed);
  await screen.findByRole('option', { name: option });
  expect(calls.filter(({ route }) => route === 'GET /find-anyone').at(-1)?.query).toEqual({ q: typed });
  expect(chosen()).toHaveTextContent(option);
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe(path);
});

it('Enter right after a digit does not go to the person of the number before it', async () => {
  const { user } = open(anAdmin(), ({ query }) => [{ ...FOUND[0], id: Number(query.q) }]);
  await user.click(await goTo());
  await user.type(await box(), '1');
  await screen.findByRole('option', { name: /^Affiliate 1 / });
  await user.keyboard('2{Enter}');
  expect(window.location.pathname).toBe('/dashboard');
  await screen.findByRole('option', { name: /^Affiliate 12 / });
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/affiliates?type=1&q=12&id=12');
});

it('Enter that ends a word of an input method goes nowhere', async () => {
  const { user } = open(anAdmin(), () => []);
  await user.click(await goTo());
  await user.type(await box(), 'audit');
  fireEvent.keyDown(await box(), { key: 'Escape', isComposing: true });
  fireEvent.keyDown(await box(), { key: 'Enter', isComposing: true });
  expect(window.location.pathname).toBe('/dashboard');
  fireEvent.keyDown(await box(), { key: 'Enter' });
  expect(window.location.pathname).toBe('/audit-log');
});

it('keeps what is typed at once, before its code has come, and the same keys close it', async () => {
  const { user } = open(anAdmin(), () => []);
  await goTo();
  await user.keyboard('{Control>}k{/Control}mx{Backspace}ember 12');
  await waitFor(async () => expect(await box()).toHaveValue('member 12'));
  await user.keyboard('{Control>}k{/Control}');
  await noBox();
});

it('finds actions and screens by the starts of their words, the menu’s words too', async () => {
  const { user } = open(anAdmin(['payroll', 'moderation']));
  await user.click(await goTo());
  const field = await box();
  await user.type(field, 'gen aff');
  expect(chosen()).toHaveTextContent('Generate affiliate payroll');
  expect(field).toHaveAttribute('aria-activedescendant', chosen().id);
  await user.clear(field);
  await user.type(field, 'gallery pics');
  expect(optionsOf('Screens')).toEqual(['Manage Gallery Images']);
  await user.clear(field);
  await user.type(field, 'next photo');
  await user.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/photoid?open=next');
});

it.each([
  ['a visitor', null, ['Create an account'], 'FAQ', 'My Stats'],
  [
    'an affiliate',
    anAffiliate(),
    ['Make an advertising link', 'Report of my links', 'Change the password'],
    'My Stats',
    'Register',
  ],
  ['a payroll clerk', anAdmin(['payroll']), undefined, 'Affiliate Payroll', 'Affiliate Search'],
] as const)(
  'offers %s what they may see, and asks for no people',
  async (_who, person, actions, seen, unseen) => {
    const { user, calls } = open(person);
    await user.click(await goTo());
    await box();
    if (actions) expect(optionsOf('Actions')).toEqual(actions);
    expect(optionsOf('Screens')).toContain(seen);
    expect(optionsOf('Screens')).not.toContain(unseen);
    expect(optionsOf('Screens').includes('Forgot Your Password?')).toBe(person === null);
    await user.type(await box(), 'zzz');
    expect(await screen.findByText('Nothing found.')).toBeInTheDocument();
    expect(calls.filter(({ route }) => route === 'GET /find-anyone')).toEqual([]);
  },
);

it('starts with what was gone to last, without the names of people', async () => {
  const { user } = open();
  await user.click(await goTo());
  await user.type(await box(), 'ann');
  await user.click(await screen.findByRole('option', { name: /Ann Lee/ }));
  await user.click(await goTo());
  await box();
  expect(optionsOf('Recent')).toEqual(['Affiliate 12']);
  expect(JSON.stringify(localStorage)).not.toContain('Ann');
});

it('whom one administrator has gone to is not shown to another one', async () => {
  const one = open();
  await one.user.click(await goTo());
  await one.user.type(await box(), 'ann');
  await one.user.click(await screen.findByRole('option', { name: /Ann Lee/ }));
  one.unmount();
  const other = open({ ...anAdmin(), emailAddress: 'other@example.com' });
  await other.user.click(await goTo());
  await box();
  expect(screen.queryByRole('group', { name: 'Recent' })).not.toBeInTheDocument();
});

it('gives the focus back on Escape, and has a button that closes it', async () => {
  const { user } = open();
  const button = await goTo();
  await user.click(button);
  await user.type(await box(), '{Escape}');
  await noBox();
  expect(button).toHaveFocus();
  await user.click(button);
  await box();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await noBox();
});

it('leaves out who is of a kind that the page does not know yet', async () => {
  const partner = { kind: 'partner', id: 3, name: 'Ann Ray', emailAddress: 'ray@example.com', status: 1 };
  const { user } = open(anAdmin(), () => [partner, ...FOUND]);
  await user.click(await goTo());
  await user.type(await box(), 'ann');
  await screen.findByRole('option', { name: /Ann Lee/ });
  expect(screen.queryByRole('option', { name: /Ann Ray/ })).not.toBeInTheDocument();
});

it('says when the search for people does not work, and still finds the rest', async () => {
  const { user } = open(anAdmin(), () => failure(500));
  await user.click(await goTo());
  await user.type(await box(), 'audit');
  expect(await screen.findByText(/did not work/)).toBeInTheDocument();
  expect(optionsOf('Screens')).toEqual(['Audit log']);
});

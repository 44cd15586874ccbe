import type { AccountTerms, CommissionGroupRow } from '@partnerdesk/contracts';
import { MESSAGE, plainRates, TERMS_TEXT } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { anAffiliateRecord } from '../testing/records';
import { GroupsScreen } from './groups-screen';
import { TermsPanel } from './terms-panel';

const CHANGE = {
  number: 1,
  from: '',
  at: '2026-11-20T15:00:00.000Z',
  by: 'olga@example.com',
  withdrawnBy: '',
};
const PLANNED = { ...CHANGE, number: 2, from: '2099-01-01' };
const GROUP: CommissionGroupRow = {
  groupID: 3,
  name: 'Friends',
  version: 4,
  rates: { ...plainRates(10), rebill: 5 },
  affiliates: 2,
  changes: [
    { ...CHANGE, rates: { ...plainRates(10), rebill: 5 } },
    { ...PLANNED, rates: plainRates(15) },
  ],
};
const TERMS: AccountTerms = {
  today: '2026-11-20',
  periods: [
    { from: '', level: 'own', rates: plainRates(30) },
    { from: '2099-01-01', level: 'group', rates: plainRates(10) },
  ],
  version: 7,
  groupID: 0,
  changes: [
    { ...CHANGE, groupID: 0, groupName: '', own: plainRates(30) },
    { ...PLANNED, groupID: 3, groupName: 'Friends', own: null },
  ],
  groups: [{ groupID: 3, name: 'Friends', commission: 10 }],
};

const groups = (api = {}) =>
  renderApp(<GroupsScreen />, {
    person: anAdmin(['terms']),
    api: { 'GET /commission-groups': () => [GROUP], ...api },
  });
const panel = (permissions: ('terms' | 'accounts')[], api = {}) =>
  renderApp(<TermsPanel record={{ ...anAffiliateRecord(), affID: 1 }} onRecord={() => undefined} />, {
    person: anAdmin(permissions),
    api: {
      'GET /account-terms': () => TERMS,
      'GET /get-affiliate-info': () => [anAffiliateRecord()],
      ...api,
    },
  });
const changesOf = (app: ReturnType<typeof groups>) =>
  app.calls
    .filter(({ route }) => !route.startsWith('GET'))
    .map(({ route, body, query }) => [route, body ?? query]);

it('lists the groups; a new one needs a name and a percentage', async () => {
  const app = groups({ 'POST /commission-groups': () => [GROUP] });
  expect(await screen.findByText('10%; rebill 5%')).toBeInTheDocument();
  await expectAccessible(app.container);
  await app.user.click(screen.getByRole('button', { name: 'New group' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.user.type(dialog.getByLabelText(/^Name/), 'Pals');
  await app.user.type(dialog.getByLabelText(/^Commission/), '12.555');
  await app.user.click(dialog.getByRole('button', { name: 'Add group' }));
  expect(changesOf(app)).toEqual([]);
  await app.user.clear(dialog.getByLabelText(/^Commission/));
  await app.user.type(dialog.getByLabelText(/^Commission/), '12.5');
  await app.user.type(dialog.getByLabelText(/^Ends after/), '30');
  await app.user.click(dialog.getByRole('button', { name: 'Add group' }));
  expect(await screen.findByText('The group has been added')).toBeInTheDocument();
  const rates = { ...plainRates(12.5), capDays: 30 };
  expect(changesOf(app)).toEqual([['POST /commission-groups', { name: 'Pals', rates }]]);
});

it('withdraws a planned change of a group, and says why the server refuses', async () => {
  const refusal = () => failure(409, 'conflict', undefined, 'These terms have begun');
  const app = groups({ 'DELETE /commission-groups/3/terms/2': refusal });
  await app.user.click(await screen.findByRole('button', { name: 'Friends' }));
  // One call for a double click: the second one would be refused as somebody else's change.
  await app.user.dblClick(screen.getByRole('button', { name: /^Withdraw the change/ }));
  expect(await screen.findByText('These terms have begun')).toBeInTheDocument();
  expect(changesOf(app)).toEqual([['DELETE /commission-groups/3/terms/2', { version: '4' }]]);
});

it('keeps what was typed when somebody else was faster, shows their change, and saves upon it', async () => {
  const theirs = { ...PLANNED, number: 3, by: 'ben@example.com', rates: plainRates(17) };
  const newer = { ...GROUP, version: 5, changes: [...GROUP.changes, theirs] };
  const answers = [failure(409, 'conflict', undefined, TERMS_TEXT.groupChanged), [newer]];
  let group = GROUP;
  const app = groups({
    'GET /commission-groups': () => [group],
    'POST /commission-groups/3/terms': () => {
      group = newer;
      return answers.shift();
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Friends' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.user.clear(dialog.getByLabelText(/^Commission/));
  await app.user.type(dialog.getByLabelText(/^Commission/), '12.5');
  await app.user.click(dialog.getByRole('button', { name: 'Save rates' }));
  expect(await dialog.findByText(TERMS_TEXT.groupChanged)).toHaveAttribute('role', 'alert');
  expect(screen.queryByText(MESSAGE.genericError)).not.toBeInTheDocument();
  expect(await dialog.findByText(/ben@example\.com/)).toBeInTheDocument();
  expect(dialog.getByLabelText(/^Commission/)).toHaveValue('12.5');
  await app.user.click(dialog.getByRole('button', { name: 'Save rates' }));
  expect(await screen.findByText('The rates have been saved')).toBeInTheDocument();
  expect(changesOf(app).map(([, body]) => body)).toMatchObject([
    { version: 4, rates: { commission: 12.5 } },
    { version: 5, rates: { commission: 12.5 } },
  ]);
});

it('an affiliate’s terms that somebody else has changed are shown, and what was typed is kept', async () => {
  const newer = { ...TERMS, version: 8, periods: [{ ...TERMS.periods[0], rates: plainRates(33) }] };
  let terms: unknown = TERMS;
  const answers = [failure(409, 'conflict', undefined, TERMS_TEXT.accountChanged), newer];
  const app = panel(['terms'], {
    'GET /account-terms': () => terms,
    'POST /account-terms': () => {
      terms = newer;
      return answers.shift();
    },
  });
  await app.user.selectOptions(await screen.findByLabelText('Group'), 'Friends (10%)');
  await app.user.click(screen.getByRole('button', { name: 'Save terms' }));
  expect(await screen.findByText(TERMS_TEXT.accountChanged)).toHaveAttribute('role', 'alert');
  expect(await screen.findByText('33%')).toBeInTheDocument();
  expect(screen.getByLabelText('Group')).toHaveValue('3');
  await app.user.click(screen.getByRole('button', { name: 'Save terms' }));
  await waitFor(() =>
    expect(changesOf(app).map(([, body]) => (body as { version: number }).version)).toEqual([7, 8]),
  );
});

it('typed terms outlive a save of another part of the same account', async () => {
  let terms = TERMS;
  const record = { ...anAffiliateRecord(), affID: 1 };
  const app = panel(['terms'], { 'GET /account-terms': () => terms });
  await app.user.selectOptions(await screen.findByLabelText('Group'), 'Friends (10%)');
  terms = { ...TERMS, version: 8 };
  app.show(<TermsPanel record={{ ...record, version: record.version + 1 }} onRecord={() => undefined} />);
  await waitFor(() =>
    expect(app.calls.filter(({ route }) => route === 'GET /account-terms')).toHaveLength(2),
  );
  await app.user.click(screen.getByRole('button', { name: 'Save terms' }));
  await waitFor(() => expect(changesOf(app)).toMatchObject([['POST /account-terms', { groupID: 3 }]]));
  expect(screen.getByLabelText('Group')).toHaveValue('3');
});

it('typed rates of a group outlive a save of its name', async () => {
  let group = GROUP;
  const app = groups({
    'GET /commission-groups': () => [group],
    'POST /commission-groups/3/name': () => {
      group = { ...GROUP, version: 5, name: 'Pals' };
      return [group];
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Friends' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.user.clear(dialog.getByLabelText(/^Commission/));
  await app.user.type(dialog.getByLabelText(/^Commission/), '12.5');
  await app.user.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await app.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Pals');
  await app.user.click(dialog.getByRole('button', { name: 'Save name' }));
  expect(await screen.findByRole('dialog', { name: 'Pals' })).toBeInTheDocument();
  expect(dialog.getByLabelText(/^Commission/)).toHaveValue('12.5');
});

it('saved rates and saved terms start again from what is saved, and the focus stays on their button', async () => {
  const later = { ...PLANNED, number: 3 };
  let group = GROUP;
  const office = groups({
    'GET /commission-groups': () => [group],
    'POST /commission-groups/3/terms': () => {
      group = { ...GROUP, version: 5, changes: [...GROUP.changes, { ...later, rates: plainRates(12) }] };
      return [group];
    },
  });
  await office.user.click(await screen.findByRole('button', { name: 'Friends' }));
  const field = () => within(screen.getByRole('dialog')).getByLabelText(/^Commission/);
  await office.user.clear(field());
  await office.user.type(field(), '12');
  await office.user.click(screen.getByRole('button', { name: 'Save rates' }));
  await waitFor(() => expect(field()).toHaveValue('10'));
  expect(screen.getByRole('button', { name: 'Save rates' })).toHaveFocus();
  office.unmount();

  let terms = TERMS;
  const account = panel(['terms'], {
    'GET /account-terms': () => terms,
    'POST /account-terms': () => {
      const change = { ...later, groupID: 3, groupName: 'Friends', own: null };
      terms = { ...TERMS, version: 8, changes: [...TERMS.changes, change] };
      return terms;
    },
  });
  await account.user.selectOptions(await screen.findByLabelText('Group'), 'Friends (10%)');
  await account.user.click(screen.getByRole('button', { name: 'Save terms' }));
  await waitFor(() => expect(screen.getByLabelText('Group')).toHaveValue('0'));
  expect(screen.getByRole('button', { name: 'Save terms' })).toHaveFocus();
});

it('puts an affiliate into a group from a day on', async () => {
  const app = panel(['terms'], { 'POST /account-terms': () => TERMS });
  expect(await screen.findByText('own commission, in force today')).toBeInTheDocument();
  await app.user.selectOptions(screen.getByLabelText('Group'), 'Friends (10%)');
  await app.user.click(screen.getByLabelText(/^As the group/));
  const from = screen.getByLabelText(/^First valid day/);
  await app.user.clear(from);
  await app.user.type(from, '1/1/2099');
  await app.user.click(screen.getByRole('button', { name: 'Save terms' }));
  await waitFor(() =>
    expect(changesOf(app)).toEqual([
      ['POST /account-terms', { affID: 1, version: 7, from: '2099-01-01', groupID: 3, own: null }],
    ]),
  );
});

it('is read-only without the permission terms', async () => {
  const { container } = panel(['accounts']);
  expect(await screen.findByText('From the start')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await expectAccessible(container);
});

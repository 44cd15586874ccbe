import { type AdministratorRow, LAST_MANAGER_TEXT, PERMISSIONS } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { AdministratorsScreen } from './administrators-screen';

const BO: AdministratorRow = {
  adminID: 2,
  emailAddress: 'bo@example.com',
  firstName: 'Bo',
  permissions: ['payroll'],
  status: 1,
  invited: false,
  secondFactor: true,
  lastSignInAt: '2026-11-20T15:00:00.000Z',
  pending: null,
  own: false,
  alone: false,
};
const NEW: AdministratorRow = {
  ...BO,
  adminID: 3,
  emailAddress: 'new@example.com',
  invited: true,
  secondFactor: false,
  lastSignInAt: null,
};
const GONE: AdministratorRow = { ...BO, adminID: 4, emailAddress: 'gone@example.com', status: 2 };

function open(api = {}) {
  const rows = { 'GET /administrators': () => [BO, NEW, GONE] };
  return renderApp(<AdministratorsScreen />, { person: anAdmin(), api: { ...rows, ...api } });
}
const openRow = async (app: ReturnType<typeof open>, email: string) => {
  await app.user.click(await screen.findByRole('button', { name: email }));
  return within(screen.getByRole('dialog'));
};
const posted = (app: ReturnType<typeof open>) =>
  app.calls.filter(({ route }) => route.startsWith('POST')).map(({ route, body }) => [route, body]);

it('lists who may what, who is invited or closed, and who signed in when', async () => {
  const { container } = open();
  const table = await screen.findByRole('table', { name: 'Administrators' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    'bo@example.comBoRun payroll, make pay files, mark paymentsOpenyesNov 20, 2026, 10:00 AM',
    'new@example.comBoRun payroll, make pay files, mark paymentsInvitednonever',
    'gone@example.comBoRun payroll, make pay files, mark paymentsClosedyesNov 20, 2026, 10:00 AM',
  ]);
  await expectAccessible(container);
});

it('says what somebody may do as one sentence', async () => {
  open({ 'GET /administrators': () => [{ ...BO, permissions: ['payroll', 'statistics'] }] });
  const sentence = 'Run payroll, make pay files, mark payments; read site and staff statistics';
  expect(await screen.findByRole('cell', { name: sentence })).toBeInTheDocument();
});

it('says in a word that somebody may do everything', async () => {
  open({ 'GET /administrators': () => [{ ...BO, permissions: [...PERMISSIONS] }] });
  expect(await screen.findByRole('cell', { name: 'All of the office' })).toBeInTheDocument();
});

it('invites with the chosen permissions', async () => {
  const app = open({ 'POST /administrators': () => NEW });
  await app.user.click(await screen.findByRole('button', { name: 'Invite administrator' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(posted(app)).toEqual([]);
  await app.user.type(dialog.getByLabelText(/Email/), 'new@example.com');
  await app.user.click(dialog.getByLabelText('Read the audit log'));
  await app.user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('The invitation has been sent to new@example.com')).toBeInTheDocument();
  const body = { emailAddress: 'new@example.com', firstName: '', permissions: ['audit'] };
  expect(posted(app)).toEqual([['POST /administrators', body]]);
});

it('changes permissions', async () => {
  const app = open({ 'POST /administrators/2/permissions': () => BO });
  const dialog = await openRow(app, 'bo@example.com');
  await app.user.click(dialog.getByLabelText('Read site and staff statistics'));
  await app.user.click(dialog.getByRole('button', { name: 'Save permissions' }));
  await waitFor(() =>
    expect(posted(app)).toEqual([
      ['POST /administrators/2/permissions', { permissions: ['payroll', 'statistics'], was: ['payroll'] }],
    ]),
  );
});

const WAITING: AdministratorRow = {
  ...BO,
  permissions: [],
  pending: {
    requestID: 'r1',
    permissions: ['payroll'],
    requestedBy: 'ann@example.com',
    own: false,
    requestedAt: '2026-11-20T15:00:00.000Z',
  },
};

it('shows what another manager asked for, and confirms it', async () => {
  const app = open({
    'GET /administrators': () => [WAITING],
    'POST /administrators/2/confirm-permissions': () => BO,
  });
  expect(await screen.findByText('To be confirmed')).toBeInTheDocument();
  const dialog = await openRow(app, 'bo@example.com');
  expect(dialog.getByText(/ann@example.com asked for this on .*: Run payroll/)).toBeInTheDocument();
  await app.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(posted(app)).toEqual([['POST /administrators/2/confirm-permissions', { requestID: 'r1' }]]),
  );
});

it('who asked for it can only take it back; nobody changes their own permissions, unless alone', async () => {
  const own = { ...WAITING, pending: WAITING.pending && { ...WAITING.pending, own: true } };
  const app = open({ 'GET /administrators': () => [own, { ...NEW, own: true }] });
  const dialog = await openRow(app, 'bo@example.com');
  expect(dialog.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Take back' })).toBeInTheDocument();
  await app.user.keyboard('{Escape}');
  const mine = await openRow(app, 'new@example.com');
  expect(mine.queryByRole('button', { name: 'Save permissions' })).not.toBeInTheDocument();
});

it('says that the only manager gives everything alone', async () => {
  open({ 'GET /administrators': () => [{ ...BO, own: true, alone: true }] });
  expect(await screen.findByText(/You alone manage administrators/)).toBeInTheDocument();
});

it.each([
  ['bo@example.com', ['End sessions', 'Reset second factor', 'Close account']],
  ['new@example.com', ['Send invitation again', 'Close account']],
  ['gone@example.com', ['Reopen account']],
])('%s has the actions %j', async (email, labels) => {
  const dialog = await openRow(open(), email);
  const buttons = dialog.getAllByRole('button').map((button) => button.textContent);
  expect(buttons.slice(buttons.indexOf('Save permissions') + 1)).toEqual(labels);
});

it('keeps the dialog and says why when the server refuses', async () => {
  const refusal = () => failure(409, 'conflict', undefined, LAST_MANAGER_TEXT);
  const app = open({ 'POST /administrators/2/close': refusal });
  const dialog = await openRow(app, 'bo@example.com');
  await app.user.click(dialog.getByRole('button', { name: 'Close account' }));
  expect(await dialog.findByText(LAST_MANAGER_TEXT)).toBeInTheDocument();
});

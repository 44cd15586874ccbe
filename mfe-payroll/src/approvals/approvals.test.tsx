import { MESSAGE } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ApprovalsScreen } from './approvals-screen';
import { anApproval, ROWS } from './testing';

const open = (path: string, answers = {}, permissions: Parameters<typeof anAdmin>[0] = ['payroll.approve']) =>
  renderApp(<ApprovalsScreen />, {
    person: anAdmin(permissions),
    path,
    api: {
      'GET /payroll-approvals': () => [anApproval(), anApproval({ approvalID: 6, state: 'declined' })],
      'GET /payroll-approvals/7': () => anApproval(),
      'GET /payroll-approvals/7/rows': () => ROWS,
      ...answers,
    },
  });
const DETAILS = '/payroll-approvals?request=7';

it('lists what waits apart from what is decided, and opens a request', async () => {
  const { user, container } = open('/payroll-approvals');
  const waiting = await screen.findByRole('table', { name: 'Waiting requests' });
  expect(within(waiting).getByText('Affiliates through Oct 31, 2026')).toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'Decided requests' })).toHaveTextContent('Declined');
  await expectAccessible(container);
  await user.click(within(waiting).getByRole('button', { name: 'Open request 7' }));
  expect(await screen.findByRole('heading', { name: /^Request 7/ })).toBeInTheDocument();
});

it('keeps the list while it cannot be read again for a moment', async () => {
  let fails = false;
  const { store } = open('/payroll-approvals', {
    'GET /payroll-approvals': () => (fails ? failure(503, 'unavailable') : [anApproval()]),
  });
  await screen.findByRole('table', { name: 'Waiting requests' });
  fails = true;
  act(() => void store.dispatch(api.util.invalidateTags(['Approvals' as never])));
  expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'Waiting requests' })).toBeInTheDocument();
});

it('has sum, state and button of a request in view on a phone', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  open('/payroll-approvals');
  const waiting = within(await screen.findByRole('table', { name: 'Waiting requests' }));
  expect(waiting.getByText('$30.00')).toHaveClass('pd-fold-amount');
  for (const shown of [waiting.getByText('Waiting'), waiting.getByRole('button', { name: 'Open request 7' })])
    expect(shown.closest('.pd-fold-more:not(:has(.btn))')).toBeNull();
  Reflect.deleteProperty(window, 'matchMedia');
});

it('shows what will be paid, what differs, and who prepared it', async () => {
  const { container } = open(DETAILS);
  const table = await screen.findByRole('table', { name: 'Payments of the request' });
  expect(await within(table).findByText('Account changed')).toBeInTheDocument();
  expect(within(table).getByText('New')).toBeInTheDocument();
  expect(screen.getByText('Prepared by clerk@example.com')).toBeInTheDocument();
  await expectAccessible(container);
});

it('approves what was shown after asking, with the focus on Cancel', async () => {
  const { user, calls } = open(DETAILS, {
    'POST /payroll-approvals/7': () => anApproval({ state: 'approved' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = screen.getByRole('dialog', { name: 'Approve and execute?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Approve and execute' }));
  expect(await screen.findByText('Approved: it is being executed')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /payroll-approvals/7')?.body).toEqual({
    decision: 'approve',
    hash: 'h7',
  });
});

it('a large sum is typed before it is approved', async () => {
  const { user, calls } = open(DETAILS, {
    'GET /payroll-approvals/7': () => anApproval({ amount: 12_500 }),
    'POST /payroll-approvals/7': () => anApproval({ state: 'approved' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await user.click(screen.getByRole('button', { name: 'Approve and execute' }));
  expect(calls.some(({ route }) => route === 'POST /payroll-approvals/7')).toBe(false);
  await user.type(screen.getByLabelText('Type “$12,500.00” to confirm'), '12500.00');
  await user.click(screen.getByRole('button', { name: 'Approve and execute' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'POST /payroll-approvals/7')).toBe(true));
});

it('what has changed since cannot be approved; what is refused is shown', async () => {
  const { user } = open(DETAILS, {
    'GET /payroll-approvals/7': () => anApproval({ stale: 2 }),
    'POST /payroll-approvals/7': () => failure(409, 'conflict', undefined, 'This request is declined by now'),
  });
  expect(await screen.findByText(/2 of these payments changed since/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Please say why')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Reason'), 'wrong period');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('This request is declined by now')).toBeInTheDocument();
});

it('a decision that does not arrive is asked for still, with its reason', async () => {
  let fails = true;
  const { user, calls } = open(DETAILS, {
    'GET /payroll-approvals/7': () => anApproval(),
    'POST /payroll-approvals/7': () => (fails ? failure(503) : anApproval({ state: 'declined' })),
  });
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = screen.getByRole('dialog');
  await user.type(screen.getByLabelText('Reason'), 'wrong period');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1));
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-disabled', 'false'),
  );
  expect(screen.getByLabelText('Reason')).toHaveValue('wrong period');
  fails = false;
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Declined')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('who prepared it can only take it back, also with the permission', async () => {
  const { user, calls } = open(
    DETAILS,
    {
      'GET /payroll-approvals/7': () => anApproval({ own: true }),
      'POST /payroll-approvals/7': () => anApproval({ own: true, state: 'declined' }),
    },
    ['payroll', 'payroll.approve'],
  );
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Reason'), 'wrong period');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take back' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /payroll-approvals/7')?.body).toEqual({
      decision: 'decline',
      reason: 'wrong period',
    }),
  );
});

it('another clerk without the permission decides nothing', async () => {
  open(DETAILS, {}, ['payroll']);
  expect(await screen.findByText(/somebody with the permission payroll.approve/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Approve|Decline/ })).not.toBeInTheDocument();
});

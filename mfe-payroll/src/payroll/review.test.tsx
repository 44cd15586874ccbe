import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AffiliatePayrollScreen } from './payroll-screen';
import { API, aPayment, aRow, aRun, openScreen, REPORT_API, REPORT_PATH } from './testing';

const OPENED = '/affiliate-payroll?run=g1';
const ROWS = [
  aRow(1, 10),
  aRow(2, 20, { accountShared: true }),
  aRow(3, 40, { paymentType: 2 }),
  aRow(4, 80, { paymentType: 2, accountHeld: true, accountChangedAt: '2026-10-30T10:00:00Z' }),
  aRow(5, 160, { payrollID: 9 }),
];
const REVIEW = {
  'GET /payroll-runs/g1': () =>
    aRun('g1', 'generate', { rows: 5, amount: 310, accountsHeld: 1, heldAmount: 80 }),
  'GET /payroll-runs/g1/rows': () => ROWS,
};
const PAYEE = {
  affID: 3,
  affName: 'Ann Number 3',
  commission: 20,
  paymentType: 2,
  paymentInfo: 'ann@paypal.example',
  balance: 45,
  openSignals: 1,
  signals: ['51.9% of 53 sales in 90 days were refunded'],
  payments: [{ ...aPayment(7), state: 'returned', markedBy: 'bob', markedAt: '2026-11-02T10:00:00Z' }],
};

const open = (path = OPENED, api = {}) =>
  openScreen(<AffiliatePayrollScreen />, path, {
    ...REVIEW,
    'GET /payee-payments': () => PAYEE,
    ...api,
  });
const names = () =>
  within(screen.getByRole('table', { name: 'Payroll rows' }))
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('button').textContent);
const selection = () => screen.getByRole('region', { name: 'Selection' });
const bodyOf = ({ calls }: ReturnType<typeof open>, wanted: string) =>
  calls.findLast(({ route }) => route === wanted)?.body;

it('sums up what is selected by how it is paid, and counts what to mind', async () => {
  const { user, container } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 3' }));
  expect(selection()).toHaveTextContent('$60.00 2 of 5 rows');
  expect(selection()).toHaveTextContent('ACH 1$20.00PayPal 1$40.00Shared account1');
  await expectAccessible(container);
});

it('all leaves out who is held and who is executed, to the cent', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(selection()).toHaveTextContent('$70.00 3 of 5 rows');
  expect(selection()).toHaveTextContent(/1 row held because of a changed account/);
  await app.user.click(screen.getByRole('button', { name: 'Execute selected (3, $70.00)' }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Leave them out' }));
  await waitFor(() => expect(bodyOf(app, 'POST /payroll-preview')).toEqual({ run: 'g1' }));
});

it('narrows by state and type, in the address; all is then all that are shown', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: /^PayPal/ }));
  expect(app.place.path).toBe(`${OPENED}&type=paypal`);
  await waitFor(() => expect(names()).toEqual(['Ann Number 3', 'Ann Number 4']));
  expect(screen.getByRole('button', { name: /^Held/ })).toHaveTextContent('Held1');
  await app.user.click(screen.getByRole('button', { name: /^To execute/ }));
  expect(names()).toEqual(['Ann Number 3']);
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await app.user.click(screen.getByRole('button', { name: 'Execute selected (1, $40.00)' }));
  await waitFor(() =>
    expect(bodyOf(app, 'POST /payroll-preview')).toEqual({ run: 'g1', except: [1, 2, 4, 5] }),
  );
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await app.user.click(screen.getByRole('button', { name: /^All states/ }));
  expect(selection()).toHaveTextContent('$0.00 0 of 5 rows');
});

it('a row that is ticked by itself is what is selected: all of other filters does not come back with them', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(selection()).toHaveTextContent('$70.00 3 of 5 rows');
  await app.user.click(screen.getByRole('button', { name: /^PayPal/ }));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 3' }));
  await app.user.click(screen.getByRole('button', { name: /^All types/ }));
  expect(selection()).toHaveTextContent('$40.00 1 of 5 rows');
});

it('rows ticked one by one stay selected when filters hide them, and that is said', async () => {
  const { user } = open(`${OPENED}&type=ach`);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 2' }));
  await user.click(screen.getByRole('button', { name: /^Unknown/ }));
  expect(names()).toEqual(['Ann Number 1']);
  expect(selection()).toHaveTextContent('$20.00 1 of 5 rows');
  expect(selection()).toHaveTextContent('1 of them not shown by the filters.');
  await user.click(screen.getByRole('button', { name: /^Already executed/ }));
  expect(screen.getByText('No row is left by these filters.')).toBeInTheDocument();
});

it('a payment that is ticked in one report is not marked from another one', async () => {
  const app = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r2': () => aRun('r2', 'report', { startDate: '2026-10-01' }),
    'GET /payroll-runs/r2/rows': () => [aPayment(7), aPayment(8)],
    'POST /payment-marks': () => [{ payrollID: 1, outcome: 'marked' }],
  });
  await screen.findByRole('checkbox', { name: 'Select payment 1' });
  act(() => app.place.go(REPORT_PATH.replace('r1', 'r2')));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select payment 8' }));
  expect(selection()).toHaveTextContent('$10.00 1 of 2 rows');
  act(() => app.place.go(-1));
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select payment 1' }));
  expect(selection()).toHaveTextContent('$10.00 1 of 2 rows');
  await app.user.click(screen.getByRole('button', { name: 'Mark paid' }));
  await waitFor(() => expect(bodyOf(app, 'POST /payment-marks')).toEqual({ payrollIDs: [1], state: 'paid' }));
});

it('what is selected and executed of one generation is not said of another one', async () => {
  const app = open(OPENED, {
    'GET /payroll-runs/g2': () => aRun('g2', 'generate', { endDate: '2026-11-21' }),
    'GET /payroll-runs/g2/rows': () => [aRow(2, 25), aRow(3, 45)],
    'POST /execute-payroll': () => ({ id: 'e1' }),
    'GET /payroll-runs/e1': () => aRun('e1', 'execute', { rows: 1, outcomes: { executed: 1 } }),
    'GET /payroll-runs/e1/rows': () => [{ affID: 2, outcome: 'executed', payrollID: 77 }],
  });
  await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 3' });
  act(() => app.place.go(OPENED.replace('g1', 'g2')));
  await app.user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 2' }));
  await app.user.click(await screen.findByRole('button', { name: 'Execute' }));
  expect(await screen.findByText('Executed')).toBeInTheDocument();
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  act(() => app.place.go(OPENED));
  expect(await screen.findByText('5 rows, $310.00')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 2' })).toBeInTheDocument();
  expect(selection()).toHaveTextContent('$0.00 0 of 5 rows');
});

it('rows that could not be loaded are tried again, and the rest stays', async () => {
  let fails = true;
  const { user } = open(OPENED, {
    'GET /payroll-runs/g1/rows': () => (fails ? failure(503) : ROWS),
  });
  const alert = (await screen.findByText('Some rows could not be loaded.')).parentElement as HTMLElement;
  expect(screen.getByText('5 rows, $310.00')).toBeInTheDocument();
  fails = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Ann Number 3' })).toBeInTheDocument();
  expect(screen.queryByText('Some rows could not be loaded.')).not.toBeInTheDocument();
});

it('a row opens its payee beside the rows by keyboard; Escape leads back, and the selection stays', async () => {
  const { user, container, place } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 2' }));
  const name = screen.getByRole('button', { name: 'Ann Number 3' });
  name.focus();
  await user.keyboard('{Enter}');
  const panel = screen.getByRole('region', { name: 'Ann Number 3 (ID 3)' });
  expect(within(panel).getByRole('heading', { name: 'Ann Number 3 (ID 3)' })).toHaveFocus();
  expect(await within(panel).findByText('ann@paypal.example')).toBeInTheDocument();
  expect(within(panel).getByText('$45.00')).toBeInTheDocument();
  const signals = within(within(panel).getByRole('list', { name: 'Signals to review' }));
  expect(signals.getByText('51.9% of 53 sales in 90 days were refunded')).toBeInTheDocument();
  expect(within(panel).getByText('Returned')).toBeInTheDocument();
  expect(within(panel).getByRole('link', { name: 'Open statement of payment 7' })).toBeInTheDocument();
  expect(within(panel).getByText(/shown to those with the permission accounts/)).toBeInTheDocument();
  expect(place.path).toBe(`${OPENED}&payee=3`);
  await expectAccessible(container);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Ann Number 3 (ID 3)' })).not.toBeInTheDocument();
  expect(name).toHaveFocus();
  expect(selection()).toHaveTextContent('$20.00 1 of 5 rows');
});

it('Back leads to what was before the rows once a payee that was opened from them is closed', async () => {
  const { user, place } = open('/affiliate-payroll');
  act(() => place.go(OPENED));
  await user.click(await screen.findByRole('button', { name: 'Ann Number 3' }));
  await user.click(screen.getByRole('button', { name: 'Close payee' }));
  expect(place.path).toBe(OPENED);
  act(() => place.go(-1));
  expect(place.path).toBe('/affiliate-payroll');
});

it('what is opened while an execution is being started stays open', async () => {
  let answer = (_: unknown) => {};
  const { user, place, calls } = open(OPENED, {
    'POST /execute-payroll': () => new Promise((resolve) => (answer = resolve)),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 1, state: 'active' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Execute payroll?' });
  await within(dialog).findByText('$30.00');
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain('POST /execute-payroll'));
  await user.click(screen.getByRole('button', { name: 'Ann Number 3' }));
  await act(async () => answer({ id: 'x1' }));
  await waitFor(() => expect(place.path).toBe(`${OPENED}&payee=3&execution=x1`));
});

it('who may see accounts sees how the payment details changed; a failed part is tried again by itself', async () => {
  let fails = true;
  const details = { paymentType: 2, payPalID: '', achName: '', achAccountType: 0, achRoutingNumber: '' };
  const change = { at: '2026-10-30T10:00:00Z', origin: 'support', by: 'bob@example.com' };
  const { user } = renderApp(<AffiliatePayrollScreen />, {
    person: anAdmin(['payroll', 'accounts']),
    path: `${OPENED}&payee=3`,
    api: {
      ...API,
      ...REVIEW,
      'GET /payee-payments': () => (fails ? failure(503) : PAYEE),
      'GET /payment-changes': () => ({
        changes: [{ ...change, after: { ...details, achAccountNumber: '••••1234' } }],
        shared: [],
      }),
    },
  });
  const panel = await screen.findByRole('region', { name: 'Affiliate 3' });
  expect(await within(panel).findByText('The payee could not be loaded.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Ann Number 2' })).toBeInTheDocument();
  fails = false;
  await user.click(within(panel).getByRole('button', { name: 'Retry' }));
  expect(await within(panel).findByText('bob@example.com')).toBeInTheDocument();
  expect(within(panel).getByText('PayPal, ••••1234')).toBeInTheDocument();
});

it('payments in a file are apart from those in none; a file is made of all that are shown', async () => {
  const payments = [aPayment(1), { ...aPayment(2), payFileID: 4 }, { ...aPayment(3), state: 'paid' }];
  const app = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', rows: 3 }),
    'GET /payroll-runs/r1/rows': () => payments,
    'POST /pay-files': () => failure(409, 'conflict', undefined, 'No bank is set'),
  });
  await app.user.click(await screen.findByRole('button', { name: /^In no file/ }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(selection()).toHaveTextContent('$10.00 1 of 3 rows');
  await app.user.click(screen.getByRole('button', { name: 'NACHA file' }));
  expect(await screen.findByText('No bank is set')).toBeInTheDocument();
  expect(bodyOf(app, 'POST /pay-files')).toEqual({
    payrollType: 1,
    format: 'nacha',
    run: 'r1',
    except: [2, 3],
  });
});

it.each([
  [OPENED, 'GET /payroll-runs/g1', 'This run could not be loaded.', '5 rows, $310.00'],
  [REPORT_PATH, 'GET /pay-files', 'The pay files could not be loaded.', 'There is none yet.'],
  [OPENED, 'GET /payroll-schedule', 'What is due could not be loaded.', '$30.00 to 2 people due'],
])('%s: where %s fails the rest stays, and Retry loads it', async (path, route, failed, loaded) => {
  const right = { ...API, ...REVIEW, ...REPORT_API } as Record<string, () => unknown>;
  let fails = true;
  const { user } = open(path, { ...REPORT_API, [route]: () => (fails ? failure(503) : right[route]?.()) });
  const part = (await screen.findByText(failed, { exact: false })).parentElement as HTMLElement;
  expect(await screen.findByRole('list', { name: 'Steps of the payroll' })).toBeInTheDocument();
  fails = false;
  await user.click(within(part).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(loaded, { exact: false })).toBeInTheDocument();
  expect(screen.queryByText(failed, { exact: false })).not.toBeInTheDocument();
});

it('what is generated takes the focus of the button that is gone; the rows can be skipped', async () => {
  const { user } = open('/affiliate-payroll');
  (await screen.findByRole('button', { name: 'Review what is due' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('table', { name: 'Payroll rows' });
  expect(document.activeElement).toHaveClass('pay-review-list');
  screen.getByRole('button', { name: 'Skip to what is selected' }).focus();
  await user.keyboard('{Enter}{Tab}');
  expect(screen.getByRole('button', { name: 'Execute selected' })).toHaveFocus();
});

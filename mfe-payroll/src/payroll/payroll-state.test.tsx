import type { PayrollProgress } from '@partnerdesk/contracts';
import { aConfiguration, expectAccessible, failure } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { AffiliatePayrollScreen } from './payroll-screen';
import { shownSteps, stepOf } from './payroll-state-panel';
import { aProgress, aRun, openScreen, REPORT_API, REPORT_PATH } from './testing';

const sum = (payments: number, amount = payments * 10) => ({ payments, amount });
const open = (path = '/affiliate-payroll', api = {}) => openScreen(<AffiliatePayrollScreen />, path, api);
const primaryButtons = () =>
  [...document.querySelectorAll('.btn-primary')].map((button) => button.textContent);

it.each<[string, Partial<PayrollProgress>, boolean]>([
  ['choose', {}, false],
  ['review', {}, true],
  ['review', { executed: sum(5) }, true],
  ['approve', { waiting: { ...sum(2), approvalID: 7 } }, true],
  ['review', { waiting: { ...sum(1), approvalID: 7 } }, true],
  ['pay', { open: sum(0), executed: sum(2) }, true],
  ['pay', { open: sum(0), filed: sum(1), paid: sum(1) }, false],
  ['done', { open: sum(0), paid: sum(1), returned: sum(1) }, true],
  ['choose', { open: sum(0) }, false],
])('a payroll is at %s with %j (rows open: %p)', (step, progress, reviews) => {
  expect(stepOf(aProgress(progress) as PayrollProgress, reviews)).toBe(step);
});

it('has the step for the second person only where there is one', () => {
  expect(shownSteps('single', 'pay')).toEqual({ steps: ['Choose', 'Review', 'Pay', 'Done'], current: 2 });
  expect(shownSteps('four-eyes', 'done')).toEqual({
    steps: ['Choose', 'Review', 'Approve', 'Pay', 'Done'],
    current: 5,
  });
});

it('opens with what is due and generates it by its one primary button', async () => {
  const { user, calls, container, place } = open();
  await user.click(await screen.findByRole('button', { name: 'Review what is due' }));
  await screen.findByRole('table', { name: 'Payroll rows' });
  expect(calls.find(({ route }) => route === 'GET /generate-payroll')?.query).toEqual({
    affID: '0',
    endDate: '10/31/2026',
    payrollType: '1',
  });
  expect(place.path).toBe('/affiliate-payroll?run=g1');
  expect(screen.getByText('Review')).toHaveAttribute('aria-current', 'step');
  expect(primaryButtons()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Execute selected' })).toHaveAccessibleDescription(
    'Select rows first',
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(primaryButtons()).toEqual([expect.stringMatching(/^Execute selected \(/)]);
  await expectAccessible(container);
});

it('what is open of a period that still runs is not due: the form has the primary button', async () => {
  const { today } = aConfiguration();
  open(undefined, { 'GET /payroll-progress': () => aProgress({ endDate: today }) });
  await screen.findByRole('button', { name: 'Review what is open so far' });
  expect(primaryButtons()).toEqual(['Generate Payroll']);
});

it.each([
  ['is due', '2026-10-31', 'Review what is due'],
  ['is not due yet', aConfiguration().today, 'Continue to paying'],
])(
  'while something %s, what is executed can be paid, too: one of both is primary',
  async (_, endDate, primary) => {
    open(undefined, {
      'GET /payroll-progress': () => aProgress({ endDate, open: sum(2), executed: sum(28) }),
    });
    expect(await screen.findByRole('button', { name: 'Continue to paying' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Review what is/ })).toBeInTheDocument();
    expect(primaryButtons()).toEqual([primary]);
  },
);

it('where is paid, what is due elsewhere leaves the primary button to the pay file', async () => {
  const { user } = open(REPORT_PATH, {
    ...REPORT_API,
    'GET /payroll-progress': () => aProgress({ open: sum(2), executed: sum(2) }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select payment 1' }));
  expect(screen.getByRole('button', { name: 'Review what is due' })).toBeInTheDocument();
  expect(primaryButtons()).toEqual([expect.stringMatching(/ file$/)]);
});

it('what waits for a second person leads to the request', async () => {
  open(undefined, { 'GET /payroll-progress': () => aProgress({ waiting: { ...sum(2), approvalID: 7 } }) });
  expect(await screen.findByRole('link', { name: 'Open request 7' })).toHaveAttribute(
    'href',
    '/payroll-approvals?request=7',
  );
  expect(screen.getByText('Approve', { selector: 'li' })).toHaveAttribute('aria-current', 'step');
});

it('what is executed leads to the report of its days, from which is paid; once settled it is done', async () => {
  let progress = aProgress({
    open: sum(0),
    executed: sum(2, 30),
    firstDay: '2026-11-01',
    lastDay: '2026-11-02',
  });
  const { user, calls, place } = open(undefined, {
    ...REPORT_API,
    'GET /payroll-progress': () => progress,
    'GET /generate-payroll-report': () => ({ id: 'r1' }),
    'POST /payment-marks': () => [{ payrollID: 1, outcome: 'marked' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Continue to paying' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select payment 1' }));
  expect(calls.find(({ route }) => route === 'GET /generate-payroll-report')?.query).toEqual({
    payrollType: '1',
    startDate: '11/1/2026',
    endDate: '11/2/2026',
  });
  expect(place.path).toBe('/affiliate-payroll?view=reports&run=r1&through=2026-10-31');
  expect(screen.getByText('Pay', { selector: 'li' })).toHaveAttribute('aria-current', 'step');
  progress = aProgress({ open: sum(0), paid: sum(2, 30) });
  await user.click(screen.getByRole('button', { name: 'Mark paid' }));
  await waitFor(() => expect(screen.getByText('Done', { selector: 'li' })).toHaveTextContent('Done (done)'));
});

it('where it cannot be loaded the rest stays, and Retry loads it', async () => {
  let fails = true;
  const { user } = open('/affiliate-payroll?run=g1', {
    'GET /payroll-runs/g1': () => aRun('g1', 'generate'),
    'GET /payroll-progress': () => (fails ? failure(503) : aProgress()),
  });
  const panel = (await screen.findByText('How far the payroll is could not be loaded.')).parentElement;
  expect(await screen.findByRole('table', { name: 'Payroll rows' })).toBeInTheDocument();
  fails = false;
  await user.click(within(panel as HTMLElement).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByText('Review')).toHaveAttribute('aria-current', 'step'));
});

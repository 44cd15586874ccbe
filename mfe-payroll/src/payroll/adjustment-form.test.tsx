import { failure } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { AffiliatePayrollScreen, OperatorsPayrollScreen } from './payroll-screen';
import { openScreen } from './testing';

const ADDED = {
  entryID: 'adjustment:x',
  type: 'adjustment',
  at: '2026-11-02T10:00:00Z',
  postedDay: '2026-11-02',
  amount: -12.5,
  commission: 100,
  payout: -12.5,
};

async function fill(app: ReturnType<typeof openScreen>, person: string, amount: string, reason: string) {
  const fields = { 'Adjusted affiliate': person, Amount: amount, Reason: reason };
  for (const [label, value] of Object.entries(fields)) {
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await app.user.clear(field);
    if (value) await app.user.type(field, value);
  }
  await app.user.click(screen.getByRole('button', { name: 'Add adjustment' }));
}

const open = (api = {}) => openScreen(<AffiliatePayrollScreen />, '/affiliate-payroll', api);
const sent = ({ calls }: ReturnType<typeof openScreen>) =>
  calls.filter(({ route }) => route === 'POST /payroll-adjustments').map(({ body }) => body);

it.each([
  ['', '5', 'a bonus', 'Please enter all values'],
  ['7', '', 'a bonus', 'Please enter all values'],
  ['7', '5', '', 'Please enter all values'],
  ['7', '0', 'a bonus', 'An amount in dollars and cents, not zero'],
  ['7', '0.00', 'a bonus', 'An amount in dollars and cents, not zero'],
  ['7', '1.005', 'a bonus', 'An amount in dollars and cents, not zero'],
  ['7', '5', 'ab', 'Please say why'],
  ['7', '1000000.01', 'a bonus', 'At most $1,000,000.00'],
  ['7', '1,000', 'a bonus', 'An amount in dollars and cents, not zero'],
  ['x', '5', 'a bonus', 'Please enter Affiliate ID'],
  ['0', '5', 'a bonus', 'Please enter Affiliate ID'],
])('person %p, amount %p, reason %p: %s', async (person, amount, reason, message) => {
  const app = open();
  await fill(app, person, amount, reason);
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(sent(app)).toEqual([]);
});

it('adds an amount below zero, shows in which payroll it will be, and is empty for the next', async () => {
  const app = open({ 'POST /payroll-adjustments': () => ADDED });
  await fill(app, '7', '-12.50', 'paid twice in May');
  expect(
    await screen.findByText(/-\$12.50 will be in the payroll of Nov 2, 2026 or later/),
  ).toBeInTheDocument();
  expect(sent(app)).toEqual([
    {
      adjustmentID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      payrollType: 1,
      personID: 7,
      amount: -12.5,
      reason: 'paid twice in May',
    },
  ]);
  await waitFor(() => expect(screen.getByLabelText(/^Adjusted affiliate/)).toHaveValue(''));
});

it('sent again after a failure it is the same adjustment; the next one is another', async () => {
  let fails = true;
  const app = open({ 'POST /payroll-adjustments': () => (fails ? failure(503) : ADDED) });
  await fill(app, '7', '-12.50', 'paid twice in May');
  await waitFor(() => expect(sent(app)).toHaveLength(1));
  fails = false;
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add adjustment' })).toBeEnabled());
  await app.user.click(screen.getByRole('button', { name: 'Add adjustment' }));
  await screen.findByText(/will be in the payroll of/);
  await waitFor(() => expect(screen.getByLabelText(/^Adjusted affiliate/)).toHaveValue(''));
  await fill(app, '7', '-12.50', 'and in June');
  await waitFor(() => expect(sent(app)).toHaveLength(3));
  const [first, again, next] = sent(app).map((body) => (body as { adjustmentID: string }).adjustmentID);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('says that there is no such person', async () => {
  const app = open({
    'POST /payroll-adjustments': () => failure(404, 'not_found', undefined, 'There is no such person'),
  });
  await fill(app, '999', '5', 'a bonus');
  expect(await screen.findByText('There is no such person')).toBeInTheDocument();
});

it('operators have their own label and type', async () => {
  openScreen(<OperatorsPayrollScreen />, '/operators-payroll');
  expect(screen.getByLabelText(/^Adjusted operator/)).toBeInTheDocument();
});

import { failure } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { anApproval } from '../approvals/testing';
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

const ADJUSTMENT = {
  entryID: 'adjustment:a',
  at: '2026-11-01T10:00:00Z',
  postedDay: '2026-11-01',
  amount: 40,
  reason: 'a bonus',
  by: 'ann@example.com',
};
const PERSON = { name: 'Ann Number 7', adjustments: [ADJUSTMENT], total: 1 };

async function fill(app: ReturnType<typeof openScreen>, person: string, amount: string, reason: string) {
  const fields = { 'Adjusted affiliate': person, Amount: amount, Reason: reason };
  for (const [label, value] of Object.entries(fields)) {
    const field = await screen.findByLabelText(new RegExp(`^${label}`));
    await app.user.clear(field);
    if (value) await app.user.type(field, value);
  }
  await app.user.click(screen.getByRole('button', { name: 'Add adjustment' }));
}

/** Fills it in and says yes. */
async function adjust(app: ReturnType<typeof openScreen>, amount: string, reason: string) {
  await fill(app, '7', amount, reason);
  await app.user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
}

const open = (api = {}) =>
  openScreen(<AffiliatePayrollScreen />, '/affiliate-payroll?view=adjustments', {
    'GET /payroll-adjustments': () => PERSON,
    ...api,
  });
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

it('asks with the name, the amount and the reason; a no sends nothing, a yes one adjustment', async () => {
  const app = open({ 'POST /payroll-adjustments': () => ADDED });
  await fill(app, '7', '-12.50', 'paid twice in May');
  const dialog = await screen.findByRole('dialog', { name: 'Take this off the balance?' });
  expect(within(dialog).getByText('Ann Number 7 (ID 7)')).toBeInTheDocument();
  expect(within(dialog).getByText('$12.50')).toBeInTheDocument();
  expect(within(dialog).getByText('paid twice in May')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent(app)).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Add adjustment' }));
  await app.user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(
    await screen.findByText(/−\$12.50 will be in the payroll of Nov 2, 2026 or later/),
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
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveValue(''));
});

it('says that an amount beyond what one person may adjust alone waits for a second one', async () => {
  const app = open({ 'POST /payroll-adjustments': () => anApproval({ approvalID: 12, kind: 'adjustment' }) });
  await adjust(app, '5000', 'a settlement');
  expect(await screen.findByText(/Request 12 waits for a second person/)).toBeInTheDocument();
});

it('a large amount is typed first', async () => {
  const app = open({ 'POST /payroll-adjustments': () => ADDED });
  await fill(app, '7', '10000.01', 'a settlement');
  await app.user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(sent(app)).toEqual([]);
  await app.user.type(screen.getByLabelText('Type “$10,000.01” to confirm'), '10000.01');
  await app.user.click(screen.getByRole('button', { name: 'Adjust balance' }));
  await waitFor(() => expect(sent(app)).toHaveLength(1));
});

it('sent again after a failure it is the same adjustment; the next one is another', async () => {
  let fails = true;
  const app = open({ 'POST /payroll-adjustments': () => (fails ? failure(503) : ADDED) });
  await adjust(app, '-12.50', 'paid twice in May');
  await waitFor(() => expect(sent(app)).toHaveLength(1));
  fails = false;
  await app.user.click(screen.getByRole('button', { name: 'Add adjustment' }));
  await app.user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  await screen.findByText(/will be in the payroll of/);
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveValue(''));
  await adjust(app, '-12.50', 'and in June');
  await waitFor(() => expect(sent(app)).toHaveLength(3));
  const [first, again, next] = sent(app).map((body) => (body as { adjustmentID: string }).adjustmentID);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('shows whose id is typed, also that it is nobody’s: then nothing can be sent', async () => {
  const app = open({
    'GET /payroll-adjustments': ({ query }: { query: Record<string, string> }) =>
      query.personID === '7' ? PERSON : failure(404, 'not_found', undefined, 'There is no such person'),
  });
  await app.user.type(await screen.findByLabelText(/^Adjusted affiliate/), '7');
  expect(await screen.findByText('Ann Number 7')).toBeInTheDocument();
  await fill(app, '79', '5', 'a bonus');
  expect(await screen.findByText('There is no such person')).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(sent(app)).toEqual([]);
});

it('lists earlier adjustments, and reverses one with the reason', async () => {
  let adjustments: object[] = [ADJUSTMENT];
  const app = open({
    'GET /payroll-adjustments': () => ({ ...PERSON, adjustments, total: adjustments.length }),
    'POST /payroll-adjustments/adjustment%3Aa/reversal': () => {
      const by = { at: '2026-11-02T10:00:00Z', by: 'bob@example.com', reason: 'the wrong person' };
      adjustments = [
        { ...ADJUSTMENT, ...by, entryID: 'reversal:a', amount: -40, reverses: 'adjustment:a' },
        { ...ADJUSTMENT, reversed: by },
      ];
      return { ...ADDED, payout: -40 };
    },
  });
  await app.user.type(await screen.findByLabelText(/^Adjusted affiliate/), '7');
  await app.user.click(await screen.findByRole('button', { name: /^Reverse \$40.00 of / }));
  const dialog = screen.getByRole('dialog', { name: 'Reverse this adjustment?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Reverse adjustment' }));
  expect(await screen.findByText('Please say why')).toBeInTheDocument();
  await app.user.type(within(dialog).getByLabelText('Reason'), ' the wrong person ');
  await app.user.click(within(dialog).getByRole('button', { name: 'Reverse adjustment' }));
  expect(await screen.findByText('Reversed')).toBeInTheDocument();
  expect(screen.getByText('Reversal')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Reverse / })).not.toBeInTheDocument();
  expect(app.calls.find(({ route }) => route.endsWith('/reversal'))?.body).toEqual({
    reason: 'the wrong person',
  });
});

it('says who was first where an adjustment was reversed already', async () => {
  const app = open({
    'POST /payroll-adjustments/adjustment%3Aa/reversal': () =>
      failure(409, 'conflict', undefined, 'This adjustment was reversed already, by bob@example.com'),
  });
  await app.user.type(await screen.findByLabelText(/^Adjusted affiliate/), '7');
  await app.user.click(await screen.findByRole('button', { name: /^Reverse / }));
  await app.user.type(within(screen.getByRole('dialog')).getByLabelText('Reason'), 'twice');
  await app.user.click(screen.getByRole('button', { name: 'Reverse adjustment' }));
  expect(await screen.findByText(/reversed already, by bob@example.com/)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('operators have their own label; a link names the person', async () => {
  openScreen(<OperatorsPayrollScreen />, '/operators-payroll?view=adjustments&staffID=7', {
    'GET /payroll-adjustments': () => PERSON,
  });
  expect(screen.getByLabelText(/^Adjusted operator/)).toHaveValue('7');
  expect(await screen.findByText('Ann Number 7')).toBeInTheDocument();
});

import { MESSAGE } from '@partnerdesk/contracts';
import {
  anAffiliate,
  expectAccessible,
  type FakeCall,
  failure,
  never,
  renderApp,
} from '@partnerdesk/web/testing';
import { act, screen, within } from '@testing-library/react';
import { StatementScreen } from './statement-screen';

const entry = (number: number, payout: number) => ({
  entryID: `e${number}`,
  type: payout < 0 ? 'refund' : 'sale',
  at: '2026-10-02T15:00:00Z',
  postedDay: '2026-10-02',
  amount: payout * 5,
  commission: 20,
  payout,
  saleID: number,
});
const STATEMENT = {
  payrollID: 31,
  name: 'Ann Ellis',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  paymentType: 1,
  paymentInfo: 'ending in 6789',
  dateCreated: '2026-11-15T03:00:00Z',
  state: 'paid',
  sums: [
    { part: 'sale', entries: 2, payout: 30 },
    { part: 'refund', entries: 1, payout: -4 },
  ],
  amount: 26,
  entries: [entry(1, 10), entry(2, 20), entry(3, -4)],
  total: 3,
  broughtForward: 0,
};

function open(answer: (call: FakeCall) => unknown = () => STATEMENT, query = '?payrollID=31') {
  return renderApp(<StatementScreen />, {
    person: anAffiliate(),
    path: `/statement${query}`,
    api: { 'GET /payment-statement': answer },
  });
}

it('shows the parts and the entries of a payment, both adding up to it', async () => {
  open();
  const parts = await screen.findByRole('region', { name: 'What the payment adds up' });
  const rowsOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rowsOf(parts)).toEqual(['Sales2$30.00', 'Refunds1−$4.00', 'Payment3$26.00']);
  const entries = rowsOf(screen.getByRole('region', { name: 'Entries' }));
  expect(entries).toHaveLength(4);
  expect(entries.at(-1)).toBe('Payment$26.00');
  expect(screen.getByText('Ann Ellis')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/export-payment-statement?payrollID=31',
  );
  await expectAccessible(document.body);
});

it('a page of several carries its sum forward', async () => {
  const app = open(() => ({ ...STATEMENT, total: 503, broughtForward: 1000 }), '?payrollID=31&page=2');
  const line = await screen.findByText(/^Brought forward/);
  expect(line).toHaveTextContent('Brought forward $1,000.00 + this page $26.00 = payment $1,026.00');
  await app.user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(app.place.path).toBe('/statement?payrollID=31&page=1');
});

it('what is shown while a page or another payment is on its way is of its own number', async () => {
  let answer = (_: unknown) => {};
  const app = open(({ query }: FakeCall) => {
    if (query.payrollID !== '31') return never();
    const statement = { ...STATEMENT, total: 503 };
    return query.page === '2' ? new Promise((resolve) => (answer = resolve)) : statement;
  });
  await app.user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(app.place.path).toBe('/statement?payrollID=31&page=2');
  expect(screen.getByText('Page 1 of 2')).toBeInTheDocument();
  expect(screen.getByText(/^Brought forward/)).toHaveTextContent('= carried forward $26.00');
  await act(async () => answer({ ...STATEMENT, total: 503, broughtForward: 1000 }));
  expect(await screen.findByText('Page 2 of 2')).toBeInTheDocument();
  expect(screen.getByText(/^Brought forward/)).toHaveTextContent('= payment $1,026.00');
  act(() => app.place.go('/statement?payrollID=32'));
  expect(screen.getByRole('heading', { name: 'Statement of payment 32' })).toBeInTheDocument();
  expect(screen.queryByText('Ann Ellis')).not.toBeInTheDocument();
});

it('an address without a payment says where statements are', async () => {
  const app = open(undefined, '?payrollID=x');
  expect(await screen.findByText(/^Choose a payment of your payment history/)).toBeInTheDocument();
  const history = screen.getByRole('link', { name: 'Payment history' });
  expect(history).toHaveAttribute('href', '/statistics?view=1');
  expect(app.calls).toEqual([]);
});

it('says that there is no such payment, without an alert', async () => {
  open(() => failure(404, 'not_found', undefined, 'There is no such payment'));
  expect(await screen.findByText('There is no such payment')).toBeInTheDocument();
  expect(screen.queryByText(MESSAGE.genericError)).not.toBeInTheDocument();
});

it('a statement that cannot be loaded says so', async () => {
  open(() => failure(500));
  expect(await screen.findByText('The statement could not be loaded.')).toBeInTheDocument();
});

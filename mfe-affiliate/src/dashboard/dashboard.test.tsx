import { anAffiliate, expectAccessible, failure, never, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardScreen } from './dashboard-screen';

const FIGURES = { affID: 7, yesterday: 184.35, today: 0, month: 4210.5 };

const BALANCE = {
  affID: 7,
  available: 12.5,
  pending: 3,
  minimumPayout: 50,
  holdDays: 0,
  nextPayoutDate: '2026-12-20',
};
const STEPS = {
  clicks: 200,
  visitors: 160,
  bots: 3,
  joins: 16,
  salesCount: 4,
  sales: 900,
  refundsCount: 0,
  refunds: 0,
  payout: 270,
};
const REPORT = {
  by: 'day',
  startDate: '2026-10-23',
  endDate: '2026-11-21',
  beforeStart: '2026-09-23',
  beforeEnd: '2026-10-22',
  isComplete: true,
  total: STEPS,
  totalBefore: STEPS,
  rows: [],
};
const SOURCE = { tid: 'blog', lp: '', clicks: 200, joins: 16, sales: 900, payout: 270 };

const open = (facts = {}, answer: () => unknown = () => FIGURES, sources: unknown = [], balance = BALANCE) =>
  renderApp(<DashboardScreen />, {
    person: anAffiliate(facts),
    api: {
      'GET /quick-statistics': answer,
      'GET /tracking-sources': typeof sources === 'function' ? (sources as () => unknown) : () => sources,
      'GET /member-daily-figures': () => [{ day: '2026-11-07', sales: 400, payout: 122.9 }],
      'GET /member-payment-history': () => [],
      'GET /affiliate-balance': () => balance,
      'GET /link-report': () => REPORT,
    },
  });

const figure = (label: string) => within(screen.getByText(label).closest('.pd-figure-card') as HTMLElement);

it('shows what was earned, for the signed-in affiliate', async () => {
  const { calls, container } = open();
  await screen.findByText('Yesterday');
  expect(figure('Yesterday').getByText('$184.35')).toBeInTheDocument();
  expect(figure('Today').getByText('$0.00')).toBeInTheDocument();
  expect(figure('Month to Date').getByText('$4,210.50')).toBeInTheDocument();
  expect(calls).toContainEqual(
    expect.objectContaining({ route: 'GET /quick-statistics', query: { affID: '7' } }),
  );
  await expectAccessible(container);
});

it('names the days that yesterday and the month are compared with', async () => {
  open();
  expect(await screen.findByText(/ a week before$/)).toBeInTheDocument();
  expect(screen.getByText(/ the same days of last month$/)).toBeInTheDocument();
});

it('says that it is loading, and shows the rest meanwhile', async () => {
  open({}, never);
  const payouts = within(screen.getByRole('region', { name: 'Payout summary' }));
  expect(await payouts.findByText('Loading…')).toBeInTheDocument();
  expect(screen.getByText('https://partners.example/partner/k3XrT9aQ')).toBeInTheDocument();
});

it('asks for all that it shows at once', async () => {
  const { calls } = open({}, never, never);
  const asked = () => calls.map(({ route }) => route).sort();
  await waitFor(() =>
    expect(asked()).toEqual([
      'GET /affiliate-balance',
      'GET /link-report',
      'GET /member-daily-figures',
      'GET /member-payment-history',
      'GET /quick-statistics',
      'GET /tracking-sources',
    ]),
  );
});

it('says when the figures could not be loaded, and Retry loads them', async () => {
  const answers = [failure(500), FIGURES];
  const { user } = open({}, () => answers.shift());
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('$184.35')).toBeInTheDocument();
});

it.each([
  ['of an affiliate with sales', [SOURCE], { name: 'Best sources of all time' }],
  ['of a new affiliate', [], { name: 'Three steps to your first sale' }],
])('the dashboard %s leads to My Stats and Promo Tools', async (_, sources, heading) => {
  open({}, undefined, sources);
  expect(await screen.findByRole('heading', heading)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'My Stats' })).toHaveAttribute('href', '/statistics');
  expect(screen.getByRole('link', { name: 'Promo Tools' })).toHaveAttribute('href', '/promo-tools');
});

it('copies the advertising link', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Copy advertising link' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('https://partners.example/partner/k3XrT9aQ'),
  );
  expect(await screen.findByText('Copied')).toBeInTheDocument();
});

it('leads a newcomer to the first click instead of empty charts', async () => {
  open({ paymentInfoSet: true });
  expect(await screen.findByRole('heading', { name: 'Three steps to your first sale' })).toBeInTheDocument();
  expect(screen.getByText('Save how we pay you').closest('li')).toHaveTextContent('Done');
  expect(screen.getByRole('link', { name: 'Get your links' })).toHaveAttribute('href', '/promo-tools');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

it('shows what came of the links: chart, clicks to sales, the best sources, with links to the whole', async () => {
  const other = { tid: '', lp: 'b', clicks: 50, joins: 4, sales: 100, payout: 300 };
  const { container } = open({}, undefined, [SOURCE, other]);
  const table = await screen.findByRole('table', { name: 'Best sources' });
  const names = within(table).getAllByRole('rowheader');
  expect(names.map(({ textContent }) => textContent)).toEqual(['No source id, b', 'blog']);
  await screen.findByText('by 160 visitors');
  const steps = ['Clicks', 'Joins', 'Sales', 'Payout'].map((label) =>
    screen.getByText(label, { selector: 'dt' }),
  );
  expect(steps.map((step) => step.nextElementSibling?.textContent)).toEqual([
    '200 by 160 visitors',
    '16 10.0% of visitors',
    '4 2.5% of visitors',
    '$270.00 $1.69 a visitor',
  ]);
  expect(screen.getByRole('link', { name: 'Report by day' })).toHaveAttribute(
    'href',
    '/reports?by=day&period=0&startDate=2026-10-23&endDate=2026-11-21',
  );
  expect(await screen.findByText(/None yet/)).toBeInTheDocument();
  expect(await screen.findByRole('img', { name: /^Sales and payout by day/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Report by source' })).toHaveAttribute(
    'href',
    '/reports?by=source',
  );
  expect(await screen.findByText('$12.50')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Month to Date' })).toHaveAttribute(
    'href',
    '/reports?by=source&period=4&startDate=2026-11-01&endDate=2026-11-21',
  );
  await expectAccessible(container);
});

it.each([
  [12.5, 'Less than $50.00 is not paid out and carries over to the next payout.'],
  [50, 'The minimum payout is $50.00.'],
])('with $%d available the minimum is said: %s', async (available, text) => {
  open({}, undefined, [SOURCE], { ...BALANCE, available });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it.each([
  [0, false, true],
  [0, true, false],
  [1, false, false],
  [1, true, false],
])(
  'accountStatus %i, paymentInfoSet %s: prompt for payment information %s',
  (accountStatus, paymentInfoSet, shown) => {
    open({ accountStatus, paymentInfoSet });
    const prompt = screen.queryByRole('link', { name: 'Fill in Payment Information' });
    if (shown) expect(prompt).toHaveAttribute('href', '/account');
    else expect(prompt).not.toBeInTheDocument();
  },
);

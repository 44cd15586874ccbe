/* One screen from the first visit to the first payout: the tests share the server that it lives on. */
import { type AffiliateActivity, MESSAGE } from '@partnerdesk/contracts';
import {
  anAffiliate,
  expectAccessible,
  FakeEventSource,
  failure,
  never,
  renderApp,
} from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ReportsScreen } from '../reports/reports-screen';
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
const SUMS = {
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
  startDate: '2026-11-01',
  endDate: '2026-11-21',
  beforeStart: '2026-10-01',
  beforeEnd: '2026-10-21',
  isComplete: true,
  total: SUMS,
  totalBefore: { ...SUMS, payout: 300, clicks: 100 },
  rows: [{ ...SUMS, name: '2026-11-07' }],
  rowsBefore: [{ ...SUMS, name: '2026-10-07' }],
};
const NEW: AffiliateActivity = {
  progress: { campaigns: 0, clicks: 0, joins: 0, sales: 0, payments: 0 },
  lastPayment: null,
  day: '2026-11-21',
  links: [],
  sales: [],
};
const RUNNING: AffiliateActivity = {
  ...NEW,
  progress: { campaigns: 1, clicks: 200, joins: 16, sales: 900, payments: 2 },
  links: [{ tid: 'blog', clicks: 5, joins: 1 }],
  sales: [
    {
      saleID: 3,
      dateCreated: '2026-11-21T15:00:00Z',
      saleAmount: 30,
      payout: 9,
      transactionType: 'Credits',
    },
  ],
  lastPayment: { amount: 80, dateCreated: '2026-10-19T15:00:00Z', state: 'paid' },
};

interface Answers {
  payouts?: () => unknown;
  activity?: () => unknown;
  balance?: typeof BALANCE;
  saved?: () => unknown;
  path?: string;
  /** What is drawn first. */
  first?: ReactNode;
}

function open(
  facts = {},
  {
    payouts = () => FIGURES,
    activity = () => RUNNING,
    balance = BALANCE,
    saved = () => ({ campaigns: [], pages: [] }),
    path,
    first = <DashboardScreen />,
  }: Answers = {},
) {
  FakeEventSource.install();
  return renderApp(first, {
    person: anAffiliate(facts),
    path: path ?? '/dashboard',
    api: {
      'GET /quick-statistics': payouts,
      'GET /affiliate-activity': activity,
      'GET /affiliate-balance': () => balance,
      'GET /link-report': () => REPORT,
      'POST /campaigns': saved,
    },
  });
}

const figure = (label: string) => screen.getByText(label, { selector: 'dt, dt *' }).closest('div');

it('shows what was earned and when it is paid, for the signed-in affiliate', async () => {
  const { calls, container } = open();
  await screen.findByRole('link', { name: 'Yesterday' });
  expect(figure('Yesterday')).toHaveTextContent('$184.35');
  expect(figure('Today')).toHaveTextContent('$0.00');
  expect(figure('Month to Date')).toHaveTextContent('$4,210.50');
  expect(figure('Available')).toHaveTextContent('$12.50');
  expect(figure('Next payout')).toHaveTextContent('Dec 20, 2026at the latest');
  expect(screen.getByRole('meter')).toHaveAttribute('max', '50');
  expect(await screen.findByText(/^Last payment \$80\.00 on Oct 19, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Month to Date' })).toHaveAttribute(
    'href',
    '/reports?by=source&period=4&startDate=2026-11-01&endDate=2026-11-21',
  );
  expect(calls).toContainEqual(
    expect.objectContaining({ route: 'GET /quick-statistics', query: { affID: '7' } }),
  );
  await expectAccessible(container);
});

it.each([
  ['executed', /^Last payment \$80\.00, executed on Oct 19, 2026/],
  ['returned', /^Last payment \$80\.00 came back and is in your balance again, executed on Oct 19, 2026/],
] as const)('does not say of a payment that is %s that it is paid', async (state, text) => {
  const lastPayment = { amount: 80, dateCreated: '2026-10-19T15:00:00Z', state };
  open({}, { activity: () => ({ ...RUNNING, lastPayment }) });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('says that it is loading, and shows the rest meanwhile', async () => {
  open({}, { payouts: never });
  const payouts = within(screen.getByRole('region', { name: 'Payout summary' }));
  expect(await payouts.findByText('Loading…')).toBeInTheDocument();
  expect(screen.getByText('https://partners.example/partner/k3XrT9aQ')).toBeInTheDocument();
});

it('is drawn with its first figures where they have been read before, and does not ask for them again', async () => {
  const { calls, show, store } = open({}, { first: 'Not yet' });
  await act(() => DashboardScreen.prepare(store));
  show(<DashboardScreen />);
  expect(figure('Yesterday')).toHaveTextContent('$184.35');
  expect(figure('Available')).toHaveTextContent('$12.50');
  await screen.findByText(/^Last payment/);
  expect(calls.filter(({ route }) => route === 'GET /quick-statistics')).toHaveLength(1);
});

it('asks for all that it shows at once', async () => {
  const { calls } = open({}, { payouts: never, activity: never });
  const asked = () => calls.map(({ route }) => route).sort();
  await waitFor(() =>
    expect(asked()).toEqual([
      'GET /affiliate-activity',
      'GET /affiliate-balance',
      'GET /link-report',
      'GET /quick-statistics',
    ]),
  );
});

it('says when the figures could not be loaded, and Retry loads them', async () => {
  const answers = [failure(500), FIGURES];
  const { user } = open({}, { payouts: () => answers.shift() });
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('$184.35')).toBeInTheDocument();
});

it.each([
  ['of an affiliate with sales', RUNNING, 'How it goes'],
  ['of a new affiliate', NEW, 'Your way to the first payout'],
])('the dashboard %s leads to My Stats and Promo Tools', async (_, activity, name) => {
  open({}, { activity: () => activity });
  expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'My Stats' })).toHaveAttribute('href', '/statistics');
  expect(screen.getByRole('link', { name: 'Promo Tools' })).toHaveAttribute('href', '/promo-tools');
});

it('copies the advertising link, and shows it as a QR code', async () => {
  const { user } = open();
  // It is said for two seconds, in which a busy machine may not come back from the click.
  const said = screen.findByText('Copied');
  await user.click(screen.getByRole('button', { name: 'Copy advertising link' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('https://partners.example/partner/k3XrT9aQ'),
  );
  await said;
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument();
});

it('draws the chosen figure of a period beside the days that the server compares it with', async () => {
  const { user, calls, place, container } = open();
  const figures = within(await screen.findByRole('group', { name: 'Figure' }));
  expect(figures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Earnings$270.00↓ 10% less',
    'Clicks200↑ 100% more',
    'Joins16→ as much',
    'Sales4→ as much',
  ]);
  expect(screen.getByText('Compared with Oct 1, 2026 – Oct 21, 2026')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /^Earnings by day, Nov 1, 2026/ })).toBeInTheDocument();
  await user.click(figures.getByRole('button', { name: /^Clicks/ }));
  expect(await screen.findByRole('img', { name: /^Clicks by day/ })).toBeInTheDocument();
  // The name of the second line in the legend.
  expect(screen.getByText('Clicks before')).toBeInTheDocument();
  expect(place.path).toBe('/dashboard');
  await expectAccessible(container);

  await user.selectOptions(screen.getByLabelText('Period'), 'Last Month');
  await user.selectOptions(screen.getByLabelText('Compare with'), 'A year before');
  await waitFor(() =>
    expect(place.path).toBe('/dashboard?period=3&startDate=2026-10-01&endDate=2026-10-31&compare=year'),
  );
  expect(calls.at(-1)).toMatchObject({
    route: 'GET /link-report',
    query: { startDate: '10/1/2026', endDate: '10/31/2026', compare: 'year', by: 'day' },
  });
});

it('takes the period along to other screens, and back', async () => {
  const { user, place, show } = open();
  await user.selectOptions(await screen.findByLabelText('Period'), 'Last 7 Days');
  await user.selectOptions(screen.getByLabelText('Compare with'), 'A year before');
  const days = 'period=5&startDate=2026-11-15&endDate=2026-11-21&compare=year';
  act(() => {
    place.go('/reports');
    show(<ReportsScreen />);
  });
  await waitFor(() => expect(place.path).toBe(`/reports?by=source&${days}`));
  act(() => {
    place.go('/dashboard');
    show(<DashboardScreen />);
  });
  await waitFor(() => expect(place.path).toBe(`/dashboard?${days}`));
});

it('takes the period of its address', async () => {
  const { calls } = open({}, { path: '/dashboard?startDate=2026-11-02&endDate=2026-11-03' });
  await screen.findByRole('group', { name: 'Figure' });
  expect(calls.find(({ route }) => route === 'GET /link-report')?.query).toMatchObject({
    startDate: '11/2/2026',
    endDate: '11/3/2026',
  });
});

it('shows clicks and sales as they come', async () => {
  let activity = RUNNING;
  open({}, { activity: () => activity });
  const feed = within((await screen.findByRole('heading', { name: 'As it comes' })).closest('section')!);
  expect(feed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Sale of $30.00, you earn $9.00Nov 21, 2026, 10:00 AM',
  ]);
  expect(FakeEventSource.made[0]!.url).toBe('/api/affiliate-changes');
  activity = { ...RUNNING, links: [{ tid: 'blog', clicks: 8, joins: 1 }] };
  act(() => FakeEventSource.made[0]!.send('changed', {}));
  expect(await feed.findByText('3 clicks from blog')).toBeInTheDocument();
  expect(feed.getByText(/Today 8 clicks and 1 join, most from blog/)).toBeInTheDocument();
});

const currentStep = () => document.querySelector('[aria-current="step"]');

it('leads a newcomer step by step: a first link made in place, and the first click lights up', async () => {
  let activity = NEW;
  const { user, calls, container } = open({ paymentInfoSet: true }, { activity: () => activity });
  expect(await screen.findByText('Payment details')).toBeInTheDocument();
  expect(currentStep()).toHaveTextContent('First link');
  expect(screen.queryByRole('group', { name: 'Figure' })).not.toBeInTheDocument();
  await expectAccessible(container);
  await user.type(await screen.findByLabelText(/Where will you place it/), 'blog');
  activity = { ...NEW, progress: { ...NEW.progress, campaigns: 1 } };
  await user.keyboard('{Enter}');
  expect(await screen.findByText('https://partners.example/partner/k3XrT9aQ?tid=blog')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Copy first link' })).toHaveFocus();
  expect(calls.find(({ route }) => route === 'POST /campaigns')?.body).toMatchObject({ tid: 'blog' });
  await waitFor(() => expect(currentStep()).toHaveTextContent('Waiting for your first click'));
  expect(screen.getByRole('button', { name: 'Copy first link' })).toHaveFocus();

  activity = {
    ...activity,
    progress: { ...activity.progress, clicks: 1 },
    links: [{ tid: 'blog', clicks: 1, joins: 0 }],
  };
  act(() => FakeEventSource.made[0]!.send('changed', {}));
  await waitFor(() => expect(currentStep()).toHaveTextContent('First member'));
  expect(screen.getByText('Your first click has come.')).toHaveAttribute('role', 'status');
  expect(await screen.findByRole('heading', { name: 'As it comes' })).toBeInTheDocument();
});

it('what is typed for a first link outlives a moment in which the server cannot be asked', async () => {
  let fails = false;
  const { user, calls } = open(
    { paymentInfoSet: true },
    { activity: () => (fails ? failure(503, 'unavailable') : NEW) },
  );
  await user.type(await screen.findByLabelText(/Where will you place it/), 'bl');
  fails = true;
  act(() => FakeEventSource.made[0]!.send('changed', {}));
  const count = (wanted: string) => calls.filter(({ route }) => route === wanted).length;
  await waitFor(() => expect(count('GET /affiliate-activity')).toBe(2));
  await user.keyboard('og{Enter}');
  await waitFor(() => expect(count('POST /campaigns')).toBe(1));
  expect(calls.find(({ route }) => route === 'POST /campaigns')?.body).toMatchObject({ tid: 'blog' });
});

it('a first link that is made after the dashboard was left is no error', async () => {
  let answer = (_: unknown) => {};
  const saved = () => new Promise((resolve) => (answer = resolve));
  const { user, calls, show } = open({ paymentInfoSet: true }, { activity: () => NEW, saved });
  await user.type(await screen.findByLabelText(/Where will you place it/), 'blog{Enter}');
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain('POST /campaigns'));
  show(<h1>Elsewhere</h1>);
  await act(async () => answer({ campaigns: [], pages: [] }));
  show(<DashboardScreen />);
  expect(await screen.findByLabelText(/Where will you place it/)).toBeInTheDocument();
  expect(screen.queryByText(MESSAGE.genericError)).not.toBeInTheDocument();
});

it('the first sale ever lights up once, and not where it was there before', async () => {
  let progress = { ...RUNNING.progress, sales: 0, payments: 0 };
  const { unmount } = open({}, { activity: () => ({ ...RUNNING, progress }) });
  expect(
    await screen.findByText('When one of your members buys, it shows here within seconds.'),
  ).toBeInTheDocument();
  const travelling = () => document.querySelectorAll('.aff-onboarding .pd-moving');
  expect(travelling()).toHaveLength(0);
  progress = { ...progress, sales: 30 };
  act(() => FakeEventSource.made[0]!.send('changed', {}));
  expect(await screen.findByText('Your first sale has come.')).toHaveAttribute('role', 'status');
  expect(travelling()).toHaveLength(1);
  unmount();
  open({}, { activity: () => ({ ...RUNNING, progress }) });
  expect(await screen.findByText('One of your members has bought something.')).toBeInTheDocument();
  expect(travelling()).toHaveLength(0);
});

it('keeps the steps until the first payout', async () => {
  const { unmount } = open(
    {},
    { activity: () => ({ ...RUNNING, progress: { ...RUNNING.progress, payments: 0 } }) },
  );
  expect(await screen.findByRole('heading', { name: 'Your way to the first payout' })).toBeInTheDocument();
  unmount();
  open();
  await screen.findByRole('heading', { name: 'How it goes' });
  expect(screen.queryByRole('heading', { name: 'Your way to the first payout' })).not.toBeInTheDocument();
});

it.each([
  [12.5, 'Less than $50.00 is not paid out and carries over to the next payout.'],
  [50, 'The minimum payout of $50.00 is reached.'],
])('with $%d available the minimum is said: %s', async (available, text) => {
  open({}, { balance: { ...BALANCE, available } });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('without payment details no payout is promised: they come first', async () => {
  const { container } = open({ accountStatus: 0, paymentInfoSet: false }, { activity: () => NEW });
  await screen.findByText('Available');
  expect(figure('Next payout')).toHaveTextContent('None yetPayment details are missing');
  expect(within(figure('Next payout')!).getByRole('link')).toHaveAttribute('href', '/account');
  expect(
    await screen.findByText('What is available is paid once we know how to pay you.'),
  ).toBeInTheDocument();
  expect(container).not.toHaveTextContent(/Dec 20, 2026|at the latest|the date above/);
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

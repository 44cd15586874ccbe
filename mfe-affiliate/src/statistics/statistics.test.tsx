/* One screen in its three views: the tests share its period and the server that they play against. */
import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { StatisticsScreen } from './statistics-screen';

const PAYMENT = {
  payrollID: 31,
  affID: 7,
  payrollEvent: 'Affiliate payroll',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  amount: 1811.4,
  dateCreated: '2026-11-15T03:00:00Z',
};
const SALES = [
  {
    saleID: 9,
    dateCreated: '2026-11-20T15:00:00Z',
    saleAmount: 1099.99,
    payout: 330,
    transactionType: 'credits',
  },
  { saleID: 8, dateCreated: '2026-11-19T15:00:00Z', saleAmount: -20, payout: -6, transactionType: 'refund' },
];

const DAYS = ['2026-10-05', '2026-11-20', '2026-11-21'].map((day) => ({ day, sales: 1099.99, payout: 330 }));

/** An address that names a period, which is none: nothing is asked for yet. */
const BLANK = '/statistics?period=';

function open(api = {}, path = BLANK) {
  return renderApp(<StatisticsScreen />, {
    person: anAffiliate(),
    path,
    api: {
      'GET /member-payment-history': () => [{ ...PAYMENT, paymentType: 1 }],
      'GET /member-sale-summary': () => ({ totalSales: 1079.99, totalPayout: 324 }),
      'GET /member-sale-details': () => SALES,
      'GET /member-daily-figures': () => DAYS,
      ...api,
    },
  });
}

const view = (name: string) => screen.getByRole('button', { name });
/** The chart comes by itself, after the view. */
const chart = () => screen.findByRole('img');
const choose = (app: ReturnType<typeof open>, period: string) =>
  app.user.selectOptions(screen.getByLabelText('Period'), period);
const callsOf = (app: ReturnType<typeof open>, path: string) =>
  app.calls.filter((call) => call.route === `GET /${path}`);

it('opens with the sales of this month, asked for once', async () => {
  const app = open({}, '/statistics');
  await screen.findByText('Total payout');
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('This Month');
  expect(callsOf(app, 'member-sale-summary').map(({ query }) => query)).toEqual([
    { affiliateID: '7', startDate: '11/1/2026', endDate: '11/21/2026' },
  ]);
  await chart();
});

it.each([
  ['', ''],
  ['2026-11-01', ''],
  ['', '2026-11-01'],
  ['2026-11-02', '2026-11-01'],
])('asks for both dates, in order: %p to %p', async (startDate, endDate) => {
  const app = open();
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: startDate } });
  fireEvent.change(screen.getByLabelText('End date'), { target: { value: endDate } });
  await app.user.click(view('Sale Summary'));
  expect(screen.getByText('Please select date range')).toBeInTheDocument();
  expect(app.calls).toEqual([]);
});

it.each([
  ['Today', '11/21/2026', '11/21/2026'],
  ['Yesterday', '11/20/2026', '11/20/2026'],
  ['Last Month', '10/1/2026', '10/31/2026'],
  ['This Month', '11/1/2026', '11/21/2026'],
])('%s fills both dates and asks for them', async (period, start, end) => {
  const app = open();
  await choose(app, period);
  expect(screen.getByLabelText('Start date')).toHaveValue(start);
  expect(screen.getByLabelText('End date')).toHaveValue(end);
  await app.user.click(view('Sale Summary'));
  await screen.findByText('Total payout');
  const query = { affiliateID: '7', startDate: start, endDate: end };
  expect(callsOf(app, 'member-sale-summary')[0]?.query).toEqual(query);
  await chart();
  expect(callsOf(app, 'member-daily-figures')[0]?.query).toEqual(query);
});

it("'Select...' takes the dates away again; changing a date leaves the preset", async () => {
  const app = open();
  await choose(app, 'Today');
  await choose(app, 'Select...');
  expect(screen.getByLabelText('Start date')).toHaveValue('');
  await choose(app, 'Today');
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-11-03' } });
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Select...');
  expect(screen.getByLabelText('End date')).toHaveValue('11/21/2026');
});

it('says that nothing was sold, and what to do, in place of an empty chart', async () => {
  const app = open({ 'GET /member-daily-figures': () => [] });
  await choose(app, 'Last 30 Days');
  expect(await screen.findByText(/Nothing was sold in these days/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Get links to share' })).toHaveAttribute('href', '/promo-tools');
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});

it('draws years by what has figures, and compares all of them', async () => {
  const app = open({}, '/statistics?view=2&startDate=2020-01-01&endDate=2039-12-31');
  const title = 'Sales and payout by day, Oct 5, 2026 – Nov 21, 2026';
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  await chart();
  expect(screen.getByText('Compared with Jan 1, 2000 – Dec 31, 2019')).toBeInTheDocument();
  expect(callsOf(app, 'member-daily-figures')).toHaveLength(2);
  // What would be drawn beside them are other days than those beside which they stand.
  expect(screen.queryByText('Sales before')).not.toBeInTheDocument();
});

it('draws the chosen figure beside the days that it is compared with, which the address names', async () => {
  const before = [{ day: '2026-10-05', sales: 1000, payout: 400 }];
  const app = open(
    {
      'GET /member-daily-figures': ({ query }: { query: Record<string, string> }) =>
        query.startDate === '11/1/2026' ? DAYS.slice(1) : before,
    },
    '/statistics',
  );
  const figures = within(await screen.findByRole('group', { name: 'Figure' }));
  expect(figures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Sales$2,199.98↑ 120% more',
    'Payout$660.00↑ 65% more',
  ]);
  expect(screen.getByText('Compared with Oct 1, 2026 – Oct 21, 2026')).toBeInTheDocument();
  await app.user.click(figures.getByRole('button', { name: /^Payout/ }));
  expect(await screen.findByRole('img', { name: /^Payout by day/ })).toBeInTheDocument();
  await expectAccessible(app.container);

  await app.user.selectOptions(screen.getByLabelText('Compare with'), 'A year before');
  expect(await screen.findByText('Compared with Nov 1, 2025 – Nov 21, 2025')).toBeInTheDocument();
  expect(app.place.path).toBe(
    '/statistics?view=2&period=4&startDate=2026-11-01&endDate=2026-11-21&compare=year',
  );
  expect(callsOf(app, 'member-daily-figures').at(-1)?.query).toMatchObject({
    startDate: '11/1/2025',
    endDate: '11/21/2025',
  });
});

it('shows the payment history', async () => {
  const app = open({
    'GET /member-payment-history': () => [
      { ...PAYMENT, paymentType: 1 },
      { ...PAYMENT, payrollID: 30, paymentType: 2 },
      { ...PAYMENT, payrollID: 29, paymentType: 0 },
    ],
  });
  await choose(app, 'This Month');
  await app.user.click(view('Payment History'));
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByText('Oct 1, 2026 – Oct 31, 2026')).toHaveLength(3);
  expect(table.getAllByText('Nov 14, 2026')).toHaveLength(3);
  for (const text of ['ACH', 'PayPal', 'Unknown', '$5,434.20'])
    expect(table.getByText(text)).toBeInTheDocument();
  await chart();
});

it('does not count a payment that came back, whose amount is in the next one', async () => {
  const app = open({
    'GET /member-payment-history': () => [
      { ...PAYMENT, paymentType: 1, amount: 150 },
      { ...PAYMENT, payrollID: 30, paymentType: 1, amount: 100, returned: true },
    ],
  });
  await choose(app, 'This Month');
  await app.user.click(view('Payment History'));
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('Affiliate payroll, came back')).toBeInTheDocument();
  expect(table.getByText('Total without what came back').parentElement).toHaveTextContent('$150.00');
  await chart();
});

it('shows sale details with their total', async () => {
  const app = open();
  await choose(app, 'This Month');
  await app.user.click(view('Sale Details'));
  const table = within(await screen.findByRole('table'));
  for (const text of ['$1,099.99', '−$20.00', 'refund', '$1,079.99', '$324.00']) {
    expect(table.getByText(text)).toBeInTheDocument();
  }
  await chart();
  await expectAccessible(app.container);
});

it('loads sale details a page at a time, with the total of all, and exports every row', async () => {
  const pages = (first: object[], cursor?: string) => {
    const answer = new Response(JSON.stringify(first), { headers: { 'content-type': 'application/json' } });
    if (cursor) answer.headers.set('X-Next-Cursor', cursor);
    return answer;
  };
  const app = open({
    'GET /member-sale-details': ({ query }: { query: Record<string, string> }) =>
      query.cursor ? pages(SALES.slice(1)) : pages(SALES.slice(0, 1), 'behind9'),
  });
  await choose(app, 'This Month');
  await app.user.click(view('Sale Details'));
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('$1,079.99')).toBeInTheDocument();
  expect(table.queryByText('refund')).not.toBeInTheDocument();
  await app.user.click(view('Load more'));
  expect(await screen.findByText('refund')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  expect(callsOf(app, 'member-sale-details').map(({ query }) => query.cursor)).toEqual([
    undefined,
    'behind9',
  ]);
  await chart();
});

it.each([
  ['Payment History', 'member-payment-history', [], 'There is no payment history'],
  ['Sale Summary', 'member-sale-summary', { totalSales: 0, totalPayout: 0 }, 'There is no summary'],
  ['Sale Summary', 'member-sale-summary', null, 'There is no summary'],
  ['Sale Details', 'member-sale-details', [], 'There is no details'],
])('%s says when it is empty: %s %j', async (name, path, answer, text) => {
  const app = open({ [`GET /${path}`]: () => answer });
  await choose(app, 'This Month');
  await app.user.click(view(name));
  expect(await screen.findByText(text)).toBeInTheDocument();
  await chart();
});

it('changes the view only when data came', async () => {
  let answer = (_: unknown) => {};
  const app = open({
    'GET /member-sale-details': () => new Promise((resolve) => (answer = resolve)),
    'GET /member-payment-history': () => failure(500),
  });
  await choose(app, 'This Month');
  await app.user.click(view('Sale Summary'));
  await screen.findByText('Total payout');
  await chart();
  await app.user.click(view('Payment History'));
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(screen.getByText('Total payout')).toBeInTheDocument();
  const problem = /^What was asked for could not be loaded\. Below is Nov/;
  expect(screen.getByText(problem)).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(problem)).toBeInTheDocument();
  expect(callsOf(app, 'member-payment-history')).toHaveLength(2);
  await app.user.click(view('Sale Details'));
  expect(screen.queryByText(problem)).not.toBeInTheDocument();
  expect(screen.getByText('Total payout')).toBeInTheDocument();
  expect(view('Sale Summary')).toHaveAttribute('aria-pressed', 'true');
  answer(SALES);
  expect(await screen.findByRole('table')).toBeInTheDocument();
  expect(screen.queryByText('Total payout')).not.toBeInTheDocument();
});

it('shows the answer to the last question, whichever comes first', async () => {
  let slow = (_: unknown) => {};
  const app = open({ 'GET /member-sale-summary': () => new Promise((resolve) => (slow = resolve)) });
  await choose(app, 'This Month');
  await app.user.click(view('Sale Summary'));
  await app.user.click(view('Sale Details'));
  await screen.findByRole('table');
  await chart();
  slow({ totalSales: 1, totalPayout: 1 });
  const answered = () =>
    Object.values(app.store.getState().api.queries).every((query) => query?.status === 'fulfilled');
  await waitFor(() => expect(answered()).toBe(true));
  await act(async () => undefined);
  expect(screen.getByRole('table')).toBeInTheDocument();
});

it('shows the tables even if the chart fails', async () => {
  const app = open({ 'GET /member-daily-figures': () => failure(500) });
  await choose(app, 'This Month');
  await app.user.click(view('Sale Details'));
  expect(await screen.findByRole('table')).toBeInTheDocument();
  expect(await screen.findByText('The chart could not be loaded.')).toBeInTheDocument();
});

const SUMMARY = '/statistics?view=2&period=3&startDate=2026-10-01&endDate=2026-10-31';

describe('the address', () => {
  it('of the menu, followed while the screen is shown, opens as on a first visit', async () => {
    const app = open({}, SUMMARY);
    await screen.findByText('Total payout');
    act(() => app.place.go('/statistics'));
    await waitFor(() => expect(app.place.path).toMatch(/^\/statistics\?view=2&period=4&/));
    expect(await screen.findByText('Total payout')).toBeInTheDocument();
    await chart();
  });

  it('names view, period and dates of what is asked for', async () => {
    const app = open();
    await choose(app, 'Last Month');
    await app.user.click(view('Sale Summary'));
    expect(app.place.path).toBe(SUMMARY);
    await screen.findByText('Total payout');
    await chart();
  });

  it('shows the same again: after a reload, and to whom it is sent', async () => {
    const app = open({}, SUMMARY);
    expect(await screen.findByText('Total payout')).toBeInTheDocument();
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last Month');
    expect(screen.getByLabelText('Start date')).toHaveValue('10/1/2026');
    expect(screen.getByLabelText('End date')).toHaveValue('10/31/2026');
    expect(view('Sale Summary')).toHaveAttribute('aria-pressed', 'true');
    expect(callsOf(app, 'member-sale-summary')).toHaveLength(1);
    await chart();
  });

  it('keeps its dates on a later day, when the period has others', async () => {
    open({}, '/statistics?view=2&period=1&startDate=2026-11-20&endDate=2026-11-20');
    await screen.findByText('Total payout');
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Yesterday');
    expect(screen.getByLabelText('Start date')).toHaveValue('11/20/2026');
    await chart();
  });

  it('goes back to what was shown before, and to nothing before that', async () => {
    const app = open();
    await choose(app, 'Last Month');
    await app.user.click(view('Sale Summary'));
    await screen.findByText('Total payout');
    await choose(app, 'Today');
    await app.user.click(view('Sale Details'));
    await screen.findByRole('table');
    act(() => app.place.go(-1));
    await screen.findByText('Total payout');
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Today');
    act(() => app.place.go(-1));
    await waitFor(() => expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last Month'));
    act(() => app.place.go(-1));
    expect(await screen.findByText('Choose a period, then what to show of it.')).toBeInTheDocument();
    expect(screen.getByLabelText('Period')).toHaveDisplayValue('Select...');
  });

  it('the same question again asks the server again, and is one step of the history', async () => {
    const app = open({}, SUMMARY);
    await screen.findByText('Total payout');
    await app.user.click(view('Sale Summary'));
    await waitFor(() => expect(callsOf(app, 'member-sale-summary')).toHaveLength(2));
    await app.user.click(view('Sale Details'));
    await screen.findByRole('table');
    act(() => app.place.go(-1));
    await screen.findByText('Total payout');
    expect(app.place.path).toBe(SUMMARY);
    await chart();
  });

  it.each([
    'view=4&startDate=2026-10-01&endDate=2026-10-31',
    'view=2&startDate=2026-10-31&endDate=2026-10-01',
    'view=2&startDate=2026-02-30&endDate=2026-10-01',
    'view=2&period=3',
  ])('that asks for what there cannot be asks for nothing: %s', (query) => {
    const app = open({}, `/statistics?${query}`);
    expect(screen.getByText('Choose a period, then what to show of it.')).toBeInTheDocument();
    expect(app.calls).toEqual([]);
  });
});

it('a payment opens to the entries behind it, page by page', async () => {
  const entryOf = (page: number) => ({
    entryID: `e${page}`,
    type: page === 1 ? 'sale' : 'refund',
    at: '2026-10-02T15:00:00Z',
    postedDay: page === 1 ? '2026-10-02' : '2026-10-03',
    amount: page === 1 ? 50 : -20,
    commission: 20,
    payout: page === 1 ? 10 : -4,
    memberID: 5,
  });
  const app = open({
    'GET /payroll-entries': ({ query }: { query: Record<string, string> }) =>
      new Response(JSON.stringify([entryOf(Number(query.page))]), {
        headers: { 'content-type': 'application/json', 'x-total-count': '51' },
      }),
  });
  await choose(app, '4');
  await app.user.click(view('Payment History'));
  await app.user.click(await screen.findByRole('button', { name: '31' }));
  const dialog = await screen.findByRole('dialog', { name: 'Payment 31' });
  expect(await within(dialog).findByText('$50.00')).toBeInTheDocument();
  expect(within(dialog).getByText('Page 1 of 2')).toBeInTheDocument();
  expect(within(dialog).getByText('51 entries')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await app.user.click(within(dialog).getByRole('button', { name: 'Next' }));
  expect(await within(dialog).findByText('−$20.00')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  expect(callsOf(app, 'payroll-entries').map(({ query }) => query)).toEqual([
    { payrollID: '31', page: '1' },
    { payrollID: '31', page: '2' },
  ]);
  await expectAccessible(dialog);
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a payment whose entries cannot be loaded says so', async () => {
  const app = open({ 'GET /payroll-entries': () => failure(500) });
  await choose(app, '4');
  await app.user.click(view('Payment History'));
  await app.user.click(await screen.findByRole('button', { name: '31' }));
  expect(await screen.findByText('The entries could not be loaded.')).toBeInTheDocument();
});

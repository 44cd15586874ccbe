import { setSession } from '@partnerdesk/web';
import { anAdmin, FakeEventSource, failure } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { formatChange } from './charts';
import { SiteStatisticsScreen } from './statistics-screen';
import { BY_DAY, figures, figureTable, open, show } from './testing';

it('groups the figures, and leads with cards that say whether a change is good', async () => {
  const { user } = open(SiteStatisticsScreen, {
    'GET /admin-get-statistics': () => ({
      adminSiteStatistics: figures({ salesAmount: 50, refundsAmount: 30 }),
    }),
    'GET /admin-get-statistics-by-day': () => ({
      ...BY_DAY,
      previous: { ...BY_DAY.previous, statistics: figures({ salesAmount: 40, refundsAmount: 20 }) },
    }),
  });
  await show(user);
  const table = await figureTable();
  expect([...table.querySelectorAll('tbody > tr:first-child')].map((row) => row.textContent)).toEqual([
    'Sales',
    'Notifications',
    'Messages',
    'Packages',
    'Calls',
    'Tips',
  ]);
  expect(screen.getByText(/25% more than the period before/).className).toContain('good');
  expect(screen.getByText(/50% more than the period before/).className).toContain('bad');
});

it('a long range is drawn by week, a longer one by month, with the same sums', async () => {
  const year = { startDate: '2025-11-22', endDate: '2026-11-21' };
  const days = (first: string) => [{ day: first, salesCount: 1 }, ...BY_DAY.current.days];
  const current = { ...BY_DAY.current, ...year, days: days(year.startDate) };
  const { user } = open(
    SiteStatisticsScreen,
    { 'GET /admin-get-statistics-by-day': () => ({ ...BY_DAY, current }) },
    '/?startDate=2025-11-22&endDate=2026-11-21',
  );
  expect(await screen.findByRole('img', { name: /^Sales and refunds by week/ })).toBeInTheDocument();
  const rows = within(screen.getByRole('table', { name: 'Sales and refunds by week' })).getAllByRole('row');
  expect(rows).toHaveLength(1 + 5 + 1);
  expect(screen.getAllByText('5 of 53 shown')).not.toHaveLength(0);
  expect(rows.at(-1)).toHaveTextContent('Sum$56.70$10.00');
  expect(screen.getByText(/Sales: \$56.70, most in the week of Nov/)).toBeInTheDocument();
  current.startDate = '2024-11-20';
  current.days = days(current.startDate);
  await show(user, '');
  expect(await screen.findByRole('img', { name: /^Sales and refunds by month/ })).toBeInTheDocument();
  const [more] = screen.getAllByRole('button', { name: 'Show more' });
  await user.click(more!);
  const months = within(screen.getByRole('table', { name: 'Sales and refunds by month' })).getAllByRole(
    'row',
  );
  expect(months.map(({ textContent }) => textContent).slice(-2)).toEqual([
    'November 2026$56.70$10.00',
    'Sum$56.70$10.00',
  ]);
});

it('figures without their days: shown, and said so', async () => {
  const { user } = open(SiteStatisticsScreen, { 'GET /admin-get-statistics-by-day': () => failure(500) });
  await show(user);
  await figureTable();
  expect(screen.getByText(/The days could not be loaded/)).toBeInTheDocument();
  expect(screen.queryByText('Error occured. Please try again later')).not.toBeInTheDocument();
});

it('compares with the period before, and draws the days with a table beside', async () => {
  const { user } = open(SiteStatisticsScreen);
  await show(user);
  const row = within(await figureTable()).getByRole('row', { name: /^Sales 1,234/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1,234', '1,000', '+234 (+23.4%)']);
  expect(screen.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'))).toEqual([
    'Sales and refunds by day, Nov 20, 2026 to Nov 21, 2026',
    'Earnings by day, Nov 20, 2026 to Nov 21, 2026',
    'Activity by day, Nov 20, 2026 to Nov 21, 2026',
  ]);
  const table = screen.getByRole('table', { name: 'Sales and refunds by day' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((each) => each.textContent),
  ).toEqual(['DaySalesRefunds', 'Nov 20, 2026$0.00$0.00', 'Nov 21, 2026$56.70$10.00', 'Sum$56.70$10.00']);
  expect(screen.getByText(/Sales: \$56.70, most on Nov 21, 2026/)).toBeInTheDocument();
});

/** jsdom's Blob can be read only this way; the mark at its start is taken off. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

describe('exports', () => {
  let saved: { name: string; text: Promise<string> }[];
  beforeEach(() => {
    saved = [];
    let blob = new Blob();
    Object.assign(URL, {
      createObjectURL: (given: Blob) => {
        blob = given;
        return 'blob:x';
      },
      revokeObjectURL: () => {},
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: textOf(blob) });
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const lines = async () => (await saved[0]!.text).replace('\uFEFF', '').trim().split('\r\n');

  it('the figures as the table has them', async () => {
    const { user } = open(SiteStatisticsScreen);
    await show(user);
    await figureTable();
    await user.click(screen.getByRole('button', { name: 'Export figures to CSV' }));
    expect((await lines()).slice(0, 3)).toEqual([
      expect.stringMatching(/^Figure,.* to .*,2026-11-18 to 2026-11-19$/),
      'Sales,1234,1000',
      'Sales amount,56.7,0',
    ]);
    expect(await lines()).toHaveLength(25);
  });

  it('a chart’s days', async () => {
    const { user } = open(SiteStatisticsScreen);
    await show(user);
    await figureTable();
    await user.click(screen.getByRole('button', { name: 'Export CSV: sales and refunds by day' }));
    expect(await lines()).toEqual(['Day,Sales,Refunds', '2026-11-20,0,0', '2026-11-21,56.7,10']);
  });

  it('every figure of every day', async () => {
    const { user } = open(SiteStatisticsScreen);
    await show(user);
    await figureTable();
    await user.click(screen.getByRole('button', { name: 'Export days to CSV' }));
    const [, ...days] = await lines();
    expect(days.map((line) => line.split(',').length)).toEqual([25, 25]);
  });
});

describe('live', () => {
  it('a range with today follows the stream, quietly', async () => {
    let sales = 1;
    const { user, calls } = open(SiteStatisticsScreen, {
      'GET /admin-get-statistics': () =>
        sales < 0 ? failure(500) : { adminSiteStatistics: figures({ salesCount: sales }) },
    });
    await show(user);
    await figureTable();
    expect(screen.getByText('Live')).toBeInTheDocument();
    const stream = FakeEventSource.made[0]!;
    act(() => stream.open());
    expect(calls.map(({ route }) => route)).toEqual([
      'GET /admin-get-statistics',
      'GET /admin-get-statistics-by-day',
    ]);
    sales = 2;
    const today = new Date().toISOString().slice(0, 10);
    act(() => stream.send('changed', { days: [today] }));
    expect(await screen.findByRole('row', { name: /^Sales 2 / })).toBeInTheDocument();
    const before = calls.length;
    act(() => stream.send('changed', { days: ['2020-01-01'] }));
    sales = -1;
    act(() => stream.send('changed', { days: [today] }));
    await waitFor(() => expect(calls.length).toBe(before + 2));
    expect(screen.queryByText('Error occured. Please try again later')).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^Sales 2 / })).toBeInTheDocument();
  });

  it('figures that came while the session was over are there once the same person has logged in again', async () => {
    let answer: () => unknown = () => ({ adminSiteStatistics: figures({ salesCount: 1 }) });
    const { user, store } = open(SiteStatisticsScreen, { 'GET /admin-get-statistics': () => answer() });
    await show(user);
    await figureTable();
    answer = () => failure(401, 'not_signed_in');
    act(() => FakeEventSource.made[0]!.fail({ refused: true }));
    await waitFor(() => expect(store.getState().session.expired).toBe(true), { timeout: 5000 });
    answer = () => ({ adminSiteStatistics: figures({ salesCount: 2 }) });
    act(() => void store.dispatch(setSession(anAdmin())));
    act(() => FakeEventSource.made[1]!.open());
    expect(await screen.findByRole('row', { name: /^Sales 2 / })).toBeInTheDocument();
  });

  it('a range in the past follows nothing; leaving the screen ends the stream', async () => {
    const { user, unmount } = open(SiteStatisticsScreen);
    await show(user, 'Yesterday');
    await figureTable();
    expect(FakeEventSource.made).toEqual([]);
    await show(user, 'Today');
    await waitFor(() => expect(FakeEventSource.made).toHaveLength(1));
    unmount();
    expect(FakeEventSource.made[0]!.readyState).toBe(FakeEventSource.CLOSED);
  });
});

it.each([
  ['count', 5, 5, 'no change'],
  ['count', 12, 10, '+2 (+20.0%)'],
  ['count', 1000, 2500, '−1,500 (−60.0%)'],
  ['count', 3, 0, '+3'],
  ['usd', 10.1, 10.2, '−$0.10 (−1.0%)'],
  ['usd', 0, -4, '+$4.00 (+100.0%)'],
] as const)('a change of a %s from %d against %d is %s', (unit, value, before, text) =>
  expect(formatChange(unit, value, before)).toBe(text),
);

it('compares nothing with days of before there were figures, and draws the lines where there are some', async () => {
  const ever = { startDate: '2016-11-21', endDate: '2026-11-21' };
  const days = [{ day: '2026-11-19', salesAmount: 5 }, ...BY_DAY.current.days];
  open(
    SiteStatisticsScreen,
    {
      'GET /admin-get-statistics-by-day': () => ({
        current: { ...BY_DAY.current, ...ever, days },
        previous: { ...BY_DAY.previous, days: [] },
      }),
    },
    '/?startDate=2016-11-21&endDate=2026-11-21',
  );
  await figureTable();
  expect(screen.queryByText(/the period before/)).not.toBeInTheDocument();
  const line = document.querySelector('.pd-sparkline polyline');
  expect(line?.getAttribute('points')?.split(' ')).toHaveLength(3);
});

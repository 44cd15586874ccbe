import { anAffiliate, expectAccessible, failure, never, renderApp } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { ReportsScreen } from './reports-screen';

const saved: { name: string; text: string }[] = [];
jest.mock('@partnerdesk/web', () => ({
  ...jest.requireActual('@partnerdesk/web'),
  downloadText: (name: string, text: string) => saved.push({ name, text }),
}));

const NONE = {
  clicks: 0,
  visitors: 0,
  bots: 0,
  joins: 0,
  salesCount: 0,
  sales: 0,
  refundsCount: 0,
  refunds: 0,
  payout: 0,
};
const BLOG = {
  ...NONE,
  clicks: 1200,
  visitors: 1000,
  bots: 30,
  joins: 50,
  salesCount: 20,
  sales: 900,
  payout: 270,
};
const REPORT = {
  by: 'source',
  startDate: '2026-11-01',
  endDate: '2026-11-20',
  beforeStart: '2026-10-12',
  beforeEnd: '2026-10-31',
  isComplete: true,
  total: BLOG,
  totalBefore: { ...NONE, clicks: 600 },
  rows: [
    { ...BLOG, name: 'blog', before: { ...NONE, clicks: 600 } },
    { ...NONE, name: '', isOther: true, before: NONE },
  ],
};

const open = (
  answer: () => unknown = () => REPORT,
  query = '?by=source&startDate=2026-11-01&endDate=2026-11-20',
) =>
  renderApp(<ReportsScreen />, {
    person: anAffiliate(),
    path: `/reports${query}`,
    api: { 'GET /link-report': answer },
  });

it('says of sales how much was refunded, for My Stats takes that off', async () => {
  open(() => ({ ...REPORT, total: { ...BLOG, refundsCount: 2, refunds: 120 } }));
  expect(
    await screen.findByText('20 sales, 2.0% of visitors; before refunds of $120.00'),
  ).toBeInTheDocument();
});

it('shows what came of each source with rates, beside the period before, and exports every row', async () => {
  const app = open();
  const table = within(await screen.findByRole('table', { name: 'Links by source' }));
  const row = within(table.getByRole('row', { name: /blog/ }));
  for (const text of ['1,200', '600', '5.0%', '$270.00', '$0.27'])
    expect(row.getAllByText(text)[0]).toBeInTheDocument();
  expect(table.getByText('Other')).toBeInTheDocument();
  expect(screen.getByText(/30 clicks of bots left out/)).toBeInTheDocument();
  expect(app.calls[0]?.query).toEqual({
    affiliateID: '7',
    by: 'source',
    compare: 'before',
    startDate: '11/1/2026',
    endDate: '11/20/2026',
  });
  await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const [file] = saved;
  expect(file?.name).toBe('links-by-source-2026-11-01-2026-11-20.csv');
  expect(file?.text.split('\r\n').slice(1, 3)).toEqual([
    'blog,1200,1000,30,50,5,20,2,900,0,0,270,0.27,600,0,0,0',
    'Other,0,0,0,0,,0,,0,0,0,0,,0,0,0,0',
  ]);
  await expectAccessible(app.container);
});

it.each([
  ['', 'source'],
  ['?by=landing', 'landing'],
])('an address without a period (%j) opens with this month', async (query, by) => {
  const app = open(() => REPORT, query);
  await screen.findByRole('table');
  expect(app.calls.map((call) => call.query)).toEqual([
    {
      affiliateID: '7',
      by,
      compare: 'before',
      startDate: expect.stringMatching(/^\d+\/1\/\d{4}$/),
      endDate: expect.any(String),
    },
  ]);
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('This Month');
});

it('asks by what is chosen, in the address', async () => {
  const app = open();
  await screen.findByRole('table');
  await app.user.click(screen.getByRole('button', { name: 'Landing page' }));
  expect(app.calls.at(-1)?.query).toMatchObject({ by: 'landing' });
});

it('figures that are shown until others come keep the name of what they are compared with', async () => {
  const answers: unknown[] = [REPORT];
  const app = open(() => answers.shift() ?? never());
  await screen.findByText('Gray, under a figure: the period before.');
  await app.user.selectOptions(screen.getByLabelText('Compare with'), 'A year before');
  expect(app.place.path).toContain('compare=year');
  expect(screen.getByText('Gray, under a figure: the period before.')).toBeInTheDocument();
});

it('says when nothing came, when figures are still being counted, and when the report could not be loaded', async () => {
  const { unmount } = open(() => ({ ...REPORT, rows: [], isComplete: false }));
  expect(await screen.findByText('Nothing came through your links in these days')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Get links to share' })).toHaveAttribute('href', '/promo-tools');
  expect(screen.getByText(/still being counted/)).toBeInTheDocument();
  unmount();
  open(() => failure(500));
  expect(await screen.findByText('The report could not be loaded.')).toBeInTheDocument();
});

it('has the payout beside the name of each row on a phone', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  open(() => ({ ...REPORT, total: { ...BLOG, bots: 0 } }));
  const table = within(await screen.findByRole('table', { name: 'Links by source' }));
  expect(table.getByText('$270.00', { selector: 'tbody td' })).toHaveClass('pd-fold-amount');
  expect(screen.getByText('by 1,000 visitors')).toBeInTheDocument();
  Reflect.deleteProperty(window, 'matchMedia');
});

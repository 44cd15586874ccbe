import { reportSheet, sheetName } from './export-spreadsheet';

const row = {
  payrollID: 7,
  affID: 3,
  affName: '=HYPERLINK("x") <b>&',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  amount: 1234.5,
  paymentType: 2 as const,
  paymentInfo: 'ann@example.com',
  dateCreated: '2026-11-01T10:00:00Z',
  commission: 20,
  entries: 3,
  createdBy: 'clerk',
  state: 'paid' as const,
};

const cells = (html: string) =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => cell.textContent),
  );

it('writes every row as text: no markup and no formulas of strangers', () => {
  const [head, line] = cells(reportSheet([row], 'Affiliate'));
  expect(head?.slice(0, 5)).toEqual(['Affiliate ID', 'Name', 'Start period', 'End period', 'Amount']);
  expect(line).toEqual([
    '3',
    `'=HYPERLINK("x") <b>&`,
    '2026-10-01',
    '2026-10-31',
    '1234.50',
    'PayPal',
    'ann@example.com',
    '2026-11-01T10:00:00Z',
    '7',
    'paid',
  ]);
});

it('takes 10,000 rows', () => {
  const html = reportSheet(
    Array.from({ length: 10_000 }, () => row),
    'Affiliate',
  );
  expect(html.match(/<tr>/g)).toHaveLength(10_001);
});

it('is named Payroll, a timestamp, .xls', () => {
  expect(sheetName(new Date('2026-11-21T02:03:04Z'))).toBe('Payroll20261121020304.xls');
});

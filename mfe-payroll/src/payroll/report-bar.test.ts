import {
  PAYROLL_TYPE,
  type PayrollReportRow,
  payrollReportColumns,
  SHEET_END,
  SHEET_START,
  sheetCells,
  sheetHeaders,
  sheetRow,
} from '@partnerdesk/contracts';
import { reportSheet } from './report-bar';

const row: PayrollReportRow = {
  payrollID: 7,
  affID: 3,
  affName: '=HYPERLINK("x") <b>&<td style=x>',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  amount: 1234.5,
  paymentType: 2,
  paymentInfo: 'ann@example.com',
  dateCreated: '2026-11-01T03:00:00Z',
  commission: 20,
  entries: 3,
  createdBy: 'clerk',
  state: 'paid',
};
const columns = payrollReportColumns(PAYROLL_TYPE.affiliates, 'America/New_York');

const cells = (html: string) =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => cell.textContent),
  );

it('shows what the screen shows: days of the business, amounts, no markup and no formulas of strangers', () => {
  const [head, line] = cells(reportSheet(columns, [row]));
  expect(head?.slice(0, 5)).toEqual(['Affiliate ID', 'Name', 'Start period', 'End period', 'Amount']);
  expect(line).toEqual([
    '3',
    `'=HYPERLINK("x") <b>&<td style=x>`,
    'Oct 1, 2026',
    'Oct 31, 2026',
    '$1,234.50',
    'PayPal',
    'ann@example.com',
    'Oct 31, 2026',
    '7',
    'Paid',
  ]);
});

it('of 10,000 rows is the same as the server writes', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    ...row,
    payrollID: index,
    amount: index / 4,
  }));
  const lines = [sheetHeaders(columns), ...rows.map((each) => sheetCells(columns, each))];
  expect(reportSheet(columns, rows) === SHEET_START + lines.map(sheetRow).join('') + SHEET_END).toBe(true);
});

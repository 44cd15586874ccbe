import { openInLibreOffice } from '@partnerdesk/testing/libreoffice';
import type { TableColumn } from '../table-column';
import { SHEET_END, SHEET_START, sheetCells, sheetHeaders, sheetName, sheetRow } from './spreadsheet';

interface Row {
  id: string;
  name: string;
  amount?: number;
  day: string;
  count: number;
}

const COLUMNS: TableColumn<Row>[] = [
  { header: 'ID', kind: 'text', value: ({ id }) => id },
  { header: 'Name', kind: 'text', value: ({ name }) => name },
  { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
  { header: 'Day', kind: 'date', value: ({ day }) => day },
  { header: 'Count', kind: 'count', value: ({ count }) => count },
];

const ROWS: Row[] = [
  { id: '007', name: '=1+1', amount: 1234.5, day: '2026-11-01', count: 12345 },
  { id: '12345678901234567890', name: '<b>Ann</b> & "Co"', amount: -0.3, day: '2024-02-29', count: 0 },
  { id: '1-2', name: '2026-11-01', day: 'no day', count: 1 },
];

it('LibreOffice shows every kind in its format and adds up the amounts', async () => {
  const lines = [sheetHeaders(COLUMNS), ...ROWS.map((row) => sheetCells(COLUMNS, row))];
  const formulas = '<tr><td>=SUM(C2:C4)</td><td>=YEAR(D2)</td><td>=SUM(E2:E4)</td><td>=SUM(A2:A4)</td></tr>';
  expect(await openInLibreOffice(SHEET_START + lines.map(sheetRow).join('') + formulas + SHEET_END)).toEqual([
    ['ID', 'Name', 'Amount', 'Day', 'Count'],
    ['007', "'=1+1", '$1,234.50', 'Nov 1, 2026', '12,345'],
    ['12345678901234567890', '<b>Ann</b> & "Co"', '-$0.30', 'Feb 29, 2024', '0'],
    ['1-2', '2026-11-01', '', 'no day', '1'],
    ['1234.2', '2026', '12346', '0'],
  ]);
});

it('is named Payroll, a timestamp, .xls', () => {
  expect(sheetName(new Date('2026-11-21T02:03:04Z'))).toBe('Payroll20261121020304.xls');
});

import {
  type PayrollReportRow,
  SHEET_END,
  SHEET_START,
  sheetCells,
  sheetHeaders,
  type TableColumn,
} from '@partnerdesk/contracts';
import TableToExcel from 'table-to-excel';

/** More rows than this are written by the server, row by row. */
export const MAX_BROWSER_ROWS = 10_000;

/**
 * The report as a spreadsheet, the same as the server writes. table-to-excel escapes nothing and makes every cell a
 * text: it gets escaped cells, and its opening tags give way to those that carry the cell's format and value.
 */
export function reportSheet(
  columns: readonly TableColumn<PayrollReportRow>[],
  rows: readonly PayrollReportRow[],
): string {
  const lines = [sheetHeaders(columns), ...rows.map((row) => sheetCells(columns, row))];
  const tags = lines.flat().map(({ tag }) => tag);
  const table = new TableToExcel().createTable(lines.map((line) => line.map(({ text }) => text)));
  let cell = 0;
  const typed = table.replaceAll(/<td style=[^>]*>/g, () => tags[cell++] ?? '');
  return SHEET_START + typed + SHEET_END;
}

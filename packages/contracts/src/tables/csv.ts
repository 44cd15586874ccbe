import { type CellValue, type TableColumn, textOf } from '../table-column';
import { neutralText } from './neutral-text';

/** By it spreadsheet programs recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

function csvCell(value: CellValue): string {
  if (typeof value === 'number') return String(value);
  const text = neutralText(textOf(value));
  // Some programs split at semicolons and tabs, too.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of CSV (RFC 4180) with its end; texts cannot become formulas. */
export function csvLine(cells: readonly CellValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The first line of a CSV file, with the byte order mark. */
export function csvHeader<Row>(columns: readonly TableColumn<Row>[]): string {
  return BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header));
}

/** A row's line. Days are `yyyy-mm-dd`, amounts plain numbers: every spreadsheet program reads both as such. */
export function csvRow<Row>(columns: readonly TableColumn<Row>[], row: Row): string {
  return csvLine(columns.map(({ value }) => value(row)));
}

/** A whole file. */
export function csvOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return csvHeader(columns) + rows.map((row) => csvRow(columns, row)).join('');
}

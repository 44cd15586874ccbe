import { daysBetween, parseDay } from '../days';
import { formatCount, formatDay, formatUsd } from '../formats';
import { escapeHtml } from '../html';
import { type CellValue, type ColumnKind, type TableColumn, textOf } from '../table-column';
import { neutralText } from './csv';

/** A program reads the format from its class (Excel's style property), the value from `x:num` (Excel) or `sdval` (LibreOffice). */
const FORMATS: Record<ColumnKind, string> = {
  text: '\\@',
  money: '\\0022$\\0022#,##0.00',
  date: 'mmm d\\, yyyy',
  count: '#,##0',
};

/** LibreOffice takes the language from here (1033: American English), and for a day its format, too. */
const LIBREOFFICE_FORMAT: Record<ColumnKind, string> = {
  text: '',
  money: '1033;',
  date: '1033;1033;MMM D, YYYY',
  count: '1033;',
};

const STYLES = Object.entries(FORMATS).map(([kind, format]) => `.${kind}{mso-number-format:"${format}"}`);

/** A spreadsheet is an HTML table: this, sheetRow of sheetHeaders, sheetRow of each row's sheetCells, SHEET_END. */
export const SHEET_START = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>.head{font-weight:bold;mso-number-format:"\\@"}${STYLES.join('')}</style></head><body><table>`;
export const SHEET_END = '</table></body></html>';
export const SHEET_TYPE = 'application/vnd.ms-excel';

/** A cell as HTML: its opening tag and its escaped text. */
export interface SheetCell {
  tag: string;
  text: string;
}

/** Spreadsheet programs count days from here. */
const DAY_ZERO = '1899-12-30';

const textCell = (value: CellValue): SheetCell => ({
  tag: '<td class=text>',
  text: escapeHtml(neutralText(textOf(value))),
});

const numberCell = (kind: ColumnKind, value: number, text: string): SheetCell => ({
  tag: `<td class=${kind} x:num="${value}" sdval="${value}" sdnum="${LIBREOFFICE_FORMAT[kind]}">`,
  text,
});

/** What is no number, or no day, is written as text. */
function sheetCell(kind: ColumnKind, value: CellValue): SheetCell {
  if (kind === 'date' && typeof value === 'string' && parseDay(value) === value) {
    return numberCell(kind, daysBetween(DAY_ZERO, value), formatDay(value));
  }
  if (kind === 'text' || kind === 'date' || typeof value !== 'number' || !Number.isFinite(value)) {
    return textCell(value);
  }
  return numberCell(kind, value, kind === 'money' ? formatUsd(value) : formatCount(value));
}

export function sheetHeaders<Row>(columns: readonly TableColumn<Row>[]): SheetCell[] {
  return columns.map(({ header }) => ({ ...textCell(header), tag: '<td class=head>' }));
}

export function sheetCells<Row>(columns: readonly TableColumn<Row>[], row: Row): SheetCell[] {
  return columns.map(({ kind, value }) => sheetCell(kind, value(row)));
}

export function sheetRow(cells: readonly SheetCell[]): string {
  return `<tr>${cells.map(({ tag, text }) => `${tag}${text}</td>`).join('')}</tr>`;
}

/** `Payroll` + timestamp (UTC) + `.xls` (docs/PRODUCT.md §9). */
export function sheetName(now = new Date()): string {
  return `Payroll${now.toISOString().replace(/\D/g, '').slice(0, 14)}.xls`;
}

import { type CellValue, type TableColumn, textOf } from '../table-column';

/** White space, control, zero-width and combining characters: a program may drop them and read what follows. */
const INVISIBLE = /^[\s\p{C}\p{Z}\p{M}]+/u;
/** What begins a formula, a DDE call among them. U+2212 is the minus sign. */
const FORMULA = /^[=+\-\u2212@|]/;

/** Whether a spreadsheet program might run a text as a formula; some turn full-width signs into others. */
export function startsFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  const first = text.replace(INVISIBLE, '').slice(0, 1);
  return FORMULA.test(first.normalize('NFKC'));
}

/** A text that no spreadsheet program runs: one that begins a formula gets an apostrophe in front. */
export function neutralText(text: string): string {
  return startsFormula(text) ? `'${text}` : text;
}

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

export function csvOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  return csvHeader(columns) + rows.map((row) => csvRow(columns, row)).join('');
}

import { refusedFile } from './result-file';

export interface CsvRow {
  /** Line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

/** More are no table of payments. */
const MAX_COLUMNS = 100;

/** A quoted or a plain cell with what ends it; no match where a quote is out of place. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Rows of a CSV file (RFC 4180); empty lines are left out. Own code, because a library's parser repairs what has to
 * be refused here.
 * @throws AppError invalid_input with the line of a quote that is not closed, or out of place
 */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text);
    if (!match) throw refusedFile(line, 'A quotation mark is not closed, or out of place');
    const [whole, quoted, plain = '', end] = match;
    if (row.cells.length === MAX_COLUMNS) throw refusedFile(line, `More than ${MAX_COLUMNS} columns`);
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end !== ',') {
      if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
      row = { line, cells: [] };
    }
  }
  // A comma was the last character.
  if (row.cells.length > 0) rows.push({ ...row, cells: [...row.cells, ''] });
  return rows;
}

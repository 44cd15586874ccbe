import { MAX_PAY_FILE_PAYMENTS } from '../pay-files/make-pay-file';
import { refusedFile } from './result-file';

export interface CsvRow {
  /** Line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

/** More are no table of payments. */
const MAX_COLUMNS = 100;
/** Characters of a cell: reasons in words are the longest. */
const MAX_CELL = 1000;
/** A header, and what one pay file can hold. */
const MAX_ROWS = 1 + MAX_PAY_FILE_PAYMENTS;

/** What a cell goes on with, in quotation marks and without. */
const WITHIN_QUOTES = /[^"]*/y;
const PLAIN = /[^",\r\n]*/y;
/** What ends a cell or begins a quoted one. */
const MEANINGFUL: ReadonlySet<string> = new Set('",\r\n');

/**
 * Rows of a CSV file (RFC 4180), read piece by piece, so that a file which is none is refused at its first lines; empty
 * lines are left out. Own code, because a library's parser repairs what has to be refused here.
 */
export class CsvReader {
  #line = 1;
  #row: CsvRow = { line: 1, cells: [] };
  #rows = 0;
  #cell = '';
  /** Where the cell begins: what is wrong in it is reported there. */
  #cellLine = 1;
  /** quote: after a quotation mark within a quoted cell. return: after a carriage return, which a line feed must follow. */
  #state: 'start' | 'plain' | 'quoted' | 'quote' | 'return' = 'start';

  /**
   * The rows that end in the next piece of the text.
   * @throws AppError invalid_input with the line of a quote that is out of place, or of what is over a bound
   */
  *read(text: string): Generator<CsvRow> {
    for (let at = 0; at < text.length; ) {
      const next = text[at] ?? '';
      if (this.#state === 'quoted' ? next === '"' : MEANINGFUL.has(next)) {
        const row = this.#take(next);
        if (row) yield row;
        at += 1;
      } else {
        const run = this.#state === 'quoted' ? WITHIN_QUOTES : PLAIN;
        run.lastIndex = at;
        const [part = ''] = run.exec(text) ?? [];
        this.#append(part);
        at += part.length;
      }
    }
  }

  /** The last row, if no line end followed it. @throws AppError invalid_input for a quote that is not closed */
  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted' || this.#state === 'return') throw this.#misplaced();
    const row = this.#row.cells.length > 0 || this.#cell !== '' ? this.#endRow() : undefined;
    if (row) yield row;
  }

  /** One of MEANINGFUL. @returns the row that it ends */
  #take(character: string): CsvRow | undefined {
    if (this.#state === 'quoted') this.#state = 'quote';
    else if (character === '\n') {
      this.#line += 1;
      return this.#endRow();
    } else if (this.#state === 'return') throw this.#misplaced();
    else if (character === ',') this.#endCell();
    else if (character === '\r') this.#state = 'return';
    else if (this.#state === 'plain') throw this.#misplaced();
    else {
      // Two quotation marks within a quoted cell are one.
      if (this.#state === 'quote') this.#grow(character);
      this.#state = 'quoted';
    }
    return undefined;
  }

  #append(part: string): void {
    if (this.#state === 'quote' || this.#state === 'return') throw this.#misplaced();
    this.#grow(part);
    if (this.#state === 'quoted') this.#line += part.split('\n').length - 1;
    else this.#state = 'plain';
  }

  #grow(part: string): void {
    this.#cell += part;
    if (this.#cell.length > MAX_CELL)
      throw refusedFile(this.#cellLine, `A cell has more than ${MAX_CELL} characters`);
  }

  #endCell(): void {
    if (this.#row.cells.length === MAX_COLUMNS)
      throw refusedFile(this.#cellLine, `More than ${MAX_COLUMNS} columns`);
    this.#row.cells.push(this.#cell);
    this.#cell = '';
    this.#cellLine = this.#line;
    this.#state = 'start';
  }

  #endRow(): CsvRow | undefined {
    if (this.#cell === '' && this.#row.cells.length === 0) {
      // An empty line.
      this.#row.line = this.#cellLine = this.#line;
      this.#state = 'start';
      return undefined;
    }
    this.#endCell();
    const row = this.#row;
    this.#row = { line: this.#line, cells: [] };
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) throw refusedFile(row.line, `More than ${MAX_PAY_FILE_PAYMENTS} payments`);
    return row;
  }

  #misplaced(): Error {
    return refusedFile(this.#cellLine, 'A quotation mark is not closed, or out of place');
  }
}

/** The first row of a text. @throws AppError as CsvReader does */
export function firstCsvRow(text: string): CsvRow | undefined {
  const reader = new CsvReader();
  for (const row of reader.read(text)) return row;
  for (const row of reader.end()) return row;
  return undefined;
}

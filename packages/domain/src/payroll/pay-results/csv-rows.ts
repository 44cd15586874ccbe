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

/** A cell, in quotation marks or without, with what ends it; and as much as there is of one. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n)/y;
const BEGUN = /(?:"([^"]*(?:""[^"]*)*)(?:"\r?)?|([^",\r\n]*)\r?)/y;

function matchAt(pattern: RegExp, text: string, at = 0): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Rows of a CSV file (RFC 4180), read piece by piece, so that a file which is none is refused at its first lines; empty
 * lines are left out. Own code, because a library's parser repairs what has to be refused here.
 */
class CsvReader {
  /** The cell whose end has not arrived. */
  #begun = '';
  /** Where it begins: what is wrong in it is reported there. */
  #line = 1;
  #row: CsvRow = { line: 1, cells: [] };
  #rows = 0;

  /** The rows that end in the next piece of the text. */
  *read(piece: string): Generator<CsvRow> {
    const text = this.#begun + piece;
    let at = 0;
    for (let cell = matchAt(CELL, text, at); cell; cell = matchAt(CELL, text, at)) {
      const [whole, , , end] = cell;
      this.#addCell(this.#contentOf(cell));
      at += whole.length;
      this.#line += whole.split('\n').length - 1;
      const row = end === ',' ? undefined : this.#endRow();
      if (row) yield row;
    }
    this.#begun = text.slice(at);
    const begun = matchAt(BEGUN, this.#begun);
    if (begun) this.#contentOf(begun);
    if (begun?.[0] !== this.#begun) throw this.#misplaced();
  }

  /** The last row, if no line end followed it. */
  *end(): Generator<CsvRow> {
    const isWhole = !this.#begun.endsWith('\r') && matchAt(CELL, `${this.#begun}\n`);
    if (!isWhole) throw this.#misplaced();
    if (this.#begun !== '' || this.#row.cells.length > 0) yield* this.read('\n');
  }

  /** Two quotation marks within a quoted cell are one. */
  #contentOf([, quoted, plain = '']: RegExpExecArray): string {
    const content = quoted?.replaceAll('""', '"') ?? plain;
    if (content.length > MAX_CELL)
      throw refusedFile(this.#line, `A cell has more than ${MAX_CELL} characters`);
    return content;
  }

  #addCell(content: string): void {
    const { cells } = this.#row;
    if (cells.length === MAX_COLUMNS) throw refusedFile(this.#line, `More than ${MAX_COLUMNS} columns`);
    cells.push(content);
  }

  /** undefined: the line was empty. */
  #endRow(): CsvRow | undefined {
    const row = this.#row;
    this.#row = { line: this.#line, cells: [] };
    if (row.cells.length === 1 && row.cells[0] === '') return undefined;
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) throw refusedFile(row.line, `More than ${MAX_PAY_FILE_PAYMENTS} payments`);
    return row;
  }

  #misplaced(): Error {
    return refusedFile(this.#line, 'A quotation mark is not closed, or out of place');
  }
}

/**
 * The rows of a text that comes in pieces.
 * @throws AppError invalid_input with the line of a quote that is out of place or not closed, or of what is over a bound
 */
export async function* csvRows(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const reader = new CsvReader();
  for await (const piece of text) yield* reader.read(piece);
  yield* reader.end();
}

import { setImmediate as otherWork } from 'node:timers/promises';
import { AppError, MAX_RESULT_FILE_BYTES } from '@partnerdesk/contracts';
import { MAX_PAY_FILE_PAYMENTS } from '../pay-files/make-pay-file';

/** A file's bytes in their order, as they arrive. */
export type FileContent = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes that are read between two turns of other work: about a millisecond's. */
const PIECE_BYTES = 64 * 1024;

/** Not a character that a text file has: control characters such as the zeros of UTF-16, and what is no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffd]/;

/** A file of a bank or of PayPal that cannot be taken: where and why. Nothing of it is applied. */
export function refusedFile(line: number, reason: string): AppError {
  const text = `Line ${line}: ${reason}`;
  return new AppError('invalid_input', text, { file: text });
}

/** A file's text in pieces, other work in between. @throws AppError payload_too_large; invalid_input for no UTF-8, with its line */
export async function* textsOfFile(content: FileContent): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = 1;
  const checked = (text: string): string => {
    const broken = text.search(NO_TEXT);
    if (broken !== -1)
      throw refusedFile(line + lineEnds(text.slice(0, broken)), 'This is no text file in UTF-8');
    line += lineEnds(text);
    return text;
  };
  let size = 0;
  for await (const bytes of content) {
    size += bytes.length;
    if (size > MAX_RESULT_FILE_BYTES) {
      const text = 'The file is larger than 20 MB';
      throw new AppError('payload_too_large', text, { file: text });
    }
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      yield checked(decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true }));
      await otherWork();
    }
  }
  yield checked(decoder.decode());
}

const lineEnds = (text: string): number => text.split('\n').length - 1;

export interface CsvRow {
  /** Line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

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
 * Rows of a CSV file (RFC 4180), read piece by piece, without empty lines. Own code, because a library repairs what has to
 * be refused here: a quotation mark out of place or not closed, and what is over a bound.
 * @throws AppError invalid_input with the line
 */
export async function* csvRows(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<CsvRow> {
  /** The cell whose end has not arrived, and the line on which it begins. */
  let begun = '';
  let line = 1;
  let row: CsvRow = { line: 1, cells: [] };
  let rows = 0;
  const misplaced = () => refusedFile(line, 'A quotation mark is not closed, or out of place');
  const contentOf = ([, quoted, plain = '']: RegExpExecArray): string => {
    const content = quoted?.replaceAll('""', '"') ?? plain;
    if (content.length > MAX_CELL) throw refusedFile(line, `A cell has more than ${MAX_CELL} characters`);
    return content;
  };
  function* read(piece: string): Generator<CsvRow> {
    const all = begun + piece;
    let at = 0;
    for (let cell = matchAt(CELL, all, at); cell; cell = matchAt(CELL, all, at)) {
      const [whole, , , end] = cell;
      const content = contentOf(cell);
      if (row.cells.length === MAX_COLUMNS) throw refusedFile(line, `More than ${MAX_COLUMNS} columns`);
      row.cells.push(content);
      at += whole.length;
      line += lineEnds(whole);
      if (end === ',') continue;
      const isEmpty = row.cells.length === 1 && content === '';
      if (!isEmpty) rows += 1;
      if (rows > MAX_ROWS) throw refusedFile(row.line, `More than ${MAX_PAY_FILE_PAYMENTS} payments`);
      if (!isEmpty) yield row;
      row = { line, cells: [] };
    }
    begun = all.slice(at);
    const rest = matchAt(BEGUN, begun);
    if (rest) contentOf(rest);
    if (rest?.[0] !== begun) throw misplaced();
  }
  for await (const piece of text) yield* read(piece);
  if (begun.endsWith('\r') || !matchAt(CELL, `${begun}\n`)) throw misplaced();
  if (begun !== '' || row.cells.length > 0) yield* read('\n');
}

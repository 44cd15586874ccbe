import { ACH_RETURN_CODES } from './ach-return-codes';
import { type FileContent, refusedFile, textsOfFile } from './result-file';

/** An entry that a bank sends back. */
export interface AchReturn {
  /** Line of its addenda record, counted from 1. */
  line: number;
  /** Trace number of our entry, 15 digits (traceNumberOf). */
  trace: string;
  /** One of ACH_RETURN_CODES. */
  code: string;
  cents: number;
}

/** A notification of change: the payment was booked, but its account data should be corrected. */
export interface AchChange {
  line: number;
  trace: string;
  /** C01 to C99. */
  code: string;
  /** Corrected data as the bank writes it; it may hold an account number. */
  corrected: string;
}

export interface AchReturnFile {
  returns: AchReturn[];
  changes: AchChange[];
}

const LENGTH = 94;
const FILLER = '9'.repeat(LENGTH);
const RETURN_ADDENDA = '799';
const CHANGE_ADDENDA = '798';

/** A record with its line; positions are counted from 1, as Nacha's rules count them. */
class Line {
  constructor(
    readonly number: number,
    private readonly record: string,
  ) {}

  at(from: number, to: number = from): string {
    return this.record.slice(from - 1, to);
  }

  /** @throws AppError when there are other characters than digits */
  figure(from: number, to: number, what: string): number {
    const digits = this.at(from, to);
    if (!/^\d+$/.test(digits)) throw this.refused(`The ${what} is no number`);
    return Number(digits);
  }

  refused(reason: string): Error {
    return refusedFile(this.number, reason);
  }
}

/**
 * Reads a bank's return file: an addenda record 99 for each returned entry, 98 for each notification of change. Every total
 * must hold: a file that was cut off, edited, or is of another company is refused. @throws AppError invalid_input with line
 * and reason, payload_too_large
 */
export async function readAchReturns(content: FileContent, companyID: string): Promise<AchReturnFile> {
  const reader = new ReturnReader(companyID);
  let number = 0;
  const read = (record: string) => {
    number += 1;
    reader.read(checkedLine(number, record));
  };
  let rest = '';
  for await (const text of textsOfFile(content)) {
    const records = (rest + text).split('\n');
    rest = records.pop() ?? '';
    for (const record of records) read(record.replace(/\r$/, ''));
    // A line that goes on and on is refused before it ends.
    if (rest.length > LENGTH + 1) checkedLine(number + 1, rest);
  }
  if (rest !== '') read(rest);
  reader.end(number + 1);
  return { returns: reader.returns, changes: reader.changes };
}

function checkedLine(number: number, record: string): Line {
  if (!/^[ -~]*$/.test(record)) throw refusedFile(number, 'There are characters that are not ASCII');
  if (record.length !== LENGTH) {
    throw refusedFile(number, `${record.length} characters instead of ${LENGTH}`);
  }
  return new Line(number, record);
}

class Totals {
  entries = 0;
  hash = 0;
  debitCents = 0;
  creditCents = 0;

  /** @param entry an entry detail record: a debit's transaction code ends in 6 to 9 */
  addEntry(entry: Line): void {
    const cents = entry.figure(30, 39, 'amount');
    this.entries += 1;
    this.hash += entry.figure(4, 11, 'routing number');
    if (entry.figure(2, 3, 'transaction code') % 10 > 5) this.debitCents += cents;
    else this.creditCents += cents;
  }

  /** @param count where the count of entries is; hash and sums follow it */
  check(control: Line, [from, to]: [number, number]): void {
    const wrong = (what: string) => control.refused(`The ${what} does not add up`);
    if (control.figure(from, to, 'count of entries') !== this.entries) throw wrong('count of entries');
    if (control.figure(to + 1, to + 10, 'entry hash') !== this.hash % 10 ** 10) throw wrong('entry hash');
    if (control.figure(to + 11, to + 22, 'sum of debits') !== this.debitCents) throw wrong('sum of debits');
    if (control.figure(to + 23, to + 34, 'sum of credits') !== this.creditCents) {
      throw wrong('sum of credits');
    }
  }
}

/** Takes the records one by one; each must be one that may follow the last. */
class ReturnReader {
  readonly returns: AchReturn[] = [];
  readonly changes: AchChange[] = [];
  private expected: 'the file header' | 'a batch' | 'an entry' | 'an addenda record' | 'filler' =
    'the file header';
  private readonly file = new Totals();
  private batch = new Totals();
  private batches = 0;
  private entry: Line | undefined;

  constructor(private readonly companyID: string) {}

  read(line: Line): void {
    const type = line.at(1);
    if (this.expected === 'filler') {
      if (line.at(1, LENGTH) !== FILLER) throw line.refused('There is something after the end of the file');
    } else if (this.expected === 'the file header' && type === '1') this.readHeader(line);
    else if (this.expected === 'a batch' && type === '5') this.openBatch(line);
    else if (this.expected === 'a batch' && type === '9') this.closeFile(line);
    else if (this.expected === 'an entry' && type === '6') this.readEntry(line);
    else if (this.expected === 'an entry' && type === '8') this.closeBatch(line);
    else if (this.expected === 'an addenda record' && type === '7') this.readAddenda(line);
    else throw line.refused(`A record ${type} where ${this.expected} is expected`);
  }

  end(number: number): void {
    if (this.expected !== 'filler') throw refusedFile(number, 'The file is cut off');
  }

  private readHeader(line: Line): void {
    if (line.at(35, 40) !== '094101') throw line.refused('This is no file in Nacha’s format');
    this.expected = 'a batch';
  }

  private openBatch(line: Line): void {
    if (line.at(41, 50).trim() !== this.companyID) {
      throw line.refused(`The file is of another company: ${line.at(5, 20).trim()}`);
    }
    this.batch = new Totals();
    this.expected = 'an entry';
  }

  private readEntry(line: Line): void {
    if (line.at(79) !== '1') throw line.refused('The entry has no addenda record, so it is no return');
    for (const totals of [this.batch, this.file]) totals.addEntry(line);
    this.entry = line;
    this.expected = 'an addenda record';
  }

  private readAddenda(line: Line): void {
    for (const totals of [this.batch, this.file]) totals.entries += 1;
    const trace = line.at(7, 21);
    const code = line.at(4, 6);
    if (!/^\d{15}$/.test(trace)) throw line.refused('The original trace number is no number');
    if (line.at(1, 3) === RETURN_ADDENDA) {
      if (!(code in ACH_RETURN_CODES)) throw line.refused(`${code} is no return code`);
      const cents = this.entry?.figure(30, 39, 'amount') ?? 0;
      this.returns.push({ line: line.number, trace, code, cents });
    } else if (line.at(1, 3) === CHANGE_ADDENDA) {
      if (!/^C\d\d$/.test(code)) throw line.refused(`${code} is no change code`);
      this.changes.push({ line: line.number, trace, code, corrected: line.at(36, 64).trim() });
    } else throw line.refused('The addenda record is of no return');
    this.expected = 'an entry';
  }

  private closeBatch(line: Line): void {
    this.batch.check(line, [5, 10]);
    this.batches += 1;
    this.expected = 'a batch';
  }

  private closeFile(line: Line): void {
    if (line.figure(2, 7, 'count of batches') !== this.batches) {
      throw line.refused('The count of batches does not add up');
    }
    this.file.check(line, [14, 21]);
    this.expected = 'filler';
  }
}

import { type FileContent, refusedFile, textsOfFile } from './result-file';

/** An entry that a bank sends back, or a notification of change: it was booked, but its account data should be corrected. */
export interface AchReturn {
  /** Line of its addenda record, counted from 1. */
  line: number;
  /** Trace number of our entry, 15 digits (traceNumberOf). */
  trace: string;
  /** One of ACH_RETURN_CODES; of a change C01 to C99. */
  code: string;
  cents: number;
  /** Changes: the data as the bank writes them; they may hold an account number. */
  corrected?: string;
}

const LENGTH = 94;
const FILLER = '9'.repeat(LENGTH);

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

async function* linesOf(content: FileContent): AsyncGenerator<Line> {
  let number = 1;
  let rest = '';
  for await (const text of textsOfFile(content)) {
    const records = (rest + text).split('\n');
    rest = records.pop() ?? '';
    for (const record of records) {
      yield checkedLine(number, record.replace(/\r$/, ''));
      number += 1;
    }
    // A line that goes on and on is refused before it ends.
    if (rest.length > LENGTH + 1) checkedLine(number, rest);
  }
  if (rest !== '') yield checkedLine(number, rest);
}

function checkedLine(number: number, record: string): Line {
  if (!/^[ -~]*$/.test(record)) throw refusedFile(number, 'There are characters that are not ASCII');
  if (record.length !== LENGTH) throw refusedFile(number, `${record.length} characters instead of ${LENGTH}`);
  return new Line(number, record);
}

class Totals {
  entries = 0;
  private hash = 0;
  private debitCents = 0;
  private creditCents = 0;

  /** @param entry an entry detail record: a debit's transaction code ends in 6 to 9 */
  addEntry(entry: Line): void {
    const cents = entry.figure(30, 39, 'amount');
    // With its addenda record.
    this.entries += 2;
    this.hash += entry.figure(4, 11, 'routing number');
    if (entry.figure(2, 3, 'transaction code') % 10 > 5) this.debitCents += cents;
    else this.creditCents += cents;
  }

  /** @param count where the count of entries is; hash and sums follow it */
  check(control: Line, [from, to]: [number, number]): void {
    const compare = (sum: number, start: number, end: number, what: string) => {
      if (control.figure(start, end, what) !== sum) throw control.refused(`The ${what} does not add up`);
    };
    compare(this.entries, from, to, 'count of entries');
    compare(this.hash % 10 ** 10, to + 1, to + 10, 'entry hash');
    compare(this.debitCents, to + 11, to + 22, 'sum of debits');
    compare(this.creditCents, to + 23, to + 34, 'sum of credits');
  }
}

/**
 * Reads a bank's return file: an addenda record 99 for each returned entry, 98 for each notification of change. Every total
 * must hold: a file that was cut off, edited, or is of another company is refused. @returns the changes last
 * @throws AppError invalid_input with line and reason, payload_too_large
 */
export async function readAchReturns(content: FileContent, companyID: string): Promise<AchReturn[]> {
  const lines = linesOf(content);
  let last = 0;
  const take = async (expected: string, types: string): Promise<Line> => {
    const { value: line } = await lines.next();
    if (!line) throw refusedFile(last + 1, 'The file is cut off');
    last = line.number;
    const type = line.at(1);
    if (!types.includes(type)) throw line.refused(`A record ${type} where ${expected} is expected`);
    return line;
  };
  const header = await take('the file header', '1');
  if (header.at(35, 40) !== '094101') throw header.refused('This is no file in Nacha’s format');
  const returns: AchReturn[] = [];
  const changes: AchReturn[] = [];
  const file = new Totals();
  let batches = 0;
  let batch = await take('a batch', '59');
  for (; batch.at(1) === '5'; batch = await take('a batch', '59')) {
    if (batch.at(41, 50).trim() !== companyID)
      throw batch.refused(`The file is of another company: ${batch.at(5, 20).trim()}`);
    const totals = new Totals();
    let entry = await take('an entry', '68');
    for (; entry.at(1) === '6'; entry = await take('an entry', '68')) {
      if (entry.at(79) !== '1') throw entry.refused('The entry has no addenda record, so it is no return');
      for (const each of [totals, file]) each.addEntry(entry);
      const read = returnOf(entry, await take('an addenda record', '7'));
      (read.corrected === undefined ? returns : changes).push(read);
    }
    totals.check(entry, [5, 10]);
    batches += 1;
  }
  if (batch.figure(2, 7, 'count of batches') !== batches)
    throw batch.refused('The count of batches does not add up');
  file.check(batch, [14, 21]);
  for await (const line of lines)
    if (line.at(1, LENGTH) !== FILLER) throw line.refused('There is something after the end of the file');
  return [...returns, ...changes];
}

function returnOf(entry: Line, addenda: Line): AchReturn {
  const trace = addenda.at(7, 21);
  if (!/^\d{15}$/.test(trace)) throw addenda.refused('The original trace number is no number');
  const code = addenda.at(4, 6);
  const read = { line: addenda.number, trace, code, cents: entry.figure(30, 39, 'amount') };
  switch (addenda.at(2, 3)) {
    case '99':
      if (!(code in ACH_RETURN_CODES)) throw addenda.refused(`${code} is no return code`);
      return read;
    case '98':
      if (!/^C\d\d$/.test(code)) throw addenda.refused(`${code} is no change code`);
      return { ...read, corrected: addenda.at(36, 64).trim() };
    default:
      throw addenda.refused('The addenda record is of no return');
  }
}

/** Why a bank returns an entry (Nacha Operating Rules, appendix "Return entries"); codes that are not listed are unused. */
export const ACH_RETURN_CODES: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'The account is closed',
  R03: 'No such account, or it could not be located',
  R04: 'The account number is not valid',
  R05: 'Unauthorized debit to a consumer account with a corporate entry code',
  R06: 'Returned at the request of the originating bank',
  R07: 'The customer revoked the authorization',
  R08: 'The payment was stopped',
  R09: 'Uncollected funds',
  R10: 'The customer does not know the originator, or did not authorize it',
  R11: 'The entry does not follow the terms of the authorization',
  R12: 'The account was sold to another bank',
  R13: 'The routing number is not valid for direct deposits',
  R14: 'The representative payee has died or cannot continue',
  R15: 'The account holder or beneficiary has died',
  R16: 'The account is frozen, or the entry was returned on instruction of OFAC',
  R17: 'The entry did not pass the bank’s checks, or its account number is doubtful',
  R18: 'The effective entry date is improper',
  R19: 'The amount is not valid',
  R20: 'The account takes no such transactions',
  R21: 'The company identification is not valid',
  R22: 'The individual identification number is not valid',
  R23: 'The receiver refused the credit',
  R24: 'Duplicate entry',
  R25: 'The addenda record is not valid',
  R26: 'A mandatory field is missing or not valid',
  R27: 'The trace number is not valid',
  R28: 'The check digit of the routing number is wrong',
  R29: 'The corporate customer did not authorize the entry',
  R30: 'The bank does not take part in check truncation',
  R31: 'Returned with the consent of the originating bank (CCD and CTX)',
  R32: 'The bank cannot settle the entry',
  R33: 'Return of an XCK entry',
  R34: 'The bank’s participation is limited',
  R35: 'Improper debit entry',
  R36: 'Improper credit entry',
  R37: 'The source document was presented for payment',
  R38: 'Payment of the source document was stopped',
  R39: 'Improper source document, or it was presented for payment',
  R40: 'Enrollment returned by a federal agency',
  R41: 'The transaction code of an enrollment is not valid',
  R42: 'The routing number of an enrollment is not valid',
  R43: 'The account number of an enrollment is not valid',
  R44: 'The individual identification number of an enrollment is not valid',
  R45: 'The name of an enrollment is not valid',
  R46: 'The representative payee indicator of an enrollment is not valid',
  R47: 'Duplicate enrollment',
  R50: 'State law affects the acceptance of RCK entries',
  R51: 'The item of an RCK entry is ineligible, or the entry is improper',
  R52: 'Payment of the item of an RCK entry was stopped',
  R53: 'The item and its RCK entry were both presented for payment',
  R61: 'Dishonored: the return was misrouted',
  R62: 'Dishonored: return of an erroneous or reversing debit',
  R67: 'Dishonored: duplicate return',
  R68: 'Dishonored: the return came too late',
  R69: 'Dishonored: fields of the return are wrong',
  R70: 'Dishonored: the return was not accepted, or was not requested',
  R71: 'Contested: the dishonored return was misrouted',
  R72: 'Contested: the dishonored return came too late',
  R73: 'Contested: the original return was in time',
  R74: 'Contested: corrected return',
  R75: 'Contested: the original return was no duplicate',
  R76: 'Contested: the original return had no errors',
  R77: 'Contested: the dishonored return R62 is not accepted',
  R80: 'The international entry is coded wrongly',
  R81: 'The bank takes no international entries',
  R82: 'The identification of the foreign bank is not valid',
  R83: 'The foreign bank cannot settle the entry',
  R84: 'The gateway did not process the entry',
  R85: 'An outbound international payment is coded wrongly',
};

/** Whether a code says that a payment came back; R61 to R77 are the banks' dispute about such a return. */
export const isPaymentReturned = (code: string): boolean =>
  code in ACH_RETURN_CODES && (code < 'R61' || code > 'R77');

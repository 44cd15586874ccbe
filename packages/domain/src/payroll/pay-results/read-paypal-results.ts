import { type CsvRow, csvRows, type FileContent, refusedFile, textsOfFile } from './result-file';

/** What became of a line of a PayPal file. */
export interface PayPalResult {
  /** Line in PayPal's file, counted from 1. */
  line: number;
  /** The customer id of our file: the payroll's id. */
  payrollID: number;
  recipient: string;
  cents: number;
  /** open: neither yet, such as unclaimed. */
  outcome: 'paid' | 'returned' | 'open';
  /** PayPal's word for it, and its reason where it names one. */
  status: string;
  reason: string;
}

/** PayPal names its columns differently from report to report; of each the first that is there counts. */
const COLUMNS = {
  id: ['unique id', 'customer id', 'sender item id', 'sender_item_id', 'your unique id'],
  recipient: [
    'recipient',
    'recipient email',
    'recipient email address',
    'receiver',
    'email address',
    'email',
  ],
  amount: ['amount', 'payout amount', 'payment amount'],
  currency: ['currency', 'currency code', 'payout currency'],
  status: ['status', 'transaction status', 'transaction_status', 'payout status'],
  reason: ['reason', 'error message', 'failure reason', 'error', 'error code'],
} as const;
type Column = keyof typeof COLUMNS;
const OPTIONAL: ReadonlySet<Column> = new Set(['reason']);

const STATUSES: Readonly<Record<PayPalResult['outcome'], readonly string[]>> = {
  paid: ['success', 'completed'],
  returned: ['failed', 'denied', 'returned', 'refunded', 'reversed', 'blocked', 'canceled', 'cancelled'],
  open: ['unclaimed', 'pending', 'processing', 'processed', 'onhold', 'on hold', 'held', 'new'],
};
const OUTCOMES = Object.keys(STATUSES) as PayPalResult['outcome'][];

/** A line that is not understood refuses PayPal's file. @throws AppError invalid_input with the line, payload_too_large */
export async function readPayPalResults(content: FileContent): Promise<PayPalResult[]> {
  const rows = csvRows(textsOfFile(content));
  const { value: header } = await rows.next();
  if (!header) throw refusedFile(1, 'The file is empty');
  const places = placesOf(header);
  const columns = header.cells.length;
  const results: PayPalResult[] = [];
  const lineOfID = new Map<number, number>();
  for await (const row of rows) {
    if (row.cells.length !== columns)
      throw refusedFile(row.line, `${row.cells.length} columns instead of ${columns}`);
    const result = resultOf(row, (column) => row.cells[places[column] ?? -1]?.trim() ?? '');
    const earlier = lineOfID.get(result.payrollID);
    if (earlier) throw refusedFile(row.line, `The same payment as in line ${earlier}`);
    lineOfID.set(result.payrollID, row.line);
    results.push(result);
  }
  return results;
}

function placesOf({ line, cells }: CsvRow): Partial<Record<Column, number>> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const places: Partial<Record<Column, number>> = {};
  for (const [column, known] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const name = known.find((each) => names.includes(each));
    if (name) places[column] = names.indexOf(name);
    else if (!OPTIONAL.has(column)) throw refusedFile(line, `There is no column for the ${column}`);
  }
  return places;
}

function resultOf({ line }: CsvRow, cell: (column: Column) => string): PayPalResult {
  const id = cell('id');
  if (!/^[1-9]\d{0,14}$/.test(id)) throw refusedFile(line, 'The id is none of ours');
  if (cell('currency') !== 'USD') throw refusedFile(line, 'The currency is not USD');
  const status = cell('status');
  const outcome = OUTCOMES.find((each) => STATUSES[each].includes(status.toLowerCase()));
  if (!outcome) throw refusedFile(line, `The status is unknown: ${status.slice(0, 40)}`);
  return {
    line,
    payrollID: Number(id),
    recipient: cell('recipient'),
    cents: centsOfText(cell('amount'), line),
    outcome,
    status,
    reason: cell('reason'),
  };
}

/** `1,234.50`, `$1,234.50` or `-1234.50`: reports of the account show what it pays below zero. */
function centsOfText(text: string, line: number): number {
  const [, dollars, cents] = /^-?\$?(\d{1,3}(?:,\d{3})*|\d{1,9})\.(\d\d)$/.exec(text) ?? [];
  if (!dollars || !cents) throw refusedFile(line, 'The amount is no amount with two decimals');
  return Number(dollars.replaceAll(',', '')) * 100 + Number(cents);
}

import {
  csvHeader,
  csvRow,
  dollarsOf,
  type PaymentStatement,
  type PaymentType,
  STATEMENT_PARTS,
  statementColumns,
} from '@partnerdesk/contracts';
import type { LedgerEntry, Statement } from '@partnerdesk/domain';
import { presentEntry } from '../payroll/payroll.presenter';

/** Who of the office made an entry is the office's own business. */
export function presentStatementEntry({ by: _by, ...entry }: LedgerEntry) {
  return presentEntry(entry);
}

/** GET /payment-statement. */
export function presentStatement({ payroll, mark, sums, entries, ...more }: Statement): PaymentStatement {
  const { state = 'executed', reason } = mark ?? {};
  const inOrder = STATEMENT_PARTS.flatMap((part) => sums.filter((sum) => sum.part === part));
  return {
    payrollID: payroll._id,
    name: payroll.name,
    startPeriod: payroll.startPeriod,
    endPeriod: payroll.endPeriod,
    paymentType: payroll.paymentType as PaymentType,
    paymentInfo: payroll.paymentInfo,
    dateCreated: payroll.createdAt.toISOString(),
    state,
    ...(state === 'returned' && reason && { reason }),
    sums: inOrder.map(({ payoutCents, ...sum }) => ({ ...sum, payout: dollarsOf(payoutCents) })),
    amount: dollarsOf(payroll.amountCents),
    entries: entries.map(presentStatementEntry),
    total: more.total,
    broughtForward: dollarsOf(more.broughtForwardCents),
  };
}

/** Rows written at a time. */
const CHUNK = 200;

/** A CSV file of a statement's entries, as they come. @param timeZone the business's */
export async function* csvOfStatement(
  timeZone: string,
  entries: AsyncIterable<LedgerEntry>,
): AsyncGenerator<string> {
  const columns = statementColumns(timeZone);
  let chunk = csvHeader(columns);
  let lines = 0;
  for await (const entry of entries) {
    chunk += csvRow(columns, presentStatementEntry(entry));
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

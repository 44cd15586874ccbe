import type { BusinessDay, PaidKind, StatementPart } from '@partnerdesk/contracts';
import { ENTRIES_PAGE, STATEMENT_PAGE } from '@partnerdesk/contracts';
import { catchUpLedger, EntryModel, type LedgerEntry, PayeeModel, payeeKeyOf } from '../ledger';
import { getOrMake } from '../platform';
import { latestMarks, type PaymentMark, PayrollModel, type PayrollRecord } from './payroll.models';

const BATCH = 2000;
const ORDER = { payee: 1, postedDay: 1, at: 1 } as const;

/** No entry is posted on a closed day any more, and a period begins after the one before: these are all. */
const entriesOf = ({ payee, startPeriod, endPeriod }: PayrollRecord) => ({
  payee,
  postedDay: { $gte: startPeriod, $lte: endPeriod },
});

/** undefined: there is no such payment. */
export async function findPayment(payrollID: number): Promise<PayrollRecord | undefined> {
  await catchUpLedger();
  return (await PayrollModel.findById(payrollID).lean<PayrollRecord>()) ?? undefined;
}

/** Entries that a payroll paid; page is 1-based. undefined: there is no such payroll. */
export async function payrollEntries(payrollID: number, page: number) {
  const payroll = await findPayment(payrollID);
  return payroll && readPage(entriesOf(payroll), page);
}

/** Entries that are open through endDate. */
export async function openEntries(kind: PaidKind, personID: number, endDate: BusinessDay, page: number) {
  await catchUpLedger();
  const payee = payeeKeyOf(kind, personID);
  const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough ?? '';
  return readPage({ payee, postedDay: { $gt: closedThrough, $lte: endDate } }, page);
}

/** A page of the entries behind an amount, oldest first, and how many there are on all pages. */
async function readPage(filter: object, page: number) {
  const before = (page - 1) * ENTRIES_PAGE;
  const [entries, total] = await Promise.all([
    EntryModel.find(filter).sort(ORDER).skip(before).limit(ENTRIES_PAGE).lean<LedgerEntry[]>(),
    EntryModel.countDocuments(filter),
  ]);
  return { entries, total };
}

/** A payment with all that it adds up; the sums of its parts come to its amount. */
export interface Statement extends Awaited<ReturnType<typeof readPage>> {
  payroll: PayrollRecord;
  mark?: PaymentMark;
  sums: { part: StatementPart; entries: number; payoutCents: number }[];
  /** What the pages before add up to (cents). */
  broughtForwardCents: number;
}

/** To which part of its payment an entry belongs (docs/RULES.md, Payroll). */
function partOf({ type, day }: Pick<LedgerEntry, 'type' | 'day'>, startPeriod: string): StatementPart {
  if (type === 'adjustment' || type === 'returned') return type;
  return day < startPeriod ? 'carried' : type;
}

/** The statement of a payment; page is 1-based, of STATEMENT_PAGE entries. */
export async function statementOf(payroll: PayrollRecord, page: number): Promise<Statement> {
  const before = (page - 1) * STATEMENT_PAGE;
  const sums = new Map<StatementPart, Statement['sums'][number]>();
  const statement = { total: 0, broughtForwardCents: 0 };
  const projection = { _id: 0, type: 1, day: 1, payoutCents: 1 };
  const lines = EntryModel.collection.find<LedgerEntry>(entriesOf(payroll), { projection, batchSize: BATCH });
  for await (const entry of lines.sort(ORDER)) {
    const part = partOf(entry, payroll.startPeriod);
    const sum = getOrMake(sums, part, () => ({ part, entries: 0, payoutCents: 0 }));
    sum.entries += 1;
    sum.payoutCents += entry.payoutCents;
    if (statement.total < before) statement.broughtForwardCents += entry.payoutCents;
    statement.total += 1;
  }
  const [entries, marks] = await Promise.all([
    EntryModel.find(entriesOf(payroll)).sort(ORDER).skip(before).limit(STATEMENT_PAGE).lean<LedgerEntry[]>(),
    latestMarks([payroll._id]),
  ]);
  const mark = marks.get(payroll._id);
  return { payroll, ...(mark && { mark }), sums: [...sums.values()], entries, ...statement };
}

/** Every entry of a payment, oldest first, as it is read. */
export function streamStatement(payroll: PayrollRecord): AsyncIterable<LedgerEntry> {
  return EntryModel.find(entriesOf(payroll)).sort(ORDER).lean<LedgerEntry>().cursor({ batchSize: BATCH });
}

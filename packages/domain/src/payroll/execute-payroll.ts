import { actorName, type BusinessDay, type PaidKind, type PayrollType } from '@partnerdesk/contracts';
import { heldUntil, NOT_AS_SAVED } from '../accounts';
import { appendToJournal, CounterModel, EffectsBuilder, payeeKeyOf } from '../ledger';
import { type Actor, type AuditEntry, dayOf, pushTo, slicesOf } from '../platform';
import { type ApprovedPage, accountDigest, approverOrThrow } from './approved-items';
import { checkEndDateOrThrow } from './generate-payroll';
import type { OpenBalance } from './open-balances';
import { payableBalances } from './payable-balances';
import { PayrollModel, type PayrollRecord, payeeKindOf } from './payroll.models';
import { loadPeopleToPay, payrollRecordOf } from './payroll-record';
import { rowFingerprint } from './row-flags';

/** One person to pay; with a fingerprint only if the balance is still the one that was reviewed. */
export interface ExecuteItem {
  personID: number;
  fingerprint?: string;
  /** Named by itself, not as part of all: it is paid although its account has changed recently. */
  chosen?: boolean;
  /** Only while the payment details are still those that a second person was shown (accountDigest). */
  account?: string;
  /** First day of the row that was listed: a payroll that ended before it is not the one asked for. */
  startPeriod?: BusinessDay;
  /** Last day of the row that was reviewed: with a hold, days that have become payable since are left for later. */
  endPeriod?: BusinessDay;
}

/** What became of one person. */
export type ExecuteOutcome =
  | { personID: number; outcome: 'executed'; payroll: PayrollRecord; fingerprint: string }
  /** The same person and end date were executed before: the same record, nothing is paid again. */
  | { personID: number; outcome: 'already'; payroll: PayrollRecord }
  /** No payout above zero, or none that reaches the minimum, is payable. */
  | { personID: number; outcome: 'nothing' }
  /** The balance, or the approved account, is not the reviewed one any more; this is what it is now. Nothing was paid. */
  | { personID: number; outcome: 'changed'; balance: OpenBalance }
  /** The payment details changed so recently that the row must be chosen by itself (docs/RULES.md, Payment details). */
  | { personID: number; outcome: 'held' }
  /** Could not be paid, the others are. */
  | { personID: number; outcome: 'failed'; reason: string };

export interface ExecutePayrollInput {
  payrollType: PayrollType;
  endDate: BusinessDay;
  items: readonly ExecuteItem[];
  by: Actor;
  /** The call by which the office asked for it. */
  origin?: Pick<AuditEntry, 'address' | 'requestId'>;
  /** Noted on the records, so that a run that starts over knows its own. */
  runID?: string;
  /** Where a second person approves: the page of the approved request that these items are. */
  approved?: ApprovedPage;
}

/** People in one journal record: few enough for a short turn at the journal, many enough to be quick. */
export const EXECUTE_STEP = 100;

/**
 * Closes each person through endDate and writes one payroll record each (docs/RULES.md, Payroll). The
 * balance is read, compared and closed in one journal record, so no event can slip in between, and the
 * amount is the sum of the entries that it closes. Safe to repeat: it goes on where it stopped.
 * @throws AppError invalid_input for an end date after today
 */
export async function executePayroll(input: ExecutePayrollInput): Promise<ExecuteOutcome[]> {
  checkEndDateOrThrow(input.endDate);
  const outcomes: ExecuteOutcome[] = [];
  for (const step of slicesOf(input.items, EXECUTE_STEP)) outcomes.push(...(await executeStep(input, step)));
  return outcomes;
}

function executeStep(input: ExecutePayrollInput, items: readonly ExecuteItem[]): Promise<ExecuteOutcome[]> {
  return appendToJournal(async ({ at: createdAt }) => {
    const approvedBy = await approverOrThrow(input.approved, items);
    const builder = new EffectsBuilder();
    const outcomes = await planExecution(input, items, createdAt, approvedBy);
    const payrolls = builder.inserts(PayrollModel);
    for (const each of outcomes) if (each.outcome === 'executed') payrolls.push(each.payroll);
    for (const { _id, payee, endPeriod } of payrolls) builder.close(payee, endPeriod, _id);
    const last = payrolls.at(-1);
    if (last) builder.count('payrollID', last._id);
    return {
      effects: builder.build(),
      note: `payrolls: ${payrolls.length}`,
      audits: payrolls[0] && [executedAudit(input, payrolls)],
      result: outcomes,
    };
  });
}

/** What executing these people at this moment would come to; it only reads. */
export async function planExecution(
  { payrollType, endDate, by, runID }: Omit<ExecutePayrollInput, 'items'>,
  items: readonly ExecuteItem[],
  createdAt: Date,
  approvedBy?: string,
): Promise<ExecuteOutcome[]> {
  const kind = payeeKindOf(payrollType);
  const personIDs = [...new Set(items.map((item) => item.personID))];
  const payee = { $in: personIDs.map((id) => payeeKeyOf(kind, id)) };
  const [ended, asked, open, { people, notAsSaved }, counter] = await Promise.all([
    PayrollModel.find({ payee, endPeriod: endDate }).lean<PayrollRecord[]>(),
    // With a hold the period ended earlier than was asked for, by any number of days (docs/RULES.md, Payouts).
    PayrollModel.find({ payee, askedEndDate: endDate }).lean<PayrollRecord[]>(),
    payableBalances(kind, endDate, { personIDs, day: dayOf(createdAt) }),
    loadPeopleToPay(kind, personIDs),
    CounterModel.findById('payrollID').lean(),
  ]);
  const done = [...ended, ...asked].sort((one, other) => one._id - other._id);
  const doneByPerson = new Map(done.map((payroll) => [payroll.personID, payroll]));
  const balances = new Map(open.map((balance) => [balance.personID, balance]));
  for (const each of await asReviewed(kind, items, balances, createdAt)) balances.set(each.personID, each);
  const createdBy = actorName(by);
  let payrollID = counter?.value ?? 0;
  return items.map(({ personID, fingerprint, account, chosen, startPeriod = '' }): ExecuteOutcome => {
    const existing = doneByPerson.get(personID);
    const balance = balances.get(personID);
    const person = people.get(personID);
    const now = balance && rowFingerprint(balance, person);
    // With a hold the same end date is asked for once more when more has become payable: rows listed after that payroll.
    const isLater = balance && existing && (fingerprint === now || startPeriod > existing.endPeriod);
    if (existing && !isLater) return { personID, outcome: 'already', payroll: existing };
    if (!balance || !now) return { personID, outcome: 'nothing' };
    const isOther = account !== undefined && person && account !== accountDigest(person);
    if ((fingerprint !== undefined && fingerprint !== now) || isOther) {
      return { personID, outcome: 'changed', balance: { ...balance, fingerprint: now } };
    }
    if (!chosen && heldUntil(person?.paymentChangedAt)) return { personID, outcome: 'held' };
    if (!person) return { personID, outcome: 'failed', reason: 'There is no such person' };
    if (notAsSaved.has(personID)) return { personID, outcome: 'failed', reason: NOT_AS_SAVED };
    payrollID += 1;
    const record = { payrollID, createdBy, createdAt, runID, approvedBy, endDate };
    const payroll = payrollRecordOf(kind, balance, person, record);
    doneByPerson.set(personID, payroll);
    balances.delete(personID);
    return { personID, outcome: 'executed', payroll, fingerprint: now };
  });
}

/** The balances of rows that ended earlier when they were reviewed, through that day. */
async function asReviewed(
  kind: PaidKind,
  items: readonly ExecuteItem[],
  balances: ReadonlyMap<number, OpenBalance>,
  createdAt: Date,
): Promise<OpenBalance[]> {
  const ends = new Map<BusinessDay, number[]>();
  for (const { personID, endPeriod } of items) {
    const balance = balances.get(personID);
    if (!endPeriod || !balance || endPeriod >= balance.endPeriod) continue;
    pushTo(ends, endPeriod, personID);
  }
  const day = dayOf(createdAt);
  const found = await Promise.all(
    [...ends].map(([end, personIDs]) => payableBalances(kind, end, { personIDs, day })),
  );
  return found.flat();
}

/** The line of the audit log for the payrolls of one record. */
function executedAudit(
  { payrollType, endDate, by, origin, runID }: ExecutePayrollInput,
  payrolls: readonly PayrollRecord[],
): AuditEntry {
  return {
    ...origin,
    actor: by,
    action: 'payroll.executed',
    subject: { type: 'payrollRun', id: runID ?? `${payrollType}:${endDate}` },
    after: {
      persons: payrolls.length,
      cents: payrolls.reduce((sum, { amountCents }) => sum + amountCents, 0),
      firstPayrollID: payrolls[0]?._id,
      lastPayrollID: payrolls.at(-1)?._id,
      endDate,
      ...(payrolls[0]?.approvedBy && { approvedBy: payrolls[0].approvedBy }),
    },
  };
}

import { hash } from 'node:crypto';
import type { BusinessDay, PaidKind, PayrollType } from '@partnerdesk/contracts';
import { AppError, actorName, PAYMENT_TYPE } from '@partnerdesk/contracts';
import { changedLately, heldUntil, NOT_AS_SAVED, type PaymentFields } from '../accounts';
import { appendToJournal, CounterModel, catchUpLedger, EffectsBuilder, payeeKeyOf } from '../ledger';
import { type Actor, type AuditEntry, type By, dayOf, isFourEyes, pushTo, slicesOf } from '../platform';
import { ApprovalModel } from './approval.model';
import { checkEndDateOrThrow, loadPayeePeople, type PayrollScope, rowFingerprint } from './generate-payroll';
import { type OpenBalance, payableBalances, shortHash } from './open-balances';
import { PayrollModel, type PayrollRecord, payeeKindOf } from './payroll.models';
import { loadPeopleToPay, payrollRecordOf } from './payroll-record';

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
  origin?: Omit<By, 'actor'> | undefined;
  /** Noted on the records, so that a run that starts over knows its own. */
  runID?: string;
  /** Where a second person approves: the page, from 0, of the approved request that these items are. */
  approved?: { approvalID: number; page: number } | undefined;
}

/** People in one journal record: few enough for a short turn at the journal, many enough to be quick. */
export const EXECUTE_STEP = 100;

/**
 * Closes each person through endDate and writes one payroll record each (docs/RULES.md, Payroll): balances are read,
 * compared and closed in one journal record, so that no event can slip in between. Safe to repeat.
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
  const day = dayOf(createdAt);
  const [ended, asked, open, { people, notAsSaved }, counter] = await Promise.all([
    PayrollModel.find({ payee, endPeriod: endDate }).lean<PayrollRecord[]>(),
    // With a hold the period ended earlier than was asked for, by any number of days (docs/RULES.md, Payouts).
    PayrollModel.find({ payee, askedEndDate: endDate }).lean<PayrollRecord[]>(),
    payableBalances(kind, endDate, { personIDs, day }),
    loadPeopleToPay(kind, personIDs),
    CounterModel.findById('payrollID').lean(),
  ]);
  const done = [...ended, ...asked].sort((one, other) => one._id - other._id);
  const doneByPerson = new Map(done.map((payroll) => [payroll.personID, payroll]));
  const balances = new Map(open.map((balance) => [balance.personID, balance]));
  for (const each of await asReviewed(kind, items, balances, day)) balances.set(each.personID, each);
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
    const record = { _id: payrollID, createdBy, createdAt, runID, approvedBy };
    const payroll = payrollRecordOf(kind, balance, person, record, endDate);
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
  day: BusinessDay,
): Promise<OpenBalance[]> {
  const ends = new Map<BusinessDay, number[]>();
  for (const { personID, endPeriod } of items) {
    const balance = balances.get(personID);
    if (!endPeriod || !balance || endPeriod >= balance.endPeriod) continue;
    pushTo(ends, endPeriod, personID);
  }
  const found = await Promise.all(
    [...ends].map(([end, personIDs]) => payableBalances(kind, end, { personIDs, day })),
  );
  return found.flat();
}

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

/** Stands for a page of rows: another person, balance or account is another hash. */
export function hashItems(items: readonly ExecuteItem[]): string {
  const lines = items.map(({ personID, fingerprint, account }) => [personID, fingerprint, account].join('|'));
  return hash('sha256', lines.join('\n'), 'base64url');
}

/** Stands for payment details as they are stored; the number is in it as it was encrypted. */
export function accountDigest(details: PaymentFields): string {
  const { paymentType, payPalUserName, achName, achAccountType, achRoutingNumber } = details;
  const fields = [paymentType, payPalUserName, achName, achAccountType, achRoutingNumber];
  return shortHash(JSON.stringify([...fields, details.achAccountNumberEncrypted]));
}

/** Who approved these very items; undefined where nobody has to. @throws AppError conflict */
async function approverOrThrow(
  approved: ExecutePayrollInput['approved'],
  items: readonly ExecuteItem[],
): Promise<string | undefined> {
  if (!approved) {
    if (isFourEyes()) throw new AppError('conflict', 'A second person has to approve this first');
    return undefined;
  }
  const request = await ApprovalModel.findById(approved.approvalID).lean();
  const state = request?.state;
  if (request?.state !== 'approved' || request.pageHashes?.[approved.page] !== hashItems(items))
    throw new AppError('conflict', 'These rows are not the approved ones', undefined, { state });
  return request.decidedBy?.emailAddress;
}

const STEP = 500;

/** Whom an execution pays that names nobody: the one person, or (0) everybody with an open payout. */
export async function openItems({ payrollType, endDate, personID }: PayrollScope): Promise<ExecuteItem[]> {
  if (personID) return [{ personID, chosen: true }];
  const payable = await payableBalances(payeeKindOf(payrollType), endDate);
  return payable.map(({ personID, startPeriod }) => ({ personID, startPeriod }));
}

/** Counts what executing these people would come to, and changes nothing. @throws as executePayroll */
export async function previewExecution(input: ExecutePayrollInput) {
  checkEndDateOrThrow(input.endDate);
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  /** Who would be paid; of them of payment type Unknown, and with an account that changed recently. */
  const preview = { persons: 0, cents: 0, unknown: 0, accountsChanged: 0 };
  /** Persons who would not be paid. */
  const outcomes: Partial<Record<ExecuteOutcome['outcome'], number>> = {};
  for (const step of slicesOf(input.items, STEP)) {
    const planned = await planExecution(input, step, new Date());
    const personIDs = planned.map(({ personID }) => personID);
    const people = await loadPayeePeople(kind, personIDs);
    for (const each of planned) {
      if (each.outcome !== 'executed') {
        outcomes[each.outcome] = (outcomes[each.outcome] ?? 0) + 1;
        continue;
      }
      preview.persons += 1;
      preview.cents += each.payroll.amountCents;
      if (each.payroll.paymentType === PAYMENT_TYPE.unknown) preview.unknown += 1;
      if (changedLately(people.get(each.personID)?.paymentChangedAt)) preview.accountsChanged += 1;
    }
  }
  return { ...preview, outcomes };
}

import type { BusinessDay, PaidKind } from '@partnerdesk/contracts';
import { ADJUSTMENTS_PAGE, AppError, actorName, dollarsOf, formatUsd } from '@partnerdesk/contracts';
import type { EffectsBuilder, LedgerEntry } from '../ledger';
import {
  catchUpLedger,
  EntryModel,
  entryIDOf,
  PayeeModel,
  payeeKeyOf,
  payeeOfKey,
  postedDayOf,
} from '../ledger';
import { type AuditEntry, type By, dayOf } from '../platform';
import { findPayeeOrThrow } from './generate-payroll';

/** An amount that the office adds to a person's balance. */
export interface OfficeEntry
  extends Pick<LedgerEntry, 'at' | 'payrollID' | 'reverses'>,
    Required<Pick<LedgerEntry, 'reason' | 'by'>> {
  entryID: string;
  type: 'adjustment' | 'returned';
  cents: number;
  /** The day to post it on as long as it is open, in place of the first open one from `at` on. */
  postedDay?: BusinessDay;
}

/** Posts it on its day, or on the first open day after the person's last payroll (docs/RULES.md, Payroll). */
export function postOfficeEntry(
  builder: EffectsBuilder,
  kind: PaidKind,
  personID: number,
  closedThrough: BusinessDay | undefined,
  { entryID, cents, postedDay, ...office }: OfficeEntry,
): LedgerEntry {
  const day = dayOf(office.at);
  const isOpen = closedThrough === undefined || (postedDay && postedDay > closedThrough);
  const entry: LedgerEntry = {
    ...office,
    _id: entryID,
    payee: payeeKeyOf(kind, personID),
    day,
    postedDay: postedDay && isOpen ? postedDay : postedDayOf(day, closedThrough),
    amountCents: cents,
    payoutCents: cents,
    commission: 100,
  };
  builder.post(kind, personID, entry);
  return entry;
}

export interface AdjustmentInput {
  /** Chosen by the caller: the same one again is the same adjustment. */
  adjustmentID: string;
  kind: PaidKind;
  personID: number;
  /** Not zero; below zero it is taken off. */
  cents: number;
  reason: string;
  by: By;
}

/** An entry that a record posts, and its line of the audit log; without one it was posted before. */
export interface PlannedEntry {
  entry: LedgerEntry;
  audit?: AuditEntry;
}

/** Adds an amount to an open balance. @throws AppError not_found, conflict (the same id with another content) */
export async function planAdjustment(
  builder: EffectsBuilder,
  { adjustmentID, kind, personID, cents, reason, by }: AdjustmentInput,
  at: Date,
): Promise<PlannedEntry> {
  await findPayeeOrThrow(kind, personID);
  const payee = payeeKeyOf(kind, personID);
  const entryID = entryIDOf.adjustment(adjustmentID);
  const existing = await EntryModel.findById(entryID).lean<LedgerEntry>();
  if (existing) {
    if (existing.payee !== payee || existing.payoutCents !== cents || existing.reason !== reason)
      throw recordedOtherwise(existing);
    return { entry: existing };
  }
  return planEntry(builder, payee, 'balance.adjusted', { entryID, cents, at, reason }, by);
}

/** For who repeats an adjustment whose answer was lost, with other values. */
function recordedOtherwise({ payee, payoutCents, reason, by }: LedgerEntry): AppError {
  const { kind, personID } = payeeOfKey(payee);
  const recorded = `${formatUsd(dollarsOf(payoutCents))} for ${kind} ${personID}, '${reason}', by ${by}`;
  const otherwise = 'Nothing else was recorded. Reload the page to make another one';
  return new AppError('conflict', `This adjustment was recorded already: ${recorded}. ${otherwise}`);
}

/** @param entryID of the adjustment's entry */
export type ReverseAdjustmentInput = { entryID: string } & Pick<AdjustmentInput, 'reason' | 'by'>;

/** Takes an adjustment back, once (docs/RULES.md, Payroll "Adjustments"). @throws AppError not_found, conflict */
export async function planReversal(
  builder: EffectsBuilder,
  { entryID, reason, by }: ReverseAdjustmentInput,
  at: Date,
): Promise<PlannedEntry> {
  const [adjustment, existing] = await Promise.all([
    EntryModel.findById(entryID).lean<LedgerEntry>(),
    EntryModel.findById(entryIDOf.reversal(entryID)).lean<LedgerEntry>(),
  ]);
  if (adjustment?.type !== 'adjustment') throw new AppError('not_found', 'There is no such adjustment');
  if (adjustment.reverses) throw new AppError('conflict', 'This is a reversal: make the adjustment again');
  if (existing) {
    if (existing.by !== actorName(by.actor) || existing.reason !== reason)
      throw new AppError('conflict', `This adjustment was reversed already, by ${existing.by}`);
    return { entry: existing };
  }
  const { payee, postedDay, payoutCents: taken } = adjustment;
  const reversal = { entryID: entryIDOf.reversal(entryID), cents: -taken, at, reason, reverses: entryID };
  return planEntry(builder, payee, 'adjustment.reversed', { ...reversal, postedDay }, by);
}

async function planEntry(
  builder: EffectsBuilder,
  payee: string,
  action: AuditEntry['action'],
  office: Omit<OfficeEntry, 'type' | 'by'>,
  by: By,
): Promise<PlannedEntry> {
  const { kind, personID } = payeeOfKey(payee);
  const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough;
  const { entryID, cents, reason, reverses } = office;
  const made = { ...office, type: 'adjustment' as const, by: actorName(by.actor) };
  const entry = postOfficeEntry(builder, kind, personID, closedThrough, made);
  const audit: AuditEntry = {
    ...by,
    action,
    subject: { type: kind, id: personID },
    after: { cents, reason, ...(reverses ? { reverses } : { entryID }), postedDay: entry.postedDay },
  };
  return { entry, audit };
}

export type AdjustmentsOfPerson = Awaited<ReturnType<typeof adjustmentsOf>>;

/**
 * A person's adjustments, newest first, ADJUSTMENTS_PAGE of `total`, each with the one that has taken it back.
 * @param page from 1 @throws AppError not_found (no such person)
 */
export async function adjustmentsOf(kind: PaidKind, personID: number, page: number) {
  await catchUpLedger();
  const { name } = await findPayeeOrThrow(kind, personID);
  const filter = { payee: payeeKeyOf(kind, personID), type: 'adjustment' as const };
  const [entries, total] = await Promise.all([
    EntryModel.find(filter)
      .sort({ payee: 1, at: -1 })
      .skip((page - 1) * ADJUSTMENTS_PAGE)
      .limit(ADJUSTMENTS_PAGE)
      .lean<LedgerEntry[]>(),
    EntryModel.countDocuments(filter),
  ]);
  const ids = entries.map(({ _id }) => entryIDOf.reversal(_id));
  const reversals = await EntryModel.find({ _id: { $in: ids } }).lean<LedgerEntry[]>();
  const byReversed = new Map(reversals.map((entry) => [entry.reverses, entry]));
  const adjustments = entries.map((entry) => ({ entry, reversal: byReversed.get(entry._id) }));
  return { name, adjustments, total };
}

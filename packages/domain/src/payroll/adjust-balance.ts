import { AppError, actorName, dollarsOf, formatUsd, type PaidKind } from '@partnerdesk/contracts';
import {
  type EffectsBuilder,
  EntryModel,
  entryIDOf,
  type LedgerEntry,
  PayeeModel,
  payeeKeyOf,
  payeeOfKey,
} from '../ledger';
import type { AuditEntry, By } from '../platform';
import { findPayeeOrThrow } from './people-names';
import { type OfficeEntry, postOfficeEntry } from './post-entry';

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

/** An entry of the office that a record posts, and its line of the audit log; without one it was posted before. */
export interface PlannedEntry {
  entry: LedgerEntry;
  audit?: AuditEntry;
}

/**
 * Adds an amount to a person's open balance, in their next payroll, by a record.
 * @throws AppError not_found (no such person), conflict (the same id with another content)
 */
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
      throw new AppError(
        'conflict',
        `${recordedAs(existing)}. Nothing else was recorded. Reload the page to make another one`,
      );
    return { entry: existing };
  }
  return planEntry(builder, payee, 'balance.adjusted', { entryID, cents, at, reason }, by);
}

/** For who sends an adjustment again, since its answer was lost, with other values. */
function recordedAs({ payee, payoutCents, reason, by }: LedgerEntry): string {
  const { kind, personID } = payeeOfKey(payee);
  const amount = formatUsd(dollarsOf(payoutCents));
  return `This adjustment was recorded already: ${amount} for ${kind} ${personID}, '${reason}', by ${by}`;
}

export interface ReverseAdjustmentInput {
  /** Of the adjustment's entry. */
  entryID: string;
  reason: string;
  by: By;
}

/**
 * Takes an adjustment back by one of the opposite amount, once (docs/RULES.md, Payroll "Adjustments"), by a record. The
 * same person with the same reason again is the same reversal.
 * @throws AppError not_found (no such adjustment), conflict (it is a reversal, or was reversed otherwise)
 */
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
  const entry = postOfficeEntry(builder, kind, personID, closedThrough, {
    ...office,
    type: 'adjustment',
    by: actorName(by.actor),
  });
  const audit: AuditEntry = {
    ...by,
    action,
    subject: { type: kind, id: personID },
    after: { cents, reason, ...(reverses ? { reverses } : { entryID }), postedDay: entry.postedDay },
  };
  return { entry, audit };
}

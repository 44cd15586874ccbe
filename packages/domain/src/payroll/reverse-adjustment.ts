import { AppError, actorName } from '@partnerdesk/contracts';
import {
  appendToJournal,
  EffectsBuilder,
  EntryModel,
  entryIDOf,
  type LedgerEntry,
  PayeeModel,
  payeeOfKey,
} from '../ledger';
import type { Actor, AuditEntry } from '../platform';
import { draftOf, type PlannedEntry } from './adjust-balance';
import { postOfficeEntry } from './post-entry';

export interface ReverseAdjustmentInput {
  /** Of the adjustment's entry. */
  entryID: string;
  reason: string;
  by: { actor: Actor } & Partial<AuditEntry>;
}

/**
 * Takes an adjustment back by one of the opposite amount, once (docs/RULES.md, Payroll "Adjustments"), however large it is:
 * the office goes by reverseWithinLimit. The same person with the same reason again is the same reversal.
 * @returns the reversal's entry
 * @throws AppError not_found (no such adjustment), conflict (it is a reversal, or was reversed otherwise)
 */
export function reverseAdjustment(input: ReverseAdjustmentInput): Promise<LedgerEntry> {
  return appendToJournal(async ({ at }) => {
    const builder = new EffectsBuilder();
    return draftOf(builder, 'adjustment reversed', await planReversal(builder, input, at));
  });
}

/** Adds a reversal to a record. @throws as reverseAdjustment */
export async function planReversal(
  builder: EffectsBuilder,
  { entryID, reason, by }: ReverseAdjustmentInput,
  at: Date,
): Promise<PlannedEntry> {
  const who = actorName(by.actor);
  const [adjustment, existing] = await Promise.all([
    EntryModel.findById(entryID).lean<LedgerEntry>(),
    EntryModel.findById(entryIDOf.reversal(entryID)).lean<LedgerEntry>(),
  ]);
  if (adjustment?.type !== 'adjustment') throw new AppError('not_found', 'There is no such adjustment');
  if (adjustment.reverses) throw new AppError('conflict', 'This is a reversal: make the adjustment again');
  if (existing) {
    if (existing.by !== who || existing.reason !== reason)
      throw new AppError('conflict', `This adjustment was reversed already, by ${existing.by}`);
    return { entry: existing };
  }
  const { payee, postedDay, payoutCents } = adjustment;
  const { kind, personID } = payeeOfKey(payee);
  const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough;
  const entry = postOfficeEntry(builder, kind, personID, closedThrough, {
    entryID: entryIDOf.reversal(entryID),
    type: 'adjustment',
    cents: -payoutCents,
    at,
    reason,
    by: who,
    reverses: entryID,
    ...((closedThrough === undefined || postedDay > closedThrough) && { postedDay }),
  });
  const audit: AuditEntry = {
    ...by,
    action: 'adjustment.reversed',
    subject: { type: kind, id: personID },
    after: { cents: -payoutCents, reason, reverses: entryID, postedDay: entry.postedDay },
  };
  return { entry, audit };
}

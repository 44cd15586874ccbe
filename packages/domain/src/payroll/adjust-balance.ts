import { AppError, actorName, type PaidKind } from '@partnerdesk/contracts';
import {
  appendToJournal,
  EffectsBuilder,
  EntryModel,
  entryIDOf,
  type LedgerEntry,
  PayeeModel,
  payeeKeyOf,
} from '../ledger';
import type { Actor, AuditEntry } from '../platform';
import { findPayeeOrThrow } from './people-names';
import { postOfficeEntry } from './post-entry';

export interface AdjustmentInput {
  /** Chosen by the caller: the same one again is the same adjustment. */
  adjustmentID: string;
  kind: PaidKind;
  personID: number;
  /** Not zero; below zero it is taken off. */
  cents: number;
  reason: string;
  by: { actor: Actor } & Partial<AuditEntry>;
}

/** An entry of the office that a record posts, and its line of the audit log; without one it was posted before. */
export interface PlannedEntry {
  entry: LedgerEntry;
  audit?: AuditEntry;
}

/**
 * Adds an amount to a person's open balance, in their next payroll, however large it is: the office goes by
 * adjustWithinLimit.
 * @throws AppError not_found (no such person), conflict (the same id with another content)
 */
export async function adjustBalance(input: AdjustmentInput): Promise<LedgerEntry> {
  return appendToJournal(async ({ at }) => {
    const builder = new EffectsBuilder();
    return draftOf(builder, 'adjustment', await planAdjustment(builder, input, at));
  });
}

/** The record that posts a planned entry; nothing is written for one that was posted before. */
export function draftOf(builder: EffectsBuilder, note: string, { entry, audit }: PlannedEntry) {
  if (!audit) return { effects: undefined, note: '', result: entry };
  return { effects: builder.build(), note, audits: [audit], result: entry };
}

/** Adds an adjustment to a record. @throws as adjustBalance */
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
      throw new AppError('conflict', 'This adjustment was made already, with another content');
    return { entry: existing };
  }
  const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough;
  const entry = postOfficeEntry(builder, kind, personID, closedThrough, {
    entryID,
    type: 'adjustment',
    cents,
    at,
    reason,
    by: actorName(by.actor),
  });
  const audit: AuditEntry = {
    ...by,
    action: 'balance.adjusted',
    subject: { type: kind, id: personID },
    after: { cents, reason, entryID, postedDay: entry.postedDay },
  };
  return { entry, audit };
}

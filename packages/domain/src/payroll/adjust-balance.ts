import { AppError, actorName } from '@partnerdesk/contracts';
import type { Actor, AuditEntry } from '../audit/audit';
import { EffectsBuilder } from '../ledger/effects-builder';
import { entryIDOf } from '../ledger/entry-id';
import { appendToJournal } from '../ledger/journal';
import { EntryModel, type LedgerEntry, PayeeModel } from '../ledger/ledger.models';
import { type PayeeKind, payeeKeyOf } from '../ledger/payee';
import { loadPayeePeople } from './people-names';
import { postOfficeEntry } from './post-entry';

export interface AdjustmentInput {
  /** Chosen by the caller: the same one again is the same adjustment. */
  adjustmentID: string;
  kind: PayeeKind;
  personID: number;
  /** Not zero; below zero it is taken off. */
  cents: number;
  reason: string;
  by: { actor: Actor } & Partial<AuditEntry>;
}

/**
 * Adds an amount to a person's open balance, in their next payroll.
 * @throws AppError not_found (no such person), conflict (the same id with another content)
 */
export async function adjustBalance(input: AdjustmentInput): Promise<LedgerEntry> {
  const { kind, personID, cents, reason, by } = input;
  const person = (await loadPayeePeople(kind, [personID])).get(personID);
  if (!person) throw new AppError('not_found', 'There is no such person');
  const payee = payeeKeyOf(kind, personID);
  const entryID = entryIDOf.adjustment(input.adjustmentID);
  const entry = await appendToJournal(async ({ at }) => {
    const builder = new EffectsBuilder();
    const existing = await EntryModel.findById(entryID).lean<LedgerEntry>();
    if (existing) return { effects: undefined, note: '', result: existing };
    const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough;
    const posted = postOfficeEntry(builder, kind, personID, closedThrough, {
      entryID,
      type: 'adjustment',
      cents,
      at,
      reason,
      by: actorName(by.actor),
    });
    return {
      effects: builder.build(),
      note: 'adjustment',
      audits: [
        {
          ...by,
          action: 'balance.adjusted',
          subject: { type: kind, id: personID },
          after: { cents, reason, entryID, postedDay: posted.postedDay },
        },
      ],
      result: posted,
    };
  });
  if (entry.payee !== payee || entry.payoutCents !== cents || entry.reason !== reason) {
    throw new AppError('conflict', 'This adjustment was made already, with another content');
  }
  return entry;
}

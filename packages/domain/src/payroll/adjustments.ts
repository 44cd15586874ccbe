import { ADJUSTMENTS_PAGE, type PaidKind } from '@partnerdesk/contracts';
import { catchUpLedger, EntryModel, entryIDOf, type LedgerEntry, payeeKeyOf } from '../ledger';
import { findPayeeOrThrow } from './people-names';

/** An adjustment, and the one that has taken it back. */
export interface Adjustment {
  entry: LedgerEntry;
  reversal?: LedgerEntry;
}

/** A person's adjustments, newest first, ADJUSTMENTS_PAGE of `total`. */
export interface AdjustmentsOfPerson {
  name: string;
  adjustments: Adjustment[];
  total: number;
}

/**
 * Whose adjustments these are, and a page of them; page is 1-based.
 * @throws AppError not_found (no such person)
 */
export async function adjustmentsOf(
  kind: PaidKind,
  personID: number,
  page: number,
): Promise<AdjustmentsOfPerson> {
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
  return {
    name,
    adjustments: entries.map((entry) => {
      const reversal = byReversed.get(entry._id);
      return { entry, ...(reversal && { reversal }) };
    }),
    total,
  };
}

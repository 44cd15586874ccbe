import { AppError, MAX_TERMS_CHANGES, TERMS_TEXT } from '@partnerdesk/contracts';
import type { StoredChange } from '../../accounts';
import { today } from '../../platform';
import { appendToJournal } from '../journal';

/** @throws AppError invalid_input for a first day that is over; conflict when there are too many changes */
export function checkChangeOrThrow(from: string, changes: readonly StoredChange[]): void {
  if (from < today()) throw new AppError('invalid_input', TERMS_TEXT.past, { from: TERMS_TEXT.past });
  if (changes.length >= MAX_TERMS_CHANGES) throw new AppError('conflict', TERMS_TEXT.full);
}

/** The changes with one of them withdrawn. @throws AppError not_found; conflict for one that has begun */
export function withdrawOrThrow<Change extends StoredChange>(
  changes: readonly Change[],
  number: number,
  adminID: number,
): Change[] {
  const change = changes.find((each) => each.number === number && !each.withdrawnAt);
  if (!change) throw new AppError('not_found', 'There is no such change');
  if (change.from <= today()) throw new AppError('conflict', TERMS_TEXT.begun);
  return changes.map((each) =>
    each === change ? { ...each, withdrawnAt: new Date(), withdrawnBy: adminID } : each,
  );
}

/**
 * Puts a change of terms that is stored already into the journal's order. A record of sales that was planned without the
 * change finds its number taken and is planned again: what is posted after this returns was planned with it. Without it
 * (the process died) the change counts all the same, from the next plan on.
 */
export function orderTerms(subject: { affID: number } | { groupID: number }, number: number): Promise<void> {
  return appendToJournal(async () => ({
    effects: {},
    note: 'terms changed',
    details: { ...subject, change: number },
    result: undefined,
  }));
}

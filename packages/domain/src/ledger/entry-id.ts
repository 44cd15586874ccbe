import type { PaymentMark } from './ledger.models';

/**
 * Ids of entries begin with where the entry comes from, so that nobody outside can choose the id of another origin's
 * entry: an event with the id `adjustment:1` and the adjustment 1 are two entries.
 */
export const entryIDOf = {
  event: (eventID: string) => `event:${eventID}`,
  /** The eventID of such an entry. */
  eventOf: (entryID: string) => entryID.slice('event:'.length),
  adjustment: (adjustmentID: string) => `adjustment:${adjustmentID}`,
  /** What takes an adjustment back, by the id of that one's entry: there is one at most. */
  reversal: (entryID: string) => `reversal:${entryID}`,
  /** The correcting entry of a mark: `payrollID:number` of it. */
  returned: ({ _id }: Pick<PaymentMark, '_id'>) => `returned:${_id}`,
} as const;

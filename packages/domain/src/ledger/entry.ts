import { addDays, type BusinessDay } from '@partnerdesk/contracts';

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
  /** The correcting entry of a mark that a payment was returned, by the mark's id. */
  returned: (markID: string) => `returned:${markID}`,
} as const;

/**
 * The day on which payroll counts an entry: its own, or the first open one after it (docs/RULES.md, Payroll).
 * @param closedThrough last day of the person's last executed payroll
 */
export function postedDayOf(day: BusinessDay, closedThrough: BusinessDay | undefined): BusinessDay {
  return closedThrough !== undefined && day <= closedThrough ? addDays(closedThrough, 1) : day;
}

import { addDays, type BusinessDay, type PaidKind, type ServiceEvent } from '@partnerdesk/contracts';
import type { Source, StoredEvent, TotalKind } from './ledger.models';

/** Key of one payee, e.g. `affiliate:12`. */
export const payeeKeyOf = (kind: TotalKind, personID: number): string => `${kind}:${personID}`;

export function payeeOfKey(payee: string): { kind: PaidKind; personID: number } {
  const [kind, personID] = payee.split(':');
  return { kind: kind as PaidKind, personID: Number(personID) };
}

/** Key of one payee's (or the site's) day; sorts by day within the payee. */
export const dayKeyOf = (payee: string, day: string): string => `${payee}:${day}`;

/** Key of an affiliate's tracking source and landing page; either may hold any character, or nothing. */
export const sourceKeyOf = ({ affID, tid, lp }: Source): string =>
  [affID, tid, lp].map(encodeURIComponent).join('|');

/**
 * Ids of entries begin with where the entry comes from, so that nobody outside can choose the id of another origin's
 * entry: an event with the id `adjustment:1` and the adjustment 1 are two entries.
 */
export const entryIDOf = {
  event: (eventID: string) => `event:${eventID}`,
  eventOf: (entryID: string) => entryID.slice('event:'.length),
  adjustment: (adjustmentID: string) => `adjustment:${adjustmentID}`,
  /** What takes an adjustment back, by the id of that one's entry: there is one at most. */
  reversal: (entryID: string) => `reversal:${entryID}`,
  /** The correcting entry of a mark that a payment was returned, by the mark's id. */
  returned: (markID: string) => `returned:${markID}`,
} as const;

/** The day on which payroll counts an entry: its own, or the first open one after it (docs/RULES.md, Payroll). */
export const postedDayOf = (day: BusinessDay, closedThrough: BusinessDay | undefined): BusinessDay =>
  closedThrough !== undefined && day <= closedThrough ? addDays(closedThrough, 1) : day;

/* Keys of what events bring and wait for; accounts that are missing are waited for by the keys of payees. */

export const memberKey = (memberID: number) => `member:${memberID}`;
export const saleKey = (eventID: string) => `sale:${eventID}`;

/** What others may be waiting for and this event brings. */
export function keyBroughtBy(event: ServiceEvent): string | undefined {
  if (event.type === 'member.joined') return memberKey(event.memberID);
  return event.type === 'sale' ? saleKey(event.eventID) : undefined;
}

/** The event of a stored one, as it came. */
export const eventOf = ({ _id, type, at, body }: Pick<StoredEvent, '_id' | 'type' | 'at' | 'body'>) =>
  ({ ...body, eventID: _id, type, at: at.toISOString() }) as ServiceEvent;

import type { ServiceEvent } from '@partnerdesk/contracts';
import type { StoredEvent } from './ledger.models';

/* Keys of what events bring and wait for. */

export const memberKey = (memberID: number) => `member:${memberID}`;
export const saleKey = (eventID: string) => `sale:${eventID}`;
export const staffKey = (staffID: number) => `staff:${staffID}`;
/** Of an affiliate to whom members are attributed and whose account is missing. */
export const affiliateKey = (affID: number) => `affiliate:${affID}`;

/** What others may be waiting for and this event brings. */
export function keyBroughtBy(event: ServiceEvent): string | undefined {
  if (event.type === 'member.joined') return memberKey(event.memberID);
  return event.type === 'sale' ? saleKey(event.eventID) : undefined;
}

/** The event of a stored one, as it came. */
export function eventOf(stored: Pick<StoredEvent, '_id' | 'type' | 'at' | 'body'>): ServiceEvent {
  return {
    ...stored.body,
    eventID: stored._id,
    type: stored.type,
    at: stored.at.toISOString(),
  } as ServiceEvent;
}

import type { IngestResult, ServiceEvent } from '@partnerdesk/contracts';
import { ingestEvents } from '../ledger/ingest-events';
import { importPeople } from '../people/import-people';

/** Adds affiliates 1… and staff 1… with these commissions. */
export async function addPayees(people: { affiliates?: number[]; staff?: number[] }): Promise<void> {
  const { affiliates = [], staff = [] } = people;
  await importPeople({
    affiliates: affiliates.map((commission, index) => ({
      affID: index + 1,
      trackID: `T${index + 1}`,
      emailAddress: `aff${index + 1}@example.com`,
      firstName: 'Ann',
      lastName: `Number ${index + 1}`,
      commission,
    })),
    staff: staff.map((commission, index) => ({
      staffID: index + 1,
      emailAddress: `staff${index + 1}@example.com`,
      firstName: 'Sam',
      lastName: `Number ${index + 1}`,
      commission,
    })),
  });
}

/** Takes events in, as lines 1… */
export function ingest(...events: (ServiceEvent | Record<string, unknown>)[]): Promise<IngestResult> {
  return ingestEvents(events.map((value, index) => ({ line: index + 1, value })));
}

type EventOf<Type extends ServiceEvent['type']> = Extract<ServiceEvent, { type: Type }>;

/** A member who joined through affiliate `trackID`. */
export function joined(
  memberID: number,
  trackID?: string,
  at = '2026-03-01T15:00:00Z',
): EventOf<'member.joined'> {
  return { eventID: `join-${memberID}`, type: 'member.joined', at, memberID, ...(trackID && { trackID }) };
}

export function sale(eventID: string, memberID: number, amountCents: number, at: string): EventOf<'sale'> {
  return { eventID, type: 'sale', at, memberID, amountCents, transactionType: 'initial' };
}

export function refund(
  eventID: string,
  saleEventID: string,
  amountCents: number,
  at: string,
): EventOf<'refund'> {
  return { eventID, type: 'refund', at, saleEventID, amountCents };
}

export function tip(
  eventID: string,
  memberID: number,
  staffID: number,
  amountCents: number,
  at: string,
): EventOf<'tip'> {
  return { eventID, type: 'tip', at, memberID, staffID, amountCents };
}

import type { IngestResult, ServiceEvent } from '@partnerdesk/contracts';
import { ingestEvents } from '@partnerdesk/domain';

/** The event of one type. */
export type EventOf<Type extends ServiceEvent['type']> = Extract<ServiceEvent, { type: Type }>;

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

/** Ingests events as lines 1… */
export function ingest(...events: (ServiceEvent | Record<string, unknown>)[]): Promise<IngestResult> {
  return ingestEvents(events.map((value, index) => ({ line: index + 1, value })));
}

/** @throws Error when the event is refused: a test that builds on it would fail further on, and say less */
export async function ingestOrThrow(event: ServiceEvent): Promise<void> {
  const { refused } = await ingest(event);
  if (refused.length) throw new Error(`Event refused: ${refused[0]?.reason}`);
}

import { randomBytes } from 'node:crypto';
import { type EventOf, ingestOrThrow, sale } from './events';
import { makeMember } from './people';

/** A sale that is in the ledger: of $50, to a new member of a new affiliate, at noon of a winter's day in New York. */
export async function makeSale(
  fields: Partial<Omit<EventOf<'sale'>, 'type'>> = {},
): Promise<EventOf<'sale'>> {
  const { eventID = `sale-${randomBytes(6).toString('hex')}`, amountCents = 5000 } = fields;
  const { memberID = (await makeMember()).memberID, at = '2026-01-15T17:00:00.000Z' } = fields;
  const event = { ...sale(eventID, memberID, amountCents, at), ...fields };
  await ingestOrThrow(event);
  return event;
}

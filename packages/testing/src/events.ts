import { randomBytes } from 'node:crypto';
import type { ServiceEvent } from '@partnerdesk/contracts';
import { ingestOrThrow } from './ingest';
import { makeMember, makeStaff } from './people';

type EventOf<Type extends ServiceEvent['type']> = Extract<ServiceEvent, { type: Type }>;
type Fields<Type extends ServiceEvent['type']> = Partial<Omit<EventOf<Type>, 'type'>>;

/** What every event has; noon of a winter's day in New York. */
const base = () => ({ eventID: `e-${randomBytes(6).toString('hex')}`, at: '2026-01-15T17:00:00.000Z' });

const memberOf = async (fields: { memberID?: number }) => fields.memberID ?? (await makeMember()).memberID;
const staffOf = async (fields: { staffID?: number }) => fields.staffID ?? (await makeStaff()).staffID;

/** A sale of $50 to a member whom an affiliate brought. */
export async function makeSale(fields: Fields<'sale'> = {}): Promise<EventOf<'sale'>> {
  const memberID = await memberOf(fields);
  const sale = { ...base(), amountCents: 5000, transactionType: 'initial', ...fields };
  return ingestOrThrow({ ...sale, memberID, type: 'sale' });
}

/** A refund of $10 of a sale. */
export async function makeRefund(fields: Fields<'refund'> = {}): Promise<EventOf<'refund'>> {
  const saleEventID = fields.saleEventID ?? (await makeSale()).eventID;
  return ingestOrThrow({ ...base(), amountCents: 1000, ...fields, saleEventID, type: 'refund' });
}

/** A paid message of a member of staff. */
export async function makeMessage(fields: Fields<'message'> = {}): Promise<EventOf<'message'>> {
  const [memberID, staffID] = [await memberOf(fields), await staffOf(fields)];
  const message = { ...base(), from: 'staff' as const, amountCents: 200, ...fields };
  return ingestOrThrow({ ...message, memberID, staffID, type: 'message' });
}

/** A confirmed package. */
export async function makeSexting(fields: Fields<'sexting'> = {}): Promise<EventOf<'sexting'>> {
  const [memberID, staffID] = [await memberOf(fields), await staffOf(fields)];
  const { eventID } = base();
  const sexting = {
    ...base(),
    packageID: `p-${eventID}`,
    state: 'confirmed' as const,
    amountCents: 3000,
    ...fields,
  };
  return ingestOrThrow({ ...sexting, memberID, staffID, type: 'sexting' });
}

/** A completed call of 10 minutes. */
export async function makeCall(fields: Fields<'call'> = {}): Promise<EventOf<'call'>> {
  const [memberID, staffID] = [await memberOf(fields), await staffOf(fields)];
  const { eventID } = base();
  const call = {
    ...base(),
    callID: `c-${eventID}`,
    state: 'completed' as const,
    minutes: 10,
    amountCents: 4000,
    ...fields,
  };
  return ingestOrThrow({ ...call, memberID, staffID, type: 'call' });
}

/** A tip of $5. */
export async function makeTip(fields: Fields<'tip'> = {}): Promise<EventOf<'tip'>> {
  const [memberID, staffID] = [await memberOf(fields), await staffOf(fields)];
  return ingestOrThrow({ ...base(), amountCents: 500, ...fields, memberID, staffID, type: 'tip' });
}

/** A text to a member of staff. */
export async function makeNotification(
  fields: Fields<'notification'> = {},
): Promise<EventOf<'notification'>> {
  const notification = { ...base(), to: 'staff' as const, channel: 'text' as const, ...fields };
  if (notification.to === 'member') {
    return ingestOrThrow({ ...notification, memberID: await memberOf(fields), type: 'notification' });
  }
  return ingestOrThrow({ ...notification, staffID: await staffOf(fields), type: 'notification' });
}

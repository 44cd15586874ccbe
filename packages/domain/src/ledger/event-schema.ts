import { hash as digest } from 'node:crypto';
import { type ServiceEvent, SUB_IDS } from '@partnerdesk/contracts';
import { instant, oneOf, orEmpty, type Rule, required, requiredIf, Shape, text, whole } from './event-rules';

const id = whole(1, Number.MAX_SAFE_INTEGER);
const cents = whole(0, 1_000_000_000);
const tag = text(100);

const kindOf = (fields: Record<string, Rule>) =>
  new Shape({
    eventID: required(text(100)),
    type: required(text(50)),
    at: required(instant),
    ...fields,
  });

/** What an event of each type holds (docs/RULES.md, Events). */
export const shapes: Record<ServiceEvent['type'], Shape> = {
  'member.joined': kindOf({
    memberID: required(id),
    trackID: tag,
    tid: orEmpty(tag),
    lp: orEmpty(tag),
    ...Object.fromEntries(SUB_IDS.map((id) => [id, orEmpty(tag)])),
  }),
  sale: kindOf({
    memberID: required(id),
    amountCents: required(cents),
    transactionType: required(text(50)),
  }),
  refund: kindOf({
    saleEventID: required(text(100)),
    amountCents: required(whole(1, 1_000_000_000)),
  }),
  message: kindOf({
    memberID: required(id),
    staffID: required(id),
    from: required(oneOf('member', 'staff')),
    amountCents: required(cents),
  }),
  notification: kindOf({
    to: required(oneOf('staff', 'member')),
    channel: required(oneOf('text', 'email')),
    staffID: requiredIf('to', 'staff', id),
    memberID: requiredIf('to', 'member', id),
  }),
  sexting: kindOf({
    packageID: required(tag),
    state: required(oneOf('requested', 'confirmed', 'missed')),
    memberID: required(id),
    staffID: required(id),
    amountCents: required(cents),
  }),
  call: kindOf({
    callID: required(tag),
    state: required(oneOf('completed', 'missed')),
    missedBy: requiredIf('state', 'missed', oneOf('staff', 'member')),
    memberID: required(id),
    staffID: required(id),
    minutes: required(whole(0, 100_000)),
    amountCents: required(cents),
  }),
  tip: kindOf({
    memberID: required(id),
    staffID: required(id),
    amountCents: required(cents),
  }),
};

/** Whether a value is an event (docs/RULES.md, Events), and if not, why (naming the field). `at` comes back in ISO form. */
export function validateEvent(
  value: unknown,
): { event: ServiceEvent } | { eventID?: string; reason: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'not an object' };
  const fields = value as Record<string, unknown>;
  const { type } = fields;
  const eventID = typeof fields.eventID === 'string' ? fields.eventID : undefined;
  if (typeof type !== 'string') return { eventID, reason: '"type" is required' };
  if (!Object.hasOwn(shapes, type)) return { eventID, reason: `unknown type "${type.slice(0, 50)}"` };
  const checked = shapes[type as ServiceEvent['type']].check(fields);
  return 'reason' in checked
    ? { eventID, reason: checked.reason }
    : { event: checked.value as unknown as ServiceEvent };
}

/** An event's content as text, whatever the order of its fields: the JSON of `[[name, value], …]`. */
function contentOf(event: ServiceEvent): string {
  const fields = event as unknown as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(event).sort()) {
    const value = fields[name];
    text += `${text && ','}["${name}",${typeof value === 'number' ? value : JSON.stringify(value)}]`;
  }
  return `[${text}]`;
}

/** Stands for an event's content: the same eventID twice must agree in it. */
export function contentHashOf(event: ServiceEvent): string {
  return digest('sha256', contentOf(event), 'base64url');
}

import { hash as digest } from 'node:crypto';
import { type ServiceEvent, SUB_IDS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { oneOf, orEmpty, type Rule, required, requiredIf, Shape, text, whole } from './event-rules';

const id = whole(1, Number.MAX_SAFE_INTEGER);
const cents = whole(0, 1_000_000_000);
const tag = text(100);
/** A wrong clock or unit would post amounts on days that no payroll reaches (docs/RULES.md, Events). */
const FIRST_AT_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/;

/** An instant in ISO form; undefined: not one in UTC. */
function instantOf(value: string): string | undefined {
  if (!UTC.test(value)) return undefined;
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) return undefined;
  const instant = new Date(ms).toISOString();
  // February 30 would be read as a day of March.
  return instant.slice(0, 10) === value.slice(0, 10) ? instant : undefined;
}

/** Why an instant is no `at`, if it is none (ms). */
function faultOf(ms: number): 'at.early' | 'at.ahead' | undefined {
  if (ms < FIRST_AT_MS) return 'at.early';
  return ms > Date.now() + AHEAD_MS ? 'at.ahead' : undefined;
}

const at: Rule = {
  schema: Joi.string()
    .custom((value: string, helpers) => {
      const instant = instantOf(value);
      if (instant === undefined) return helpers.error('at.utc');
      const fault = faultOf(Date.parse(instant));
      return fault ? helpers.error(fault) : instant;
    })
    .messages({
      'at.utc': '"at" must be an ISO 8601 instant in UTC',
      'at.early': '"at" must not lie before the year 2000',
      'at.ahead': '"at" must not lie more than a day ahead',
    }),
  quick: (value) => {
    if (typeof value !== 'string') return undefined;
    const instant = instantOf(value);
    return instant === undefined || faultOf(Date.parse(instant)) ? undefined : instant;
  },
};

const kindOf = (fields: Record<string, Rule>) =>
  new Shape({
    eventID: required(text(100)),
    type: required(text(50)),
    at: required(at),
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
  const fields = value as { type?: unknown; eventID?: unknown } | null;
  const eventID = typeof fields?.eventID === 'string' ? fields.eventID : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'not an object' };
  const type = fields?.type;
  const shape =
    typeof type === 'string' && Object.hasOwn(shapes, type)
      ? shapes[type as ServiceEvent['type']]
      : undefined;
  if (!shape)
    return {
      eventID,
      reason: typeof type === 'string' ? `unknown type "${type.slice(0, 50)}"` : '"type" is required',
    };
  const checked = shape.check(value);
  return 'reason' in checked
    ? { eventID, reason: checked.reason }
    : { event: checked.value as unknown as ServiceEvent };
}

/** Names of an event's fields in their order, in which the quick rules leave them. */
function sortedNames(event: object): string[] {
  const names = Object.keys(event);
  for (let i = 1; i < names.length; i += 1)
    if ((names[i] as string) < (names[i - 1] as string)) return names.sort();
  return names;
}

/** An event's content as text, whatever the order of its fields: the JSON of `[[name, value], …]`. */
function contentOf(event: ServiceEvent): string {
  const fields = event as unknown as Record<string, unknown>;
  let text = '';
  for (const name of sortedNames(event)) {
    const value = fields[name];
    text += `${text && ','}["${name}",${typeof value === 'number' ? value : JSON.stringify(value)}]`;
  }
  return `[${text}]`;
}

/** Stands for an event's content: the same eventID twice must agree in it. */
export function contentHashOf(event: ServiceEvent): string {
  return digest('sha256', contentOf(event), 'base64url');
}

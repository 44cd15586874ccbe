import { hash as digest } from 'node:crypto';
import { parseJson, type ServiceEvent, SUB_IDS } from '@partnerdesk/contracts';
import Joi from 'joi';

/** A line of a body or file: its value, or why it could not be read and as much of its text as is known. */
export type IngestLine =
  | { line: number; value: unknown }
  | { line: number; parseError: string; text?: string };

const NO_JSON = 'This line is not valid JSON';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A line without its end; undefined: it is empty. One that is no JSON, or no UTF-8, is refused by itself when it is taken in. */
export function readEventLine(bytes: Uint8Array, line: number): IngestLine | undefined {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { line, parseError: NO_JSON };
  }
  return text.trim() === '' ? undefined : parseEventLine(text, line);
}

export function parseEventLine(text: string, line: number): IngestLine {
  try {
    return { line, value: parseJson(text) };
  } catch {
    return { line, parseError: NO_JSON, text };
  }
}

const id = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER).required();
const cents = Joi.number().integer().min(0).max(1_000_000_000).required();

/** Text that is not empty. Half of a letter is stored as another character: two ids would become one. */
const text = (maxLength: number) =>
  Joi.string()
    .max(maxLength)
    .pattern(/^\P{Cs}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be well-formed text' });
const tag = text(100).required();
const optionalTag = text(100).allow('');
const oneOf = (...among: string[]) => Joi.valid(...among).required();
const requiredIf = (field: string, is: string, schema: Joi.Schema) =>
  schema.when(field, { is, then: Joi.required(), otherwise: Joi.optional() });

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/;
/** A wrong clock or unit would post amounts on days that no payroll reaches (docs/RULES.md, Events). */
const FIRST_AT_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

/** An instant in UTC, ISO 8601, of this century and at most a day ahead. */
const instant = Joi.string()
  .required()
  .custom((value: string, { message }) => {
    const ms = UTC.test(value) ? Date.parse(value) : Number.NaN;
    const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
    // February 30 would be read as a day of March.
    if (iso === '' || iso.slice(0, 10) !== value.slice(0, 10))
      return message({ custom: '{{#label}} must be an ISO 8601 instant in UTC' });
    if (ms < FIRST_AT_MS) return message({ custom: '{{#label}} must not lie before the year 2000' });
    if (ms > Date.now() + AHEAD_MS)
      return message({ custom: '{{#label}} must not lie more than a day ahead' });
    return iso;
  });

/** @returns of a value that fits an object whose fields are in this order: stored events, and so records, go by it */
function of(own: Joi.SchemaMap): Joi.ObjectSchema<ServiceEvent> {
  const fields: Joi.SchemaMap = { eventID: tag, type: text(50).required(), at: instant, ...own };
  const names = Object.keys(fields);
  const inOrder = (value: Record<string, unknown>) => {
    const event: Record<string, unknown> = {};
    for (const name of names) if (value[name] !== undefined) event[name] = value[name];
    return event;
  };
  return Joi.object<ServiceEvent>(fields).prefs({ convert: false }).custom(inOrder);
}

/** What an event of each type holds (docs/RULES.md, Events). */
const shapes: Record<ServiceEvent['type'], Joi.ObjectSchema<ServiceEvent>> = {
  'member.joined': of({
    memberID: id,
    trackID: text(100),
    tid: optionalTag,
    lp: optionalTag,
    ...Object.fromEntries(SUB_IDS.map((id) => [id, optionalTag])),
  }),
  sale: of({ memberID: id, amountCents: cents, transactionType: text(50).required() }),
  refund: of({ saleEventID: tag, amountCents: cents.min(1) }),
  message: of({ memberID: id, staffID: id, from: oneOf('member', 'staff'), amountCents: cents }),
  notification: of({
    to: oneOf('staff', 'member'),
    channel: oneOf('text', 'email'),
    staffID: requiredIf('to', 'staff', id),
    memberID: requiredIf('to', 'member', id),
  }),
  sexting: of({
    packageID: tag,
    state: oneOf('requested', 'confirmed', 'missed'),
    memberID: id,
    staffID: id,
    amountCents: cents,
  }),
  call: of({
    callID: tag,
    state: oneOf('completed', 'missed'),
    missedBy: requiredIf('state', 'missed', oneOf('staff', 'member')),
    memberID: id,
    staffID: id,
    minutes: Joi.number().integer().min(0).max(100_000).required(),
    amountCents: cents,
  }),
  tip: of({ memberID: id, staffID: id, amountCents: cents }),
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
  const { error, value: event } = shapes[type as ServiceEvent['type']].validate(fields);
  return error ? { eventID, reason: error.message } : { event };
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
export const contentHashOf = (event: ServiceEvent) => digest('sha256', contentOf(event), 'base64url');

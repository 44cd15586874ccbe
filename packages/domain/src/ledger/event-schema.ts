import { createHash } from 'node:crypto';
import type { ServiceEvent } from '@partnerdesk/contracts';
import Joi from 'joi';

const id = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);
const cents = Joi.number().integer().min(0).max(1_000_000_000);
/**
 * Half of a letter is stored as another character: two ids would become one, and what was counted would be found no
 * more. As part of a key it would hold up its whole batch.
 */
const text = (maxLength: number) =>
  Joi.string()
    .max(maxLength)
    .pattern(/^\P{Cs}*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be well-formed text' });
const tag = text(100);
/** A wrong clock or unit would post amounts on days that no payroll reaches (docs/RULES.md, Events). */
const FIRST_AT_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

const base = {
  eventID: text(100).required(),
  type: Joi.string().required(),
  at: Joi.string()
    .required()
    .custom((value: string, helpers) => {
      const isUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/.test(value);
      const ms = isUtc ? Date.parse(value) : Number.NaN;
      if (Number.isNaN(ms)) return helpers.error('at.utc');
      const instant = new Date(ms).toISOString();
      // February 30 would be read as a day of March.
      if (instant.slice(0, 10) !== value.slice(0, 10)) return helpers.error('at.utc');
      if (ms < FIRST_AT_MS) return helpers.error('at.early');
      return ms > Date.now() + AHEAD_MS ? helpers.error('at.ahead') : instant;
    })
    .messages({
      'at.utc': '"at" must be an ISO 8601 instant in UTC',
      'at.early': '"at" must not lie before the year 2000',
      'at.ahead': '"at" must not lie more than a day ahead',
    }),
};

/** Fixed with the schemas: given with each call they would be checked with each call. */
const options: Joi.ValidationOptions = { convert: false, abortEarly: true, allowUnknown: false };

const fieldsOf = (fields: Joi.SchemaMap) => Joi.object({ ...base, ...fields }).prefs(options);

const schemas: Record<ServiceEvent['type'], Joi.ObjectSchema> = {
  'member.joined': fieldsOf({
    memberID: id.required(),
    trackID: tag,
    tid: tag.allow(''),
    lp: tag.allow(''),
  }),
  sale: fieldsOf({
    memberID: id.required(),
    amountCents: cents.required(),
    transactionType: text(50).required(),
  }),
  refund: fieldsOf({
    saleEventID: text(100).required(),
    amountCents: cents.min(1).required(),
  }),
  message: fieldsOf({
    memberID: id.required(),
    staffID: id.required(),
    from: Joi.valid('member', 'staff').required(),
    amountCents: cents.required(),
  }),
  notification: fieldsOf({
    to: Joi.valid('staff', 'member').required(),
    channel: Joi.valid('text', 'email').required(),
    staffID: id.when('to', { is: 'staff', then: Joi.required() }),
    memberID: id.when('to', { is: 'member', then: Joi.required() }),
  }),
  sexting: fieldsOf({
    packageID: tag.required(),
    state: Joi.valid('requested', 'confirmed', 'missed').required(),
    memberID: id.required(),
    staffID: id.required(),
    amountCents: cents.required(),
  }),
  call: fieldsOf({
    callID: tag.required(),
    state: Joi.valid('completed', 'missed').required(),
    missedBy: Joi.valid('staff', 'member').when('state', { is: 'missed', then: Joi.required() }),
    memberID: id.required(),
    staffID: id.required(),
    minutes: Joi.number().integer().min(0).max(100_000).required(),
    amountCents: cents.required(),
  }),
  tip: fieldsOf({
    memberID: id.required(),
    staffID: id.required(),
    amountCents: cents.required(),
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
  const schema =
    typeof type === 'string' && Object.hasOwn(schemas, type)
      ? schemas[type as ServiceEvent['type']]
      : undefined;
  if (!schema)
    return {
      eventID,
      reason: typeof type === 'string' ? `unknown type "${type.slice(0, 50)}"` : '"type" is required',
    };
  const { error, value: event } = schema.validate(value);
  return error ? { eventID, reason: error.message } : { event };
}

/** An event's content as text, whatever the order of its fields. */
function contentOf(event: ServiceEvent): string {
  return JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stands for an event's content: the same eventID twice must agree in it. */
export function contentHashOf(event: ServiceEvent): string {
  return createHash('sha256').update(contentOf(event)).digest('base64url');
}

/** Length of the hashes of earlier versions, which are SHA-1. */
const OLDER_LENGTH = 27;

/** Whether an event has the content for which a stored hash stands. @param hash contentHashOf(event) */
export function hasContent(event: ServiceEvent, hash: string, storedHash: string): boolean {
  if (storedHash.length !== OLDER_LENGTH) return storedHash === hash;
  return storedHash === createHash('sha1').update(contentOf(event)).digest('base64url');
}

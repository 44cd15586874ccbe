import { hash as digest } from 'node:crypto';
import { parseJson, type ServiceEvent, SUB_IDS } from '@partnerdesk/contracts';

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

/*
 * What a field of an event may hold, judged as joi would, in its words: a test holds both against each other. Joi itself would
 * take a third more of an import's time (43 ms in place of 32 for 1,000 events, best of nine each).
 */

export type Rule = { optional?: true; requiredIf?: { field: string; is: string }; orEmpty?: true } & (
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'text'; maxLength: number }
  | { kind: 'choice'; among: readonly string[] }
  | { kind: 'instant' }
);

const whole = (min: number, max: number): Rule => ({ kind: 'whole', min, max });

/** Text that is not empty. Half of a letter is stored as another character: two ids would become one. */
const text = (maxLength: number): Rule => ({ kind: 'text', maxLength });
const oneOf = (...among: string[]): Rule => ({ kind: 'choice', among });
/** An instant in UTC, ISO 8601, of this century and at most a day ahead. */
const instant: Rule = { kind: 'instant' };

const optional = (rule: Rule): Rule => ({ ...rule, optional: true });
const orEmpty = (rule: Rule): Rule => ({ ...rule, optional: true, orEmpty: true });
/** Optional unless another field, which stands before it, has this value. */
const requiredIf = (field: string, is: string, rule: Rule): Rule => ({ ...rule, requiredIf: { field, is } });

const WELL_FORMED = /^\P{Cs}*$/u;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/;
/** A wrong clock or unit would post amounts on days that no payroll reaches (docs/RULES.md, Events). */
const FIRST_AT_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

class Fault {
  constructor(readonly what: string) {}
}

/** @returns the value as it is stored, or the fault */
function judge(rule: Rule, value: unknown): unknown {
  if (rule.kind === 'whole') return judgeNumber(rule.min, rule.max, value);
  if (rule.kind === 'choice')
    return rule.among.includes(value as string)
      ? value
      : new Fault(`must be one of [${rule.among.join(', ')}]`);
  if (typeof value !== 'string') return new Fault('must be a string');
  if (value === '') return rule.orEmpty ? value : new Fault('is not allowed to be empty');
  if (rule.kind === 'instant') return judgeInstant(value);
  if (value.length > rule.maxLength)
    return new Fault(`length must be less than or equal to ${rule.maxLength} characters long`);
  return WELL_FORMED.test(value) ? value : new Fault('must be well-formed text');
}

function judgeNumber(min: number, max: number, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isNaN(value)) return new Fault('must be a number');
  if (!Number.isFinite(value)) return new Fault('cannot be infinity');
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return new Fault('must be a safe number');
  if (!Number.isInteger(value)) return new Fault('must be an integer');
  if (value < min) return new Fault(`must be greater than or equal to ${min}`);
  // Without the sign of -0.
  return value > max ? new Fault(`must be less than or equal to ${max}`) : value + 0;
}

function judgeInstant(value: string): unknown {
  const ms = UTC.test(value) ? Date.parse(value) : Number.NaN;
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  // February 30 would be read as a day of March.
  if (iso === '' || iso.slice(0, 10) !== value.slice(0, 10))
    return new Fault('must be an ISO 8601 instant in UTC');
  if (ms < FIRST_AT_MS) return new Fault('must not lie before the year 2000');
  return ms > Date.now() + AHEAD_MS ? new Fault('must not lie more than a day ahead') : iso;
}

/** @returns an object with these fields and no others as it is stored, or why it is refused, naming the first field at fault */
export function checkFields(
  fields: Record<string, Rule>,
  value: Record<string, unknown>,
): { value: object } | { reason: string } {
  const checked: Record<string, unknown> = {};
  for (const name in fields) {
    const rule = fields[name] as Rule;
    const given = value[name];
    if (given === undefined) {
      const { optional: may, requiredIf: condition } = rule;
      const must = condition ? checked[condition.field] === condition.is : !may;
      if (must) return { reason: `"${name}" is required` };
      continue;
    }
    const stored = judge(rule, given);
    if (stored instanceof Fault) return { reason: `"${name}" ${stored.what}` };
    checked[name] = stored;
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(fields, name)) return { reason: `"${name || 'value'}" is not allowed` };
  return { value: checked };
}

const id = whole(1, Number.MAX_SAFE_INTEGER);
const cents = whole(0, 1_000_000_000);
const tag = text(100);

const common = { eventID: tag, type: text(50), at: instant };

/** What an event of each type holds (docs/RULES.md, Events). */
export const shapes: Record<ServiceEvent['type'], Record<string, Rule>> = {
  'member.joined': {
    ...common,
    memberID: id,
    trackID: optional(tag),
    tid: orEmpty(tag),
    lp: orEmpty(tag),
    ...Object.fromEntries(SUB_IDS.map((id) => [id, orEmpty(tag)])),
  },
  sale: { ...common, memberID: id, amountCents: cents, transactionType: text(50) },
  refund: { ...common, saleEventID: tag, amountCents: whole(1, 1_000_000_000) },
  message: { ...common, memberID: id, staffID: id, from: oneOf('member', 'staff'), amountCents: cents },
  notification: {
    ...common,
    to: oneOf('staff', 'member'),
    channel: oneOf('text', 'email'),
    staffID: requiredIf('to', 'staff', id),
    memberID: requiredIf('to', 'member', id),
  },
  sexting: {
    ...common,
    packageID: tag,
    state: oneOf('requested', 'confirmed', 'missed'),
    memberID: id,
    staffID: id,
    amountCents: cents,
  },
  call: {
    ...common,
    callID: tag,
    state: oneOf('completed', 'missed'),
    missedBy: requiredIf('state', 'missed', oneOf('staff', 'member')),
    memberID: id,
    staffID: id,
    minutes: whole(0, 100_000),
    amountCents: cents,
  },
  tip: { ...common, memberID: id, staffID: id, amountCents: cents },
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
  const checked = checkFields(shapes[type as ServiceEvent['type']], fields);
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
export const contentHashOf = (event: ServiceEvent) => digest('sha256', contentOf(event), 'base64url');

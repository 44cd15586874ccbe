/*
 * What a field of an event may hold. An import judges tens of thousands of events a second: a schema of joi, which judges the
 * forms of calls, would take a third more of the process's time (43 ms in place of 32 for 1,000 events, best of nine
 * each). What is said of a refused event is what joi would say; a test holds both against each other.
 */

export type Rule = { required?: true; requiredIf?: { field: string; is: string }; orEmpty?: true } & (
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'text'; maxLength: number }
  | { kind: 'choice'; among: readonly string[] }
  | { kind: 'instant' }
);

/** Whole numbers within bounds, ends included. */
export const whole = (min: number, max: number): Rule => ({ kind: 'whole', min, max });

/**
 * Text that is not empty. Half of a letter is stored as another character: two ids would become one, and what was
 * counted would be found no more. As part of a key it would hold up its whole batch.
 */
export const text = (maxLength: number): Rule => ({ kind: 'text', maxLength });
export const oneOf = (...among: string[]): Rule => ({ kind: 'choice', among });
/** An instant in UTC, ISO 8601, of this century and at most a day ahead. */
export const instant: Rule = { kind: 'instant' };

export const orEmpty = (rule: Rule): Rule => ({ ...rule, orEmpty: true });
export const required = (rule: Rule): Rule => ({ ...rule, required: true });
/** Required if another field, which stands before it, has this value. */
export const requiredIf = (field: string, is: string, rule: Rule): Rule => ({
  ...rule,
  requiredIf: { field, is },
});

const WELL_FORMED = /^\P{Cs}*$/u;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/;
/** A wrong clock or unit would post amounts on days that no payroll reaches (docs/RULES.md, Events). */
const FIRST_AT_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

/** A value that is refused, and what it should have been. */
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

/** @returns its ISO form, or the fault */
function judgeInstant(value: string): unknown {
  const ms = UTC.test(value) ? Date.parse(value) : Number.NaN;
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  // February 30 would be read as a day of March.
  if (iso === '' || iso.slice(0, 10) !== value.slice(0, 10))
    return new Fault('must be an ISO 8601 instant in UTC');
  if (ms < FIRST_AT_MS) return new Fault('must not lie before the year 2000');
  return ms > Date.now() + AHEAD_MS ? new Fault('must not lie more than a day ahead') : iso;
}

/** An object with these fields and no others. */
export class Shape {
  private readonly rules: [string, Rule][];

  constructor(readonly fields: Record<string, Rule>) {
    this.rules = Object.entries(fields);
  }

  /** @returns the object as it is stored, or why it is refused, naming the first field at fault */
  check(value: Record<string, unknown>): { value: object } | { reason: string } {
    const checked: Record<string, unknown> = {};
    for (const [name, rule] of this.rules) {
      const given = value[name];
      if (given === undefined) {
        const { required: always, requiredIf: condition } = rule;
        if (always || (condition && checked[condition.field] === condition.is))
          return { reason: `"${name}" is required` };
        continue;
      }
      const stored = judge(rule, given);
      if (stored instanceof Fault) return { reason: `"${name}" ${stored.what}` };
      checked[name] = stored;
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(this.fields, name)) return { reason: `"${name || 'value'}" is not allowed` };
    return { value: checked };
  }
}

import Joi from 'joi';

/**
 * What one field of an event may hold, twice: the schema says why a value is refused; `quick` lets through values that
 * the schema would accept. By the schema alone an import takes a third more of the process’s time (43 ms in place of 32 for
 * 1,000 events, best of nine each).
 */
export interface Rule {
  schema: Joi.Schema;
  /** @returns the value as it is stored; undefined: the schema decides */
  quick(value: unknown): unknown;
  required?: boolean;
  /** Required if another field has this value. */
  requiredIf?: { field: string; is: string };
}

/** Whole numbers within bounds, ends included. */
export const whole = (min: number, max: number): Rule => ({
  schema: Joi.number().integer().min(min).max(max),
  quick: (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max ? value : undefined,
});

const WELL_FORMED = /^\P{Cs}*$/u;

/**
 * Text that is not empty. Half of a letter is stored as another character: two ids would become one, and what was
 * counted would be found no more. As part of a key it would hold up its whole batch.
 */
export const text = (maxLength: number): Rule => ({
  schema: Joi.string()
    .max(maxLength)
    .pattern(WELL_FORMED)
    .messages({ 'string.pattern.base': '{{#label}} must be well-formed text' }),
  quick: (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxLength && WELL_FORMED.test(value)
      ? value
      : undefined,
});

export const oneOf = (...values: string[]): Rule => ({
  schema: Joi.valid(...values),
  quick: (value) => (values.includes(value as string) ? value : undefined),
});

export const orEmpty = ({ schema, quick }: Rule): Rule => ({
  schema: schema.allow(''),
  quick: (value) => (value === '' ? value : quick(value)),
});

export const required = (rule: Rule): Rule => ({ ...rule, schema: rule.schema.required(), required: true });

export const requiredIf = (field: string, is: string, rule: Rule): Rule => ({
  ...rule,
  schema: rule.schema.when(field, { is, then: Joi.required() }),
  requiredIf: { field, is },
});

/** Fixed with the schema: given with each call they would be checked with each call. */
const OPTIONS: Joi.ValidationOptions = { convert: false, abortEarly: true, allowUnknown: false };

/** An object with these fields and no others. */
export class Shape {
  /** By name: what is let through has its fields in this order, as its content is hashed (event-schema.ts). */
  private readonly rules: [string, Rule][];
  private readonly schema: Joi.ObjectSchema;
  private readonly conditional: [string, Rule][];

  constructor(fields: Record<string, Rule>) {
    const all = Object.entries(fields);
    this.rules = all.toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.schema = Joi.object(Object.fromEntries(all.map(([name, { schema }]) => [name, schema]))).prefs(
      OPTIONS,
    );
    this.conditional = all.filter(([, rule]) => rule.requiredIf);
  }

  /** @returns the object as it is stored, or why it is refused, naming the first field at fault */
  check(value: object): { value: object } | { reason: string } {
    const quick = this.quick(value as Record<string, unknown>);
    return quick ? { value: quick } : this.judge(value);
  }

  /** As check, by the schema alone. */
  judge(value: object): { value: object } | { reason: string } {
    const { error, value: checked } = this.schema.validate(value);
    return error ? { reason: error.message } : { value: checked };
  }

  /** As check where the quick rules suffice; undefined: the schema decides. */
  quick(value: Record<string, unknown>): Record<string, unknown> | undefined {
    const checked: Record<string, unknown> = {};
    let left = Object.keys(value).length;
    for (const [name, rule] of this.rules) {
      const given = value[name];
      if (given === undefined) {
        if (rule.required) return undefined;
        continue;
      }
      const stored = rule.quick(given);
      if (stored === undefined) return undefined;
      checked[name] = stored;
      left -= 1;
    }
    // A field that the shape does not have.
    if (left !== 0) return undefined;
    for (const [name, { requiredIf: condition }] of this.conditional)
      if (condition && checked[condition.field] === condition.is && !(name in checked)) return undefined;
    return checked;
  }
}

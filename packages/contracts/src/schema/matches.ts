import { type AnySchema, type CheckedOf, type Described, describe } from './schema';

/** Whether an answer has every field of its call, of its kind. Further fields and new values of open lists pass. */
export function matches<S extends AnySchema>(schema: S, value: unknown): value is CheckedOf<S> {
  return fits(describe(schema), value);
}

function fits(schema: Described, value: unknown): boolean {
  if (value === undefined)
    return schema.optional === true || schema.kind === 'nothing' || schema.kind === 'anything';
  if (value === null && schema.nullable) return true;
  switch (schema.kind) {
    case 'text':
    case 'day':
      return typeof value === 'string';
    case 'number':
      return Number.isFinite(value);
    case 'flag':
      return schema.only === undefined ? typeof value === 'boolean' : value === schema.only;
    case 'one-of':
      return schema.open
        ? schema.values.some((each) => typeof each === typeof value) && !Number.isNaN(value)
        : schema.values.includes(value);
    case 'list':
      return Array.isArray(value) && value.every((each) => fits(schema.of, each));
    case 'map':
      return isObject(value) && Object.values(value).every((each) => fits(schema.of, each));
    case 'object':
      return (
        isObject(value) && Object.entries(schema.fields).every(([name, field]) => fits(field, value[name]))
      );
    case 'either':
      return schema.ways.some((way) => fits(way, value));
    case 'when':
      return fits(schema.then, value) || fits(schema.otherwise, value);
    case 'saved':
      return Boolean(value);
    case 'anything':
      return true;
    case 'nothing':
      return false;
  }
}

/** An answer with the standards of fields that docs/PRODUCT.md §3 does not name and a server may leave out. */
export const withStandards = (schema: AnySchema, value: unknown): unknown => fill(describe(schema), value);

function fill(schema: Described, value: unknown): unknown {
  if (schema.kind === 'list' && Array.isArray(value)) return value.map((each) => fill(schema.of, each));
  if (schema.kind === 'either') {
    const whole = schema.ways.map((way) => ({ way, value: fill(way, value) }));
    return whole.find((each) => fits(each.way, each.value))?.value ?? value;
  }
  if (schema.kind !== 'object' || !isObject(value)) return value;
  // Copied only where something changes: an answer may have hundreds of objects.
  let filled = value;
  for (const [name, field] of Object.entries(schema.fields)) {
    const given = value[name];
    const each = given === undefined ? field.standard : fill(field, given);
    if (each !== given) filled = { ...filled, [name]: each };
  }
  return filled;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

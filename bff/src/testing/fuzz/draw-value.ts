import fc from 'fast-check';
import type Joi from 'joi';
import type { JsonSchema } from '../../open-api/call-json-schema';

/** Draws of one run, in their order. */
export type Draw = fc.GeneratorValue;

/** What is likely to be right in places whose rule a schema doesn't describe: known ids, days, emails and so on. */
export interface Pool {
  ids: readonly number[];
  emails: readonly string[];
  texts: readonly string[];
  /** Bodies that are no JSON, by endpoint. */
  files: Readonly<Record<string, readonly Buffer[]>>;
  /** Values of fields by their name, such as the caller's own id. */
  named: Readonly<Record<string, readonly unknown[]>>;
}

/** What a call takes. */
export interface Taken {
  /** What its reference says of it: values are drawn from this. */
  published: JsonSchema;
  /** The server's validator, which also knows rules between fields: names the places to draw again. */
  validator: Joi.AnySchema;
}

/** Of JSON Schema, as much as the reference is made of. */
interface Read {
  type?: string;
  anyOf?: Read[];
  enum?: unknown[];
  const?: unknown;
  not?: object;
  properties?: Record<string, Read>;
  required?: string[];
  additionalProperties?: boolean | Read;
  items?: Read;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const MAX_ROUNDS = 12;
const LONG = 60;

/**
 * Draws a value that the reference allows, then each place again to which the server objects. Rules that look at several
 * fields may leave a value that it refuses.
 */
export function drawValid(draw: Draw, { published, validator }: Taken, pool: Pool): unknown {
  let value = drawRead(draw, published, pool);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { error } = validator.validate(value, { abortEarly: false });
    if (!error) break;
    for (const { path, type } of error.details) {
      if (path.length === 0) value = drawRead(draw, published, pool);
      else if (/unknown$/.test(type)) replaceAt(value, path, undefined);
      else replaceAt(value, path, drawAt(draw, published, path, pool));
    }
  }
  return value;
}

function drawAt(draw: Draw, schema: Read, path: Path, pool: Pool): unknown {
  let found: Read | undefined = schema;
  for (const key of path) {
    found = waysOf(found, key)[0] && draw(fc.constantFrom, ...waysOf(found, key));
  }
  return found && drawRead(draw, found, pool, String(path.at(-1)));
}

/** What a schema says of one of its fields or of its items, in each of its ways. */
function waysOf(schema: Read | undefined, key: string | number): Read[] {
  if (schema?.anyOf) return schema.anyOf.flatMap((way) => waysOf(way, key));
  const { additionalProperties: others } = schema ?? {};
  const way =
    typeof key === 'number'
      ? schema?.items
      : (schema?.properties?.[key] ?? (typeof others === 'object' ? others : undefined));
  return way ? [way] : [];
}

function drawRead(draw: Draw, schema: Read, pool: Pool, name = ''): unknown {
  const named = pool.named[name];
  if (named && draw(fc.nat, 9) > 1) return draw(fc.constantFrom, ...named);
  if (schema.not) return undefined;
  if (schema.anyOf) return drawRead(draw, draw(fc.constantFrom, ...schema.anyOf), pool, name);
  if (schema.enum) return draw(fc.constantFrom, ...schema.enum);
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'object':
      return drawObject(draw, schema, pool);
    case 'array': {
      const { minItems: min = 0, maxItems: max = 3, items = {} } = schema;
      const length = draw(fc.integer, { min, max: Math.max(min, Math.min(max, min + 3)) });
      return Array.from({ length }, () => drawRead(draw, items, pool, name));
    }
    case 'number':
    case 'integer':
      return drawNumber(draw, schema, pool);
    case 'boolean':
      return draw(fc.boolean);
    case 'string':
      return drawText(draw, schema, pool);
    default:
      return draw(fc.boolean) ? draw(fc.constantFrom, ...[...pool.texts, ...pool.ids]) : draw(fc.jsonValue);
  }
}

function drawObject(
  draw: Draw,
  { properties = {}, required = [] }: Read,
  pool: Pool,
): Record<string, unknown> {
  const drawn: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    if (required.includes(name) || draw(fc.boolean)) drawn[name] = drawRead(draw, field, pool, name);
  }
  return drawn;
}

function drawNumber(
  draw: Draw,
  { type, minimum: min = -1000, maximum: max = 1e9 }: Read,
  pool: Pool,
): number {
  const within = pool.ids.filter((each) => each >= min && each <= max);
  if (within.length && draw(fc.nat, 3) > 0) return draw(fc.constantFrom, ...within);
  if (type === 'integer') return draw(fc.integer, { min: Math.ceil(min), max: Math.floor(max) });
  return draw(fc.integer, { min: Math.ceil(min * 100), max: Math.min(max * 100, 1e12) }) / 100;
}

function drawText(
  draw: Draw,
  { format, pattern, minLength: min = 0, maxLength: max = 200 }: Read,
  pool: Pool,
) {
  if (format === 'uuid') return draw(fc.uuid);
  if (format === 'email') return draw(fc.constantFrom, ...pool.emails);
  if (pattern !== undefined) return draw(fc.stringMatching, new RegExp(pattern, 'u'));
  const known = pool.texts.filter(({ length }) => length >= min && length <= max);
  if (known.length && draw(fc.nat, 3) > 0) return draw(fc.constantFrom, ...known);
  return draw(fc.string, {
    minLength: min,
    maxLength: Math.max(min, Math.min(max, LONG)),
    unit: 'grapheme',
  });
}

export type Path = readonly (string | number)[];

export const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], value);

/** @param to undefined: taken away */
export function replaceAt(value: unknown, path: Path, to: unknown): void {
  const holder = at(value, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof holder !== 'object' || holder === null || key === undefined) return;
  if (to === undefined && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (to === undefined) delete (holder as Record<string, unknown>)[key];
  else (holder as Record<string, unknown>)[key] = to;
}

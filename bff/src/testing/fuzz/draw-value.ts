import fc from 'fast-check';
import type Joi from 'joi';

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

/** What Joi says of a schema, as far as it is used. */
interface Described {
  type?: string;
  flags?: { only?: boolean; presence?: string };
  rules?: { name: string; args?: Record<string, unknown> }[];
  allow?: unknown[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: Branches[];
  whens?: Branches[];
}
type Branches = { schema?: Described; then?: Described; otherwise?: Described };

const MAX_ROUNDS = 12;
const LONG = 60;

/**
 * Draws a value that the schema accepts: first by what it says of itself, then each place again to which it objects.
 * Rules that look at several fields may leave a value that it refuses.
 */
export function drawValid(draw: Draw, schema: Joi.AnySchema, pool: Pool): unknown {
  const described = describe(schema);
  let value = drawDescribed(draw, described, pool);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { error } = schema.validate(value, { abortEarly: false });
    if (!error) break;
    for (const { path, type } of error.details) {
      if (path.length === 0) value = drawDescribed(draw, described, pool);
      else if (/unknown$/.test(type)) replaceAt(value, path, undefined);
      else replaceAt(value, path, drawAt(draw, described, path, pool));
    }
  }
  return value;
}

const descriptions = new WeakMap<Joi.AnySchema, Described>();

function describe(schema: Joi.AnySchema): Described {
  const described = descriptions.get(schema) ?? (schema.describe() as Described);
  descriptions.set(schema, described);
  return described;
}

function drawAt(draw: Draw, described: Described, path: readonly (string | number)[], pool: Pool): unknown {
  let at: Described | undefined = described;
  for (const key of path) {
    at = branchOf(draw, at);
    at = typeof key === 'number' ? at?.items?.[0] : at?.keys?.[key];
  }
  return at && drawDescribed(draw, at, pool, String(path.at(-1)));
}

/** One of the schemas that a condition leads to. */
function branchOf(draw: Draw, described: Described | undefined): Described | undefined {
  const branches = [...(described?.matches ?? []), ...(described?.whens ?? [])].flatMap(
    ({ schema, then, otherwise }) => [schema, then, otherwise].filter((each) => each !== undefined),
  );
  return branches.length ? branchOf(draw, draw(fc.constantFrom, ...branches)) : described;
}

function drawDescribed(draw: Draw, condition: Described, pool: Pool, name = ''): unknown {
  const described = branchOf(draw, condition) ?? {};
  const { type = 'any', flags = {}, allow = [] } = described;
  if (flags.presence === 'forbidden') return undefined;
  const named = pool.named[name];
  if (named && draw(fc.nat, 9) > 1) return draw(fc.constantFrom, ...named);
  const values = allow.filter((each) => typeof each !== 'object' || each === null);
  if (values.length && (flags.only || draw(fc.nat, 5) === 0)) return draw(fc.constantFrom, ...values);
  switch (type) {
    case 'object':
      return drawObject(draw, described, pool);
    case 'array': {
      const [min, max] = [limitOf(described, 'min') ?? 0, limitOf(described, 'max') ?? 3];
      const length = draw(fc.integer, { min, max: Math.max(min, Math.min(max, min + 3)) });
      return Array.from({ length }, () => drawDescribed(draw, described.items?.[0] ?? {}, pool, name));
    }
    case 'number':
      return drawNumber(draw, described, pool);
    case 'boolean':
      return draw(fc.boolean);
    case 'string':
      return drawText(draw, described, pool);
    default:
      return draw(fc.boolean) ? draw(fc.constantFrom, ...[...pool.texts, ...pool.ids]) : draw(fc.jsonValue);
  }
}

function drawObject(draw: Draw, { keys = {} }: Described, pool: Pool): Record<string, unknown> {
  const drawn: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(keys)) {
    if (field.flags?.presence === 'required' || draw(fc.boolean))
      drawn[name] = drawDescribed(draw, field, pool, name);
  }
  // A field that repeats another one.
  for (const [name, { allow = [] }] of Object.entries(keys)) {
    const { ref } = (allow.find((each) => (each as { ref?: unknown })?.ref) ?? {}) as {
      ref?: { path: string[] };
    };
    if (ref?.path[0] !== undefined) drawn[name] = drawn[ref.path[0]];
  }
  return drawn;
}

function drawNumber(draw: Draw, described: Described, pool: Pool): number {
  const [min, max] = [limitOf(described, 'min') ?? -1000, limitOf(described, 'max') ?? 1e9];
  const within = pool.ids.filter((each) => each >= min && each <= max);
  if (within.length && draw(fc.nat, 3) > 0) return draw(fc.constantFrom, ...within);
  const isWhole = described.rules?.some(({ name }) => name === 'integer');
  if (isWhole) return draw(fc.integer, { min: Math.ceil(min), max: Math.floor(max) });
  return draw(fc.integer, { min: Math.ceil(min * 100), max: Math.min(max * 100, 1e12) }) / 100;
}

function drawText(draw: Draw, described: Described, pool: Pool): string {
  const { rules = [] } = described;
  const ruleOf = (name: string) => rules.find((rule) => rule.name === name);
  if (ruleOf('guid')) return draw(fc.uuid);
  if (ruleOf('email')) return draw(fc.constantFrom, ...pool.emails);
  const { regex: pattern, options } = ruleOf('pattern')?.args ?? {};
  const isRefused = (options as { invert?: boolean } | undefined)?.invert;
  if (typeof pattern === 'string' && !isRefused) return draw(fc.stringMatching, regExpOf(pattern));
  const max = limitOf(described, 'max') ?? 200;
  const minLength = Math.min(limitOf(described, 'min') ?? 0, max);
  const known = pool.texts.filter(({ length }) => length >= minLength && length <= max);
  if (known.length && draw(fc.nat, 3) > 0) return draw(fc.constantFrom, ...known);
  return draw(fc.string, {
    minLength,
    maxLength: Math.max(minLength, Math.min(max, LONG)),
    unit: 'grapheme',
  });
}

function limitOf({ rules = [] }: Described, name: string): number | undefined {
  const limit = rules.find((rule) => rule.name === name)?.args?.limit;
  return typeof limit === 'number' ? limit : undefined;
}

function regExpOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** @param to undefined: taken away */
export function replaceAt(value: unknown, path: readonly (string | number)[], to: unknown): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
  const key = path.at(-1);
  if (typeof holder !== 'object' || holder === null || key === undefined) return;
  if (to === undefined && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (to === undefined) delete (holder as Record<string, unknown>)[key];
  else (holder as Record<string, unknown>)[key] = to;
}

/** Decides whether what came over the wire is a `Value`. */
export type Shape<Value> = (value: unknown) => value is Value;

/** Any JSON: only for answers that no one reads. */
export const anything: Shape<unknown> = (_value): _value is unknown => true;

export const text: Shape<string> = (value): value is string => typeof value === 'string';

/** A finite number. */
export const number: Shape<number> = (value): value is number => Number.isFinite(value);

export const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';

/** A number that the contract lists values of; a value that is not in the list yet passes, for screens have a default. */
export function code<Code extends number>(value: unknown): value is Code {
  return number(value);
}

/** A text that the contract lists values of; one that is not in the list yet passes. */
export function word<Word extends string>(value: unknown): value is Word {
  return text(value);
}

/** One of these values. */
export function oneOf<const Value>(...values: readonly Value[]): Shape<Value> {
  return (value): value is Value => values.includes(value as Value);
}

/** May be left out. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || shape(value);
}

/** The answer to a save: `true` or what was saved. A falsy one is no success (docs/PRODUCT.md §7, §8). */
export const saved: Shape<unknown> = (value): value is unknown => Boolean(value);

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value): value is Value | null => value === null || shape(value);
}

export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every((each) => shape(each));
}

/** An object of any keys whose values have one shape. */
export function mapOf<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value): value is Record<string, Value> => isObject(value) && Object.values(value).every(shape);
}

/**
 * An object with these fields and any others: `record<SaleSummary>({ totalSales: number, totalPayout: number })`. The
 * compiler asks for every field of the type.
 */
export function record<Value extends object>(
  shapes: {
    [Key in keyof Required<Value>]: Shape<Value[Key]>;
  },
): Shape<Value> {
  const entries = Object.entries(shapes) as [string, Shape<unknown>][];
  return (value): value is Value => isObject(value) && entries.every(([key, shape]) => shape(value[key]));
}

/** Either of two shapes. */
export function either<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> {
  return (value): value is One | Other => one(value) || other(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

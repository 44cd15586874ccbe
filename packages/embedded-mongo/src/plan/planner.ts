/* One decision, which index a query goes by: conditions become intervals, intervals ranges, ranges a plan. */
import { compareValues, encodeKey, tagOf } from '../bson/key';
import { isNumber, T, type Val } from '../bson/raw';
import { toVal } from '../bson/write';
import { fail } from '../errors';
import {
  type Comparison,
  type Condition,
  compares,
  isNaNumber,
  testValue,
  type ValueCondition,
} from '../query/matcher';
import type { KeyPattern, Path } from '../query/path';
import type { CollectionInfo, IndexInfo } from '../store/catalog';
import { join, MAX_KEY, shorten } from '../store/records';

/** Values of one field, as encoded ends: everything between `low` and `high`. */
interface Interval {
  low: Buffer;
  lowIn: boolean;
  /** `low` is only how all the values begin (a type, a text), not a whole value. */
  lowBegins?: boolean;
  high: Buffer;
  highIn: boolean;
  point: boolean;
}

/** Half open: `start` belongs to it, `end` doesn't. */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
  /** At most the key `start` itself, which `end` is as well: one look instead of a walk. */
  single?: boolean;
}

export interface Plan {
  index: IndexInfo;
  /** In the order of the index; disjoint. */
  ranges: KeyRange[];
  reverse: boolean;
  sorted: boolean;
  /** The ranges hold exactly what the query asks for: no document has to be looked at. */
  exact: boolean;
  /** The conditions that the ranges leave open. */
  rest: readonly Condition[];
  full: boolean;
}

const MAX_RANGES = 10_000;
const LOWEST_NUMBER = encodeKey(toVal(Number.NEGATIVE_INFINITY));

const pointAt = (bytes: Buffer): Interval => ({
  low: bytes,
  lowIn: true,
  high: bytes,
  highIn: true,
  point: true,
});
const point = (val: Val): Interval => pointAt(encodeKey(val));

const isIndexable = (val: Val): boolean =>
  val.type !== T.array && val.type !== T.minKey && val.type !== T.maxKey && !isNaNumber(val);

function comparisonInterval(op: Comparison, val: Val): Interval | undefined {
  if (!isIndexable(val)) return undefined;
  if (op === '$eq') return point(val);
  if (val.type === T.null) return op === '$gt' || op === '$lt' ? undefined : point(val);
  const tag = tagOf(val.type);
  const bytes = encodeKey(val);
  // NaN stands below all numbers and belongs to no range of them.
  const floor = isNumber(val.type) ? LOWEST_NUMBER : Buffer.from([tag]);
  const above = op === '$gt' || op === '$gte';
  return {
    low: above ? bytes : floor,
    lowIn: op !== '$gt',
    lowBegins: !above && !isNumber(val.type),
    high: above ? Buffer.from([tag + 1]) : bytes,
    highIn: op === '$lte',
    point: false,
  };
}

/** The intervals that hold every key of a document that meets the condition; undefined if there is no such bound. */
function intervalsOf(condition: Condition): Interval[] | undefined {
  switch (condition.kind) {
    case 'compare': {
      const interval = comparisonInterval(condition.op, condition.value);
      return interval && [interval];
    }
    case 'in': {
      if (!condition.values.every(isIndexable)) return undefined;
      return [...condition.keys].sort().map((key) => pointAt(Buffer.from(key, 'latin1')));
    }
    default:
      return undefined;
  }
}

/** Several ranges on one field as one, where a document has one key only. */
function intersect(a: Interval, b: Interval): Interval {
  const low = a.low.compare(b.low);
  const high = a.high.compare(b.high);
  return {
    low: low >= 0 ? a.low : b.low,
    lowIn: low > 0 ? a.lowIn : low < 0 ? b.lowIn : a.lowIn && b.lowIn,
    lowBegins: (low >= 0 ? a.lowBegins : b.lowBegins) ?? false,
    high: high <= 0 ? a.high : b.high,
    highIn: high < 0 ? a.highIn : high > 0 ? b.highIn : a.highIn && b.highIn,
    point: false,
  };
}

interface Bounds {
  intervals: Interval[];
  used: Condition[];
}

function boundsOf(conditions: readonly Condition[], path: Path, multikey: boolean): Bounds | undefined {
  const found: { condition: Condition; intervals: Interval[] }[] = [];
  for (const condition of conditions) {
    if (!('path' in condition) || condition.path.text !== path.text) continue;
    const intervals = intervalsOf(condition);
    if (intervals) found.push({ condition, intervals });
  }
  if (found.length === 0) return undefined;
  const points = found.filter(({ intervals }) => intervals.every((interval) => interval.point));
  const best = points.sort((a, b) => a.intervals.length - b.intervals.length)[0];
  if (best) return { intervals: best.intervals, used: [best.condition] };
  const first = found[0]!;
  if (multikey || found.length === 1) return { intervals: first.intervals, used: [first.condition] };
  const interval = found.map(({ intervals }) => intervals[0]!).reduce(intersect);
  return { intervals: [interval], used: found.map(({ condition }) => condition) };
}

const FF = Buffer.from([0xff]);

function inverted(bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  for (let i = 0; i < out.length; i++) out[i]! ^= 0xff;
  return out;
}

/** Above everything that begins with these bytes. */
function beyond(bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  out[out.length - 1]!++;
  return out;
}

/** An interval of a field as a range of bytes; what follows a whole encoded value never starts with 0xff. */
function bytesOf(interval: Interval, descending: boolean): [start: Buffer, end: Buffer] {
  const after = (bytes: Buffer, itself: boolean): Buffer => (itself ? bytes : Buffer.concat([bytes, FF]));
  const { low, lowIn, lowBegins, high, highIn } = interval;
  if (!descending) return [after(low, lowIn), after(high, !highIn)];
  return [after(inverted(high), highIn), lowBegins ? beyond(inverted(low)) : after(inverted(low), !lowIn)];
}

/**
 * The ranges in which the part of an entry that a field has lies exactly when its document meets the condition; of an
 * index with one whole key a document. undefined: an entry does not show it.
 */
export const partsOf = (condition: Condition, descending: boolean): [Buffer, Buffer][] | undefined =>
  intervalsOf(condition)?.map((interval) => bytesOf(interval, descending));

const CUT_END = Buffer.alloc(40, 0xff);

function keyRange(tree: number, prefix: Buffer, [start, end]: [Buffer, Buffer]): KeyRange {
  const from = Buffer.concat([prefix, start]);
  const to = Buffer.concat([prefix, end]);
  return {
    start: join(tree, from.subarray(0, MAX_KEY)),
    end: to.length > MAX_KEY ? join(tree, to.subarray(0, MAX_KEY), CUT_END) : join(tree, to),
  };
}

/** Whether the query only finds documents that a partial index holds. */
function implies(conditions: readonly Condition[], needed: ValueCondition): boolean {
  const holds = (value: Val): boolean => value.type !== T.array && testValue(needed, value);
  return conditions.some((given) => {
    if (!('path' in given) || given.path.text !== needed.path.text) return false;
    if (needed.kind === 'exists') return needed.exists && excludesMissing(given);
    if (given.kind === 'in') return given.values.every(holds);
    if (given.kind !== 'compare') return false;
    if (given.op === '$eq') return holds(given.value);
    return (
      needed.kind === 'compare' &&
      given.op.slice(0, 3) === needed.op.slice(0, 3) &&
      (compares(given.value, needed.op, needed.value) ||
        (given.op === needed.op && compareValues(given.value, needed.value) === 0))
    );
  });
}

/** Whether no document without the field (or with null) meets the condition. */
function excludesMissing(condition: Condition): boolean {
  switch (condition.kind) {
    case 'compare':
      return ![T.null, T.minKey, T.maxKey].includes(condition.value.type as never);
    case 'in':
      return !condition.nullish;
    default:
      return condition.kind === 'exists' && condition.exists;
  }
}

/** Whether an index holds every document that the query can find. */
export function isUsable(index: IndexInfo, conditions: readonly Condition[]): boolean {
  if (!index.ready) return false;
  return (index.partial ?? []).every((needed) => implies(conditions, needed));
}

/** How one index serves a query; it must be usable for it. */
export function planFor(
  index: IndexInfo,
  conditions: readonly Condition[],
  sort?: KeyPattern,
): Plan & { score: number } {
  const { paths, descending } = index.pattern;
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranges: KeyRange[] | undefined;
  const used = new Set<Condition>();
  const fixed = new Set<string>();
  const roots = new Set<string>();
  // An index that leaves documents out narrows by itself.
  let score = index.partial ? 1 : 0;
  let depth = 0;
  for (let i = 0; i < paths.length && !ranges; i++) {
    const path = paths[i]!;
    // Items of one array may meet two conditions separately: then one of them has to do.
    if (index.multikey && roots.has(path.parts[0]!)) break;
    const bounds = boundsOf(conditions, path, index.multikey);
    if (!bounds || bounds.intervals.length * prefixes.length > MAX_RANGES) break;
    roots.add(path.parts[0]!);
    for (const condition of bounds.used) used.add(condition);
    if (bounds.intervals.every((interval) => interval.point)) {
      depth++;
      score += bounds.intervals.length === 1 ? 10 : 9;
      if (bounds.intervals.length === 1) fixed.add(path.text);
      const parts = bounds.intervals.map(({ low }) => (descending[i] ? inverted(low) : low));
      if (descending[i]) parts.reverse();
      prefixes =
        i === 0 ? parts : prefixes.flatMap((prefix) => parts.map((part) => Buffer.concat([prefix, part])));
    } else {
      score += 5;
      const part = bytesOf(bounds.intervals[0]!, descending[i]!);
      ranges = prefixes.map((prefix) => keyRange(index.tree, prefix, part));
    }
  }
  const order = sort && orderOf(index, fixed, sort);
  if (order) score += 3;
  const rest = conditions.filter((condition) => !used.has(condition));
  return {
    index,
    ranges:
      depth === paths.length && isUnique(index)
        ? prefixes.map((prefix) => single(index, prefix))
        : merge(ranges ?? prefixes.map((prefix) => keyRange(index.tree, prefix, [EMPTY, FF]))),
    reverse: order === 'reverse',
    sorted: !sort || order !== undefined,
    exact: !index.multikey && !index.long && rest.length === 0,
    rest,
    full: used.size === 0,
    score,
  };
}

const EMPTY = Buffer.alloc(0);
export const isUnique = (index: IndexInfo): boolean => index.unique || index.name === '_id_';

function single(index: IndexInfo, prefix: Buffer): KeyRange {
  const start = join(index.tree, shorten(prefix));
  return { start, end: start, single: true };
}

/** Drops what is empty and joins ranges that overlap because they were cut. */
function merge(ranges: KeyRange[]): KeyRange[] {
  const merged: KeyRange[] = [];
  for (const range of ranges) {
    if (range.start.compare(range.end) >= 0) continue;
    const last = merged.at(-1);
    if (last && range.start.compare(last.end) < 0) last.end = range.end;
    else merged.push(range);
  }
  return merged;
}

/** Whether the index yields the order asked for, walked forward or in reverse. Fields with one value only don't count. */
function orderOf(index: IndexInfo, fixed: Set<string>, sort: KeyPattern): 'forward' | 'reverse' | undefined {
  if (index.multikey || index.long) return undefined;
  const wanted = sort.paths
    .map(({ text }, i) => ({ text, down: sort.descending[i]! }))
    .filter(({ text }) => !fixed.has(text));
  const given = index.pattern.paths
    .map(({ text }, i) => ({ text, down: index.pattern.descending[i]! }))
    .filter(({ text }) => !fixed.has(text));
  if (wanted.length === 0) return 'forward';
  if (wanted.length > given.length || wanted.some(({ text }, i) => given[i]!.text !== text)) return undefined;
  const flips = new Set(wanted.map(({ down }, i) => down !== given[i]!.down));
  if (flips.size > 1) return undefined;
  return flips.has(true) ? 'reverse' : 'forward';
}

const samePattern = (a: KeyPattern, b: KeyPattern): boolean =>
  a.paths.length === b.paths.length &&
  a.paths.every(({ text }, i) => text === b.paths[i]!.text && a.descending[i] === b.descending[i]);

/** The plan of the index with exactly this key. Throws if no index has it, or the one that has it is partial or being built. */
export function planByHint(
  info: CollectionInfo,
  conditions: readonly Condition[],
  sort: KeyPattern | undefined,
  hint: KeyPattern,
): Plan {
  const index = info.indexes.find((each) => samePattern(each.pattern, hint));
  if (!index || !isUsable(index, conditions))
    fail('BadValue', 'hint provided does not correspond to an existing index');
  return planFor(index, conditions, sort);
}

/** The plan of a query for one `_id`, without looking at anything else; undefined: it is for more. */
function planOne(index: IndexInfo, conditions: readonly Condition[]): Plan | undefined {
  const asked = conditions.find(
    (each) =>
      each.kind === 'compare' && each.op === '$eq' && each.path.text === '_id' && isIndexable(each.value),
  );
  if (asked?.kind !== 'compare') return undefined;
  const ranges = [single(index, encodeKey(asked.value))];
  const rest = conditions.filter((each) => each !== asked);
  const exact = rest.length === 0 && !index.long;
  return { index, ranges, reverse: false, sorted: true, exact, rest, full: false };
}

/** Chooses how to find what meets the conditions: the index that narrows most, else one that sorts, else all documents. */
export function plan(info: CollectionInfo, conditions: readonly Condition[], sort?: KeyPattern): Plan {
  const one = sort ? undefined : planOne(info.indexes[0]!, conditions);
  if (one) return one;
  let best = planFor(info.indexes[0]!, conditions, sort);
  // No index narrows more than one `_id`.
  if (best.ranges.length === 1 && best.ranges[0]!.single && best.sorted) return best;
  for (const index of info.indexes.slice(1)) {
    if (!isUsable(index, conditions)) continue;
    const candidate = planFor(index, conditions, sort);
    const better = candidate.score - best.score || Number(candidate.index.unique) - Number(best.index.unique);
    if (candidate.score > 0 && better > 0) best = candidate;
  }
  return best;
}

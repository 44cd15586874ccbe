import { compareValues, encodeKeyText, tagOf } from '../bson/key';
import { numOf } from '../bson/numbers';
import {
  docVal,
  entriesOf,
  isNumber,
  isTruthy,
  itemsOf,
  numberOf,
  T,
  textOf,
  typeName,
  type Val,
} from '../bson/raw';
import { MongoError } from '../errors';
import { type Path, parsePath, visit } from './path';
import { compileRegex } from './regex';

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/**
 * A compiled condition. `test` looks at a whole object; `single` at one value as such (inside $elemMatch of values and
 * $not of those). The planner reads the rest.
 */
export type Condition =
  | { kind: 'and' | 'or' | 'nor'; all: Condition[] }
  | { kind: 'not'; path: Path; inner: Condition[] }
  | { kind: 'compare'; path: Path; op: Comparison; value: Val }
  | { kind: 'in'; path: Path; values: Val[]; regexes: RegExp[]; keys: Set<string>; nullish: boolean }
  | { kind: 'regex'; path: Path; regex: RegExp; source: string; options: string; self?: string }
  | { kind: 'exists'; path: Path; exists: boolean }
  | { kind: 'type'; path: Path; types: Set<number> }
  | { kind: 'size'; path: Path; size: number }
  | { kind: 'elemMatch'; path: Path; inner: Condition[]; objects: boolean }
  | { kind: 'never' };

const isNullish = (val: Val | undefined): boolean => !val || val.type === T.null;
const isNaNumber = (val: Val): boolean => {
  if (val.type === T.double) return Number.isNaN(numberOf(val));
  const num = val.type === T.decimal ? numOf(val) : undefined;
  return num?.type === T.decimal && num.value.special === 'NaN';
};

/** One value against one comparison, with MongoDB's bracketing of types. */
export function compares(val: Val | undefined, op: Comparison, to: Val): boolean {
  if (to.type === T.null) return op !== '$gt' && op !== '$lt' && isNullish(val);
  const sameTag = val !== undefined && tagOf(val.type) === tagOf(to.type);
  if (!sameTag) {
    if (to.type === T.maxKey) return op === '$lt' || op === '$lte';
    if (to.type === T.minKey) return op === '$gt' || op === '$gte';
    return false;
  }
  if (isNumber(to.type) && (isNaNumber(val) || isNaNumber(to)))
    return op !== '$gt' && op !== '$lt' && isNaNumber(val) && isNaNumber(to);
  const order = compareValues(val, to);
  switch (op) {
    case '$eq':
      return order === 0;
    case '$gt':
      return order > 0;
    case '$gte':
      return order >= 0;
    case '$lt':
      return order < 0;
    case '$lte':
      return order <= 0;
  }
}

function testValue(condition: Condition, val: Val | undefined): boolean {
  switch (condition.kind) {
    case 'compare':
      return compares(val, condition.op, condition.value);
    case 'in':
      if (isNullish(val)) return condition.nullish;
      if (condition.keys.has(encodeKeyText(val))) return true;
      return val!.type === T.string && condition.regexes.some((regex) => regex.test(textOf(val!)));
    case 'regex':
      if (val?.type === T.string) return condition.regex.test(textOf(val));
      return val?.type === T.regex && encodeKeyText(val) === condition.self;
    case 'exists':
      return val !== undefined;
    case 'type':
      return val !== undefined && condition.types.has(val.type);
    case 'size':
      return val?.type === T.array && itemsOf(val).length === condition.size;
    case 'elemMatch':
      return val?.type === T.array && itemsOf(val).some((item) => meets(condition, item));
    default:
      throw new Error(`${condition.kind} is not a test of one value`);
  }
}

/** Whether an item is one that an $elemMatch asks for. */
export function meets(condition: Extract<Condition, { kind: 'elemMatch' }>, item: Val): boolean {
  if (!condition.objects) return condition.inner.every((inner) => testItem(inner, item));
  return (item.type === T.object || item.type === T.array) && matchesAll(condition.inner, item);
}

/** A condition on one array item itself, as in {$elemMatch: {$gte: 1}}. */
export function testItem(condition: Condition, item: Val): boolean {
  switch (condition.kind) {
    case 'not':
      return !condition.inner.every((inner) => testItem(inner, item));
    case 'and':
      return condition.all.every((inner) => testItem(inner, item));
    case 'or':
      return condition.all.some((inner) => testItem(inner, item));
    case 'nor':
      return !condition.all.some((inner) => testItem(inner, item));
    case 'exists':
      return condition.exists;
    case 'never':
      return false;
    default:
      return testValue(condition, item);
  }
}

const WHOLE = new Set(['size', 'elemMatch', 'exists']);

function test(condition: Condition, doc: Val): boolean {
  switch (condition.kind) {
    case 'and':
      return matchesAll(condition.all, doc);
    case 'or':
      return condition.all.some((inner) => test(inner, doc));
    case 'nor':
      return !condition.all.some((inner) => test(inner, doc));
    case 'not':
      return !matchesAll(condition.inner, doc);
    case 'never':
      return false;
    default: {
      const found = visit(doc.buf, doc.start, condition.path, 0, WHOLE.has(condition.kind), (val) =>
        testValue(condition, val),
      );
      return condition.kind === 'exists' ? found === condition.exists : found;
    }
  }
}

/** Whether a value (an object; of an array its items by position) meets all conditions. */
export function matchesAll(conditions: readonly Condition[], doc: Val): boolean {
  for (const condition of conditions) if (!test(condition, doc)) return false;
  return true;
}

/** Whether a raw document meets all conditions. */
export const matches = (conditions: readonly Condition[], doc: Buffer): boolean =>
  conditions.length === 0 || matchesAll(conditions, docVal(doc));

/** Whether one value by itself meets conditions that were compiled for `path` (partial indexes, arrayFilters, $pull). */
export const valueMatches = (conditions: readonly Condition[], val: Val): boolean =>
  conditions.every((condition) => testItem(condition, val));

const bad = (message: string): never => {
  throw new MongoError('BadValue', message);
};

/** Compiles a query. Throws MongoDB's error for every operator that is not on the list. */
export function compileFilter(filter: Val | undefined): Condition[] {
  if (!filter) return [];
  if (filter.type !== T.object)
    throw new MongoError(
      'TypeMismatch',
      `Expected field filter to be of type object but it is ${typeName(filter.type)}`,
    );
  return entriesOf(filter).flatMap(([name, val]) => {
    if (!name.startsWith('$')) return compileField(name, val);
    if (name === '$and') return listOf(name, val).flatMap(compileFilter);
    if (name === '$or') return [{ kind: 'or', all: listOf(name, val).map(asOne) }];
    if (name === '$nor') return [{ kind: 'nor', all: listOf(name, val).map(asOne) }];
    if (name === '$comment') return [];
    return bad(
      `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    );
  });
}

const asOne = (filter: Val): Condition => ({ kind: 'and', all: compileFilter(filter) });

function listOf(name: string, val: Val): Val[] {
  if (val.type !== T.array) return bad(`${name} argument must be an array`);
  const items = itemsOf(val);
  if (items.length === 0) bad('$and/$or/$nor must be a nonempty array');
  if (items.some((item) => item.type !== T.object)) bad('$or/$and/$nor entries need to be full objects');
  return items;
}

const isOperators = (val: Val): boolean => val.type === T.object && val.buf[val.start + 5] === 0x24;

/** The conditions that {name: val} puts on a field. */
export function compileField(name: string, val: Val): Condition[] {
  const path = parsePath(name);
  if (val.type === T.regex) return [regexOf(path, ...regexParts(val), val)];
  // {$ref, $id} is a value, not an operator.
  if (!isOperators(val) || entriesOf(val)[0]![0] === '$ref')
    return [{ kind: 'compare', path, op: '$eq', value: val }];
  const entries = entriesOf(val);
  return entries.flatMap(([op, arg]) => compileOperator(path, op, arg, entries));
}

function regexParts(val: Val): [string, string] {
  const middle = val.buf.indexOf(0, val.start);
  return [val.buf.toString('utf8', val.start, middle), val.buf.toString('utf8', middle + 1, val.end - 1)];
}

function regexOf(path: Path, source: string, options: string, self?: Val): Condition {
  const regex = compileRegex(source, options);
  return { kind: 'regex', path, regex, source, options, ...(self && { self: encodeKeyText(self) }) };
}

function compileOperator(path: Path, op: string, arg: Val, siblings: [string, Val][]): Condition[] {
  switch (op) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (arg.type === T.regex && op !== '$eq')
        bad(`Can't have RegEx as arg to predicate over field '${path.text}'.`);
      return [{ kind: 'compare', path, op, value: arg }];
    case '$ne':
      if (arg.type === T.regex) bad("Can't have regex as arg to $ne.");
      return [{ kind: 'not', path, inner: [{ kind: 'compare', path, op: '$eq', value: arg }] }];
    case '$in':
      return [inOf(path, op, arg)];
    case '$nin':
      return [{ kind: 'not', path, inner: [inOf(path, op, arg)] }];
    case '$exists':
      return [{ kind: 'exists', path, exists: isTruthy(arg) }];
    case '$type':
      return [{ kind: 'type', path, types: typesOf(arg) }];
    case '$size':
      return [{ kind: 'size', path, size: sizeOf(arg) }];
    case '$not': {
      if (arg.type !== T.regex && !isOperators(arg)) {
        if (arg.type !== T.object) bad('$not needs a regex or a document');
        bad('$not cannot be empty');
      }
      return [{ kind: 'not', path, inner: compileField(path.text, arg) }];
    }
    case '$regex': {
      const options = siblings.find(([name]) => name === '$options')?.[1];
      if (options && options.type !== T.string) bad('$options has to be a string');
      const [source, own] =
        arg.type === T.regex
          ? regexParts(arg)
          : arg.type === T.string
            ? [textOf(arg), '']
            : bad('$regex has to be a string');
      if (own && options) throw new MongoError(51075, 'options set in both $regex and $options');
      return [regexOf(path, source, options ? textOf(options) : own)];
    }
    case '$options':
      if (!siblings.some(([name]) => name === '$regex')) bad('$options needs a $regex');
      return [];
    case '$all':
      return allOf(path, arg);
    case '$elemMatch':
      return [elemMatchOf(path, arg)];
    default:
      return bad(`unknown operator: ${op}`);
  }
}

function inOf(path: Path, op: string, arg: Val): Condition {
  if (arg.type !== T.array) bad(`${op} needs an array`);
  const items = itemsOf(arg);
  if (items.some(isOperators)) bad(`cannot nest $ under ${op}`);
  const values = items.filter((item) => item.type !== T.regex);
  const regexes = items.filter((item) => item.type === T.regex);
  return {
    kind: 'in',
    path,
    values,
    regexes: regexes.map((item) => compileRegex(...regexParts(item))),
    keys: new Set(items.map(encodeKeyText)),
    nullish: values.some((item) => item.type === T.null),
  };
}

const TYPE_NUMBERS = new Map<string, number>(Object.entries({ ...T, undefined: 6, binData: T.binary }));
const NUMBERS = [T.double, T.int, T.long, T.decimal];

function typesOf(arg: Val): Set<number> {
  const items = arg.type === T.array ? itemsOf(arg) : [arg];
  if (items.length === 0) throw new MongoError('FailedToParse', '$type must match at least one type');
  return new Set(
    items.flatMap((item): number[] => {
      if (item.type === T.string) {
        const name = textOf(item);
        if (name === 'number') return NUMBERS;
        return [(name !== 'binary' && TYPE_NUMBERS.get(name)) || bad(`Unknown type name alias: ${name}`)];
      }
      if (!isNumber(item.type))
        throw new MongoError('TypeMismatch', 'type must be represented as a number or a string');
      const code = numberOf(item) === -1 ? T.minKey : numberOf(item);
      return [typeName(code) === String(code) ? bad(`Invalid numerical type code: ${numberOf(item)}`) : code];
    }),
  );
}

function sizeOf(arg: Val): number {
  const size = isNumber(arg.type) ? numberOf(arg) : Number.NaN;
  if (!Number.isInteger(size)) bad(`Failed to parse $size. Expected an integer`);
  if (size < 0) bad(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return size;
}

function allOf(path: Path, arg: Val): Condition[] {
  if (arg.type !== T.array) bad('$all needs an array');
  const items = itemsOf(arg);
  if (items.length === 0) return [{ kind: 'never' }];
  const isElemMatch = (item: Val) => isOperators(item) && entriesOf(item)[0]![0] === '$elemMatch';
  const elemMatches = items.filter(isElemMatch).length;
  if (elemMatches > 0 && elemMatches < items.length) bad('$all/$elemMatch has to be consistent');
  return items.flatMap((item): Condition[] => {
    if (elemMatches > 0) return compileField(path.text, item);
    if (isOperators(item)) bad('no $ expressions in $all');
    return item.type === T.regex
      ? compileField(path.text, item)
      : [{ kind: 'compare', path, op: '$eq', value: item }];
  });
}

function elemMatchOf(path: Path, arg: Val): Condition {
  if (arg.type !== T.object) bad('$elemMatch needs an Object');
  const first = entriesOf(arg)[0]?.[0] ?? '';
  const objects = !first.startsWith('$') || ['$and', '$or', '$nor'].includes(first);
  return {
    kind: 'elemMatch',
    path,
    inner: objects ? compileFilter(arg) : compileField(path.text, arg),
    objects,
  };
}

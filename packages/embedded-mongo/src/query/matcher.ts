import { compareValues, encodeKeyText, tagOf } from '../bson/key';
import { decimalAt } from '../bson/numbers';
import { entriesOf, isNumber, isTruthy, itemsOf, numberOf, T, typeName, type Val } from '../bson/raw';
import { fail } from '../errors';
import { type Path, parsePath, visit } from './path';

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/** A compiled condition; those of a list hold together. */
export type Condition =
  | { kind: 'or'; any: Condition[][] }
  | { kind: 'not'; path: Path; inner: Condition[] }
  | { kind: 'compare'; path: Path; op: Comparison; value: Val }
  | { kind: 'in'; path: Path; values: Val[]; keys: Set<string>; nullish: boolean }
  | { kind: 'exists'; path: Path; exists: boolean };

export type ValueCondition = Extract<Condition, { kind: 'compare' | 'in' | 'exists' }>;

const isNullish = (val: Val | undefined): boolean => !val || val.type === T.null;
/** NaN as a double or a decimal: equal to itself, outside of every range. */
export const isNaNumber = (val: Val): boolean => {
  if (val.type === T.double) return Number.isNaN(numberOf(val));
  return val.type === T.decimal && decimalAt(val.buf, val.start).special === 'NaN';
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

/** A condition on one value by itself (an item of an array, or the value a partial index's filter is held against). */
export function testValue(condition: ValueCondition, val: Val | undefined): boolean {
  switch (condition.kind) {
    case 'compare':
      return compares(val, condition.op, condition.value);
    case 'in':
      return isNullish(val) ? condition.nullish : condition.keys.has(encodeKeyText(val));
    case 'exists':
      return (val !== undefined) === condition.exists;
  }
}

function test(condition: Condition, doc: Buffer): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.any.some((all) => matches(all, doc));
    case 'not':
      return !matches(condition.inner, doc);
    case 'exists':
      return visit(doc, 0, condition.path, 0, true, (val) => val !== undefined) === condition.exists;
    default:
      return visit(doc, 0, condition.path, 0, false, (val) => testValue(condition, val));
  }
}

export function matches(conditions: readonly Condition[], doc: Buffer): boolean {
  for (const condition of conditions) if (!test(condition, doc)) return false;
  return true;
}

const bad = (message: string): never => {
  fail('BadValue', message);
};

/** Compiles a query. Throws MongoDB's error for every operator that is not on the list. */
export function compileFilter(filter: Val | undefined): Condition[] {
  if (!filter) return [];
  if (filter.type !== T.object)
    fail('TypeMismatch', `Expected field filter to be of type object but it is ${typeName(filter.type)}`);
  return entriesOf(filter).flatMap(([name, val]) => {
    if (!name.startsWith('$')) return compileField(name, val);
    if (name === '$or') return [{ kind: 'or', any: listOf(val).map(compileFilter) }];
    return bad(
      `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    );
  });
}

function listOf(val: Val): Val[] {
  if (val.type !== T.array) return bad('$or argument must be an array');
  const items = itemsOf(val);
  if (items.length === 0) bad('$and/$or/$nor must be a nonempty array');
  if (items.some((item) => item.type !== T.object)) bad('$or/$and/$nor entries need to be full objects');
  return items;
}

const isOperators = (val: Val): boolean => val.type === T.object && val.buf[val.start + 5] === 0x24;

/** The conditions that {name: val} puts on a field. */
export function compileField(name: string, val: Val): Condition[] {
  const path = parsePath(name);
  // {$ref, $id} is a value, not an operator.
  if (!isOperators(val) || entriesOf(val)[0]![0] === '$ref')
    return [{ kind: 'compare', path, op: '$eq', value: val }];
  return entriesOf(val).map(([op, arg]) => compileOperator(path, op, arg));
}

function compileOperator(path: Path, op: string, arg: Val): Condition {
  switch (op) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return { kind: 'compare', path, op, value: arg };
    case '$ne':
      return { kind: 'not', path, inner: [{ kind: 'compare', path, op: '$eq', value: arg }] };
    case '$in':
      return inOf(path, arg);
    case '$exists':
      return { kind: 'exists', path, exists: isTruthy(arg) };
    case '$not':
      if (arg.type !== T.object) bad('$not needs a regex or a document');
      if (!isOperators(arg)) bad('$not cannot be empty');
      return { kind: 'not', path, inner: compileField(path.text, arg) };
    default:
      return bad(`unknown operator: ${op}`);
  }
}

function inOf(path: Path, arg: Val): Condition {
  if (arg.type !== T.array) bad('$in needs an array');
  const values = itemsOf(arg);
  if (values.some(isOperators)) bad('cannot nest $ under $in');
  return {
    kind: 'in',
    path,
    values,
    keys: new Set(values.map(encodeKeyText)),
    nullish: values.some((item) => item.type === T.null),
  };
}

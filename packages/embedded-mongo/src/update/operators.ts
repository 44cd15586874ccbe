import { compareValues, encodeKeys } from '../bson/key';
import { arithmetic, type Num, numOf, numText, numVal } from '../bson/numbers';
import { entriesOf, fieldOf, isNumber, itemsOf, numberOf, T, textOf, typeName, Val } from '../bson/raw';
import { encodeDoc, type Node, toVal } from '../bson/write';
import { MongoError } from '../errors';
import { compileField, compileFilter, matches, matchesAll } from '../query/matcher';
import type { Path } from '../query/path';
import { sortPattern } from '../query/sort';
import { closed, open, show } from './tree';

/** What an operator makes of the present value: a new one, `undefined` to remove it, or the very same node for no change. */
export interface Operator {
  /** Whether the path is created where it doesn't exist. */
  creates: boolean;
  apply(current: Node | undefined, where: { path: string; id: Val | undefined }): Node | undefined;
}

const mismatch = (message: string): never => {
  throw new MongoError('TypeMismatch', message);
};
const bad = (message: string): never => {
  throw new MongoError('BadValue', message);
};

function calculate(name: '$inc' | '$mul', arg: Val): Operator {
  const by = numOf(arg);
  const verb = name === '$inc' ? 'increment' : 'multiply';
  return {
    creates: true,
    apply(current, { path, id }) {
      if (!by) return mismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${show(arg)}}`);
      if (current === undefined)
        return name === '$inc' ? arg : numVal(arithmetic('*', by, { type: T.int, value: 0 }) as Num);
      const val = closed(current);
      const now = numOf(val);
      if (!now)
        return mismatch(
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${id ? show(id) : ''}} has the field '${path.split('.').pop()}' of non-numeric type ${typeName(val.type)}`,
        );
      const result = arithmetic(name === '$inc' ? '+' : '*', now, by);
      if (!result)
        return bad(
          `Failed to apply ${name} operations to current value ((NumberLong)${numText(now)}) for document {_id: ${id ? show(id) : ''}}`,
        );
      return numVal(result);
    },
  };
}

const choose = (arg: Val, sign: number): Operator => ({
  creates: true,
  apply: (current) =>
    current !== undefined && compareValues(closed(current), arg) * sign <= 0 ? current : arg,
});

let increment = 0;
function currentDate(arg: Val, name: string): Operator {
  const type = arg.type === T.object ? entriesOf(arg).find(([key]) => key === '$type')?.[1] : undefined;
  const kind = arg.type === T.bool ? 'date' : type?.type === T.string ? textOf(type) : undefined;
  if (kind !== 'date' && kind !== 'timestamp')
    bad(
      `${typeName(arg.type)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}): ${name}`,
    );
  return {
    creates: true,
    apply() {
      if (kind === 'date') return toVal(new Date());
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(++increment >>> 0, 0);
      bytes.writeUInt32LE(Math.floor(Date.now() / 1000), 4);
      return new Val(T.timestamp, bytes, 0, 8);
    },
  };
}

function itemsIn(current: Node, message: (type: string) => string): Node[] {
  if (Array.isArray(current)) return [...current];
  const val = closed(current);
  return val.type === T.array ? (open(val) as Node[]) : bad(message(typeName(val.type)));
}

/** The modifiers of $push and $addToSet ({$each: […], …}), or undefined if the argument is the value itself. */
function modifiers(arg: Val): Map<string, Val> | undefined {
  if (arg.type !== T.object) return undefined;
  const entries = entriesOf(arg);
  return entries.some(([key]) => key === '$each') ? new Map(entries) : undefined;
}

function eachOf(name: string, mods: Map<string, Val>): Val[] {
  const each = mods.get('$each')!;
  if (each.type !== T.array)
    throw new MongoError(
      name === '$push' ? 'BadValue' : 'TypeMismatch',
      `The argument to $each in ${name} must be an array but it was of type: ${typeName(each.type)}`,
    );
  return itemsOf(each);
}

function integer(what: string, val: Val | undefined): number | undefined {
  if (!val) return undefined;
  const value = isNumber(val.type) ? numberOf(val) : Number.NaN;
  if (!Number.isInteger(value))
    bad(`The value for ${what} must be an integer value but was given type: ${typeName(val.type)}`);
  return value;
}

function sorter(val: Val | undefined): ((items: Node[]) => Node[]) | undefined {
  if (!val) return undefined;
  if (isNumber(val.type)) {
    const sign = numberOf(val);
    if (sign !== 1 && sign !== -1) bad('The $sort element value must be either 1 or -1');
    return (items) => items.sort((a, b) => compareValues(closed(a), closed(b)) * sign);
  }
  if (val.type !== T.object)
    bad('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const { paths, descending } = sortPattern(val);
  // Unlike a query's, this order doesn't look into arrays; what isn't an object has none of the fields.
  const plain = (item: Val, path: Path): Val | undefined => {
    let at: Val | undefined = item;
    for (const name of path.names) at = at?.type === T.object ? fieldOf(at.buf, at.start, name) : undefined;
    return at;
  };
  const keyOf = (node: Node): Buffer => {
    const item = closed(node);
    return encodeKeys(
      paths.map((path) => plain(item, path)),
      descending,
    );
  };
  return (items) =>
    items
      .map((item): [Buffer, Node] => [keyOf(item), item])
      .sort(([a], [b]) => a.compare(b))
      .map(([, item]) => item);
}

const PUSH = ['$each', '$slice', '$sort', '$position'];

function push(arg: Val): Operator {
  const mods = modifiers(arg);
  const values = mods ? eachOf('$push', mods) : [arg];
  for (const key of mods?.keys() ?? []) if (!PUSH.includes(key)) bad(`Unrecognized clause in $push: ${key}`);
  const slice = integer('$slice', mods?.get('$slice'));
  const position = integer('$position', mods?.get('$position'));
  const sort = sorter(mods?.get('$sort'));
  return {
    creates: true,
    apply(current, { path, id }) {
      const complaint = (type: string) =>
        `The field '${path}' must be an array but is of type ${type} in document {_id: ${id ? show(id) : ''}}`;
      const before = current === undefined ? [] : itemsIn(current, complaint);
      let items = before;
      items.splice(position ?? items.length, 0, ...values);
      if (sort) items = sort(items);
      if (slice !== undefined) items = slice >= 0 ? items.slice(0, slice) : items.slice(slice);
      return items;
    },
  };
}

function addToSet(arg: Val): Operator {
  const mods = modifiers(arg);
  for (const key of mods?.keys() ?? [])
    if (key !== '$each') bad(`Found unexpected fields after $each in $addToSet: ${key}`);
  const values = mods ? eachOf('$addToSet', mods) : [arg];
  return {
    creates: true,
    apply(current, { path }) {
      const complaint = (type: string) =>
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${type}`;
      const items = current === undefined ? [] : itemsIn(current, complaint);
      const had = items.length;
      for (const value of values)
        if (!items.some((item) => compareValues(closed(item), value) === 0)) items.push(value);
      return current !== undefined && items.length === had ? current : items;
    },
  };
}

/** Keeps the items that `drop` doesn't name. */
const filtering = (name: string, drop: (item: Val) => boolean): Operator => ({
  creates: false,
  apply(current) {
    if (current === undefined) return current;
    const items = itemsIn(current, () => `Cannot apply ${name} to a non-array value`);
    const kept = items.filter((item) => !drop(closed(item)));
    return kept.length === items.length ? current : kept;
  },
});

function pull(arg: Val): Operator {
  const first = arg.type === T.object ? (entriesOf(arg)[0]?.[0] ?? '') : undefined;
  if (arg.type === T.regex || (first?.startsWith('$') && !['$and', '$or', '$nor'].includes(first))) {
    const conditions = compileField('item', arg);
    return filtering('$pull', (item) => matches(conditions, encodeDoc(new Map([['item', item]]))));
  }
  if (first === undefined) return filtering('$pull', (item) => compareValues(item, arg) === 0);
  const conditions = compileFilter(arg);
  return filtering('$pull', (item) => item.type === T.object && matchesAll(conditions, item));
}

function pullAll(arg: Val): Operator {
  if (arg.type !== T.array) bad(`$pullAll requires an array argument but was given a ${typeName(arg.type)}`);
  const values = itemsOf(arg);
  return filtering('$pullAll', (item) => values.some((value) => compareValues(item, value) === 0));
}

function pop(arg: Val): Operator {
  const end = isNumber(arg.type) ? numberOf(arg) : Number.NaN;
  if (end !== 1 && end !== -1)
    throw new MongoError('FailedToParse', `$pop expects 1 or -1, found: ${show(arg)}`);
  return {
    creates: false,
    apply(current, { path }) {
      if (current === undefined) return current;
      const items = itemsIn(current, (type) =>
        mismatch(`Path '${path}' contains an element of non-array type '${type}'`),
      );
      if (items.length === 0) return current;
      return end === 1 ? items.slice(0, -1) : items.slice(1);
    },
  };
}

const COMPILERS: Record<string, (arg: Val, path: string) => Operator> = {
  $set: (arg) => ({ creates: true, apply: () => arg }),
  $setOnInsert: (arg) => ({ creates: true, apply: () => arg }),
  $unset: () => ({ creates: false, apply: () => undefined }),
  $inc: (arg) => calculate('$inc', arg),
  $mul: (arg) => calculate('$mul', arg),
  $min: (arg) => choose(arg, 1),
  $max: (arg) => choose(arg, -1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
  $currentDate: currentDate,
};

/** The update operators there are; anything else is an unknown modifier. */
export const OPERATORS = new Set([...Object.keys(COMPILERS), '$rename']);

/** Compiles one {operator: {path: arg}} pair ($rename is not one: it has two paths). */
export const compileOperator = (name: string, path: string, arg: Val): Operator =>
  COMPILERS[name]!(arg, path);

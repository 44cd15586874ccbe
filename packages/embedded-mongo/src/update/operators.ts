import { compareValues } from '../bson/key';
import { add, numOf, numText, numVal } from '../bson/numbers';
import { entriesOf, isNumber, itemsOf, numberOf, T, typeName, type Val } from '../bson/raw';
import { show } from '../bson/show';
import type { Node } from '../bson/write';
import { fail } from '../errors';
import { closed, open } from './paths';

/** What an operator makes of the present value: a new one, `undefined` to remove it, or the very same node for no change. */
export interface Operator {
  /** Whether the path is created where it doesn't exist. */
  creates: boolean;
  apply(current: Node | undefined, where: { path: string; id: Val | undefined }): Node | undefined;
}

const mismatch = (message: string): never => {
  fail('TypeMismatch', message);
};
const bad = (message: string): never => {
  fail('BadValue', message);
};

function inc(arg: Val): Operator {
  const by = numOf(arg);
  return {
    creates: true,
    apply(current, { path, id }) {
      if (!by) return mismatch(`Cannot increment with non-numeric argument: {${path}: ${show(arg)}}`);
      if (current === undefined) return arg;
      const val = closed(current);
      const now = numOf(val);
      if (!now)
        return mismatch(
          `Cannot apply $inc to a value of non-numeric type. {_id: ${id ? show(id) : ''}} has the field '${path.split('.').pop()}' of non-numeric type ${typeName(val.type)}`,
        );
      const sum = add(now, by);
      if (sum) return numVal(sum);
      return bad(
        `Failed to apply $inc operations to current value ((NumberLong)${numText(now)}) for document {_id: ${id ? show(id) : ''}}`,
      );
    },
  };
}

const max = (arg: Val): Operator => ({
  creates: true,
  apply: (current) => (current !== undefined && compareValues(closed(current), arg) >= 0 ? current : arg),
});

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
    fail(
      name === '$push' ? 'BadValue' : 'TypeMismatch',
      `The argument to $each in ${name} must be an array but it was of type: ${typeName(each.type)}`,
    );
  return itemsOf(each);
}

function push(arg: Val): Operator {
  const mods = modifiers(arg);
  const values = mods ? eachOf('$push', mods) : [arg];
  for (const key of mods?.keys() ?? [])
    if (key !== '$each' && key !== '$slice') bad(`Unrecognized clause in $push: ${key}`);
  const cut = mods?.get('$slice');
  const slice = cut && isNumber(cut.type) ? numberOf(cut) : 0;
  if (cut && !(isNumber(cut.type) && Number.isInteger(slice)))
    bad(`The value for $slice must be an integer value but was given type: ${typeName(cut.type)}`);
  return {
    creates: true,
    apply(current, { path, id }) {
      const complaint = (type: string) =>
        `The field '${path}' must be an array but is of type ${type} in document {_id: ${id ? show(id) : ''}}`;
      const items = current === undefined ? [] : itemsIn(current, complaint);
      items.push(...values);
      if (!cut) return items;
      return slice >= 0 ? items.slice(0, slice) : items.slice(slice);
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

const set = (arg: Val): Operator => ({ creates: true, apply: () => arg });

/** The update operators there are; anything else is an unknown modifier. */
export const OPERATORS = new Map<string, (arg: Val) => Operator>([
  ['$set', set],
  ['$setOnInsert', set],
  ['$unset', () => ({ creates: false, apply: () => undefined })],
  ['$inc', inc],
  ['$max', max],
  ['$push', push],
  ['$addToSet', addToSet],
]);

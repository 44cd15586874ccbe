import { compareValues } from '../bson/key';
import { arithmeticOrDouble, divide, type Num, negate, numOf, numText, numVal } from '../bson/numbers';
import {
  bytesOfName,
  docVal,
  Elements,
  entriesOf,
  fieldOf,
  isTruthy,
  itemsOf,
  T,
  textOf,
  typeName,
  Val,
} from '../bson/raw';
import { type Node, toVal } from '../bson/write';
import { MongoError } from '../errors';

/** A compiled expression: its value for a raw document; undefined is missing. */
export type Expression = (doc: Buffer) => Val | undefined;

const NULL = toVal(null);
const isNullish = (val: Val | undefined): val is undefined => !val || val.type === T.null;

/** The value at a field path, with arrays on the way mapped, as "$a.b" reads. */
export function fieldPath(path: string): Expression {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
  const names = parts.map(bytesOfName);
  if (names.length === 1) {
    const name = names[0]!;
    return (doc) => fieldOf(doc, 0, name);
  }
  const walk = (val: Val, i: number): Val | undefined => {
    if (i === names.length) return val;
    if (val.type === T.object) {
      const next = fieldOf(val.buf, val.start, names[i]!);
      return next && walk(next, i + 1);
    }
    if (val.type !== T.array) return undefined;
    const found: Val[] = [];
    const it = new Elements(val.buf, val.start);
    while (it.next()) {
      const item = it.type === T.object ? walk(it.value(), i) : undefined;
      if (item) found.push(item);
    }
    return toVal(found);
  };
  return (doc) => walk(docVal(doc), 0);
}

type Arguments = (Val | undefined)[];

const number = (operator: string, code: number, val: Val): Num => {
  const num = numOf(val);
  if (!num) throw new MongoError(code, `${operator} only supports numeric types, not ${typeName(val.type)}`);
  return num;
};

/** Sums or multiplies; a date among summands moves by milliseconds. */
function fold(operator: '$add' | '$multiply'): (args: Arguments) => Val {
  const sign = operator === '$add' ? '+' : '*';
  return (args) => {
    if (args.some(isNullish)) return NULL;
    let total: Num = { type: T.int, value: operator === '$add' ? 0 : 1 };
    let isDate = false;
    for (const arg of args as Val[]) {
      if (arg.type === T.date && sign === '+') {
        if (isDate) throw new MongoError(16612, 'only one date allowed in an $add expression');
        isDate = true;
        total = arithmeticOrDouble('+', total, { type: T.long, value: arg.buf.readBigInt64LE(arg.start) });
      } else {
        const num = numOf(arg);
        if (!num)
          throw new MongoError(
            operator === '$add' ? 16554 : 'TypeMismatch',
            `${operator} only supports numeric${sign === '+' ? ' or date' : ''} types, not ${typeName(arg.type)}`,
          );
        total = arithmeticOrDouble(sign, total, num);
      }
    }
    return isDate ? dateOf(total) : numVal(total);
  };
}

function dateOf(num: Num): Val {
  const bytes = Buffer.allocUnsafe(8);
  const ms = num.type === T.decimal ? Number.NaN : Number(num.value);
  if (!Number.isFinite(ms)) throw new MongoError('BadValue', 'date arithmetic gave no date');
  bytes.writeBigInt64LE(BigInt(Math.round(ms)));
  return new Val(T.date, bytes, 0, 8);
}

function subtract([a, b]: Arguments): Val {
  if (isNullish(a) || isNullish(b)) return NULL;
  const [x, y] = [a as Val, b as Val];
  const dated = (val: Val): Num =>
    val.type === T.date ? { type: T.long, value: val.buf.readBigInt64LE(val.start) } : numOf(val)!;
  const sound = numOf(y) || (y.type === T.date && x.type === T.date);
  if (!sound || !(numOf(x) || x.type === T.date))
    throw new MongoError('TypeMismatch', `can't $subtract ${typeName(y.type)} from ${typeName(x.type)}`);
  const result = arithmeticOrDouble('+', dated(x), negate(dated(y)));
  return x.type === T.date && y.type !== T.date ? dateOf(result) : numVal(result);
}

function text(operator: string, code: number, val: Val | undefined): string {
  if (isNullish(val)) return '';
  if ((val as Val).type !== T.string)
    throw new MongoError(code, `${operator} only supports strings, not ${typeName((val as Val).type)}`);
  return textOf(val as Val);
}

function toText(val: Val): string {
  switch (val.type) {
    case T.string:
      return textOf(val);
    case T.bool:
      return val.buf[val.start] === 1 ? 'true' : 'false';
    case T.objectId:
      return val.buf.toString('hex', val.start, val.end);
    case T.date:
      return new Date(Number(val.buf.readBigInt64LE(val.start))).toISOString();
    default: {
      const num = numOf(val);
      if (num) return numText(num);
      throw new MongoError(
        241,
        `Unsupported conversion from ${typeName(val.type)} to string in $convert with no onError value`,
      );
    }
  }
}

function substr([source, from, length]: Arguments): Val {
  const integer = (val: Val | undefined, what: string, code: number): number => {
    const num = val && numOf(val);
    if (!num || num.type === T.decimal || !Number.isInteger(Number(num.value)))
      throw new MongoError(
        code,
        `$substrCP: ${what} must be a numeric type that can be represented as a 32-bit integral value`,
      );
    return Number(num.value);
  };
  const start = integer(from, 'starting index', 34450);
  const count = integer(length, 'length', 34452);
  if (start < 0) throw new MongoError(34455, '$substrCP: the starting index must be nonnegative integer.');
  if (count < 0) throw new MongoError(34454, '$substrCP: length must be a nonnegative integer.');
  const whole = isNullish(source) ? '' : toText(source as Val);
  return toVal([...whole].slice(start, start + count).join(''));
}

const comparison =
  (holds: (order: number) => boolean) =>
  ([a, b]: Arguments): Val =>
    toVal(holds(orderOf(a, b)));

/** In expressions missing is less than null. */
const orderOf = (a: Val | undefined, b: Val | undefined): number =>
  a && b ? compareValues(a, b) : Number(a !== undefined) - Number(b !== undefined);

interface Operator {
  count?: number | [number, number];
  run(args: Arguments): Val | undefined;
}

const OPERATORS: Record<string, Operator> = {
  $add: { run: fold('$add') },
  $multiply: { run: fold('$multiply') },
  $subtract: { count: 2, run: subtract },
  $divide: {
    count: 2,
    run: ([a, b]) =>
      isNullish(a) || isNullish(b)
        ? NULL
        : numVal(divide(number('$divide', 14, a as Val), number('$divide', 14, b as Val))),
  },
  $abs: {
    count: 1,
    run: ([a]) => {
      if (isNullish(a)) return NULL;
      const num = number('$abs', 28765, a as Val);
      if (num.type === T.long && num.value === -(2n ** 63n))
        throw new MongoError(28680, "can't take $abs of long long min");
      const negative =
        num.type === T.decimal
          ? num.value.special === '-Infinity' || num.value.digits < 0n
          : num.value < 0 || Object.is(num.value, -0);
      return numVal(negative ? negate(num) : num);
    },
  },
  $eq: { count: 2, run: comparison((order) => order === 0) },
  $ne: { count: 2, run: comparison((order) => order !== 0) },
  $gt: { count: 2, run: comparison((order) => order > 0) },
  $gte: { count: 2, run: comparison((order) => order >= 0) },
  $lt: { count: 2, run: comparison((order) => order < 0) },
  $lte: { count: 2, run: comparison((order) => order <= 0) },
  $not: { count: 1, run: ([a]) => toVal(!isTruthy(a)) },
  $in: {
    count: 2,
    run: ([a, list]) => {
      if (list?.type !== T.array)
        throw new MongoError(
          40081,
          `$in requires an array as a second argument, found: ${list ? typeName(list.type) : 'missing'}`,
        );
      return toVal(itemsOf(list).some((item) => orderOf(a, item) === 0));
    },
  },
  $concat: {
    run: (args) =>
      args.some(isNullish) ? NULL : toVal(args.map((arg) => text('$concat', 16702, arg)).join('')),
  },
  $substrCP: { count: 3, run: substr },
  $toString: { count: 1, run: ([a]) => (isNullish(a) ? NULL : toVal(toText(a as Val))) },
  $size: {
    count: 1,
    run: ([a]) => {
      if (a?.type !== T.array)
        throw new MongoError(
          17124,
          `The argument to $size must be an array, but was of type: ${a ? typeName(a.type) : 'missing'}`,
        );
      return toVal(itemsOf(a).length);
    },
  },
};

/** Compiles an expression. Throws 168 for an operator that is not on the list. */
export function compileExpression(val: Val): Expression {
  if (val.type === T.string) {
    const source = textOf(val);
    if (!source.startsWith('$')) return () => val;
    if (source === '$$ROOT' || source === '$$CURRENT') return docVal;
    const root = /^\$\$(?:ROOT|CURRENT)\.(.+)$/s.exec(source);
    if (root) return fieldPath(root[1]!);
    if (source.startsWith('$$'))
      throw new MongoError(17276, `Use of undefined variable: ${source.slice(2).split('.')[0]}`);
    if (source === '$') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
    return fieldPath(source.slice(1));
  }
  if (val.type === T.array) {
    const items = itemsOf(val).map(compileExpression);
    return (doc) => toVal(items.map((item) => item(doc) ?? NULL));
  }
  if (val.type !== T.object) return () => val;
  const entries = entriesOf(val);
  const name = entries[0]?.[0];
  if (name?.startsWith('$')) {
    if (entries.length > 1)
      throw new MongoError(
        15983,
        `an expression specification must contain exactly one field, the name of the expression. Found ${entries.length} fields`,
      );
    return compileOperator(name, entries[0]![1]);
  }
  const fields = entries.map(([field, item]): [string, Expression] => {
    if (field.startsWith('$')) throw new MongoError(15983, `unknown expression in an object: ${field}`);
    if (field.includes('.'))
      throw new MongoError(16412, `FieldPath field names may not contain '.': ${field}`);
    return [field, compileExpression(item)];
  });
  return (doc) => {
    const out = new Map<string, Node>();
    for (const [field, item] of fields) {
      const value = item(doc);
      if (value) out.set(field, value);
    }
    return toVal(out);
  };
}

function compileOperator(name: string, arg: Val): Expression {
  if (name === '$literal') return () => arg;
  if (name === '$cond') return conditional(arg);
  const args = (arg.type === T.array ? itemsOf(arg) : [arg]).map(compileExpression);
  if (name === '$and') return (doc) => toVal(args.every((item) => isTruthy(item(doc))));
  if (name === '$or') return (doc) => toVal(args.some((item) => isTruthy(item(doc))));
  if (name === '$ifNull') {
    if (args.length < 2)
      throw new MongoError(1257300, `$ifNull needs at least two arguments, had: ${args.length}`);
    return (doc) => {
      for (const item of args.slice(0, -1)) {
        const value = item(doc);
        if (!isNullish(value)) return value;
      }
      return args.at(-1)!(doc);
    };
  }
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) throw new MongoError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
  if (operator.count !== undefined && args.length !== operator.count)
    throw new MongoError(
      16020,
      `Expression ${name} takes exactly ${operator.count} arguments. ${args.length} were passed in.`,
    );
  return (doc) => operator.run(args.map((item) => item(doc)));
}

function conditional(arg: Val): Expression {
  let parts: Val[];
  if (arg.type === T.object) {
    const fields = new Map(entriesOf(arg));
    for (const name of fields.keys())
      if (!['if', 'then', 'else'].includes(name))
        throw new MongoError(17083, `Unrecognized parameter to $cond: ${name}`);
    for (const [i, name] of ['if', 'then', 'else'].entries())
      if (!fields.has(name)) throw new MongoError(17080 + i, `Missing '${name}' parameter to $cond`);
    parts = ['if', 'then', 'else'].map((name) => fields.get(name)!);
  } else {
    parts = arg.type === T.array ? itemsOf(arg) : [arg];
    if (parts.length !== 3)
      throw new MongoError(
        16020,
        `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`,
      );
  }
  const [test, yes, no] = parts.map(compileExpression) as [Expression, Expression, Expression];
  return (doc) => (isTruthy(test(doc)) ? yes(doc) : no(doc));
}

import { compareValues, encodeKeyText } from '../bson/key';
import {
  arithmeticOrDouble,
  divide,
  exactDecimal,
  fitsInt64,
  type Num,
  numOf,
  numVal,
} from '../bson/numbers';
import { doubleAt, entriesOf, int32At, T, type Val } from '../bson/raw';
import { encodeDoc, toVal } from '../bson/write';
import { MongoError } from '../errors';
import { compileExpression, type Expression } from './expressions';
import type { Stage } from './pipeline';

interface Accumulator {
  add(val: Val | undefined): void;
  result(): Val;
}

const NULL = toVal(null);

/** Adds numbers as MongoDB does: integers exactly, doubles with their rounding errors kept, the widest type wins. */
class Sum implements Accumulator {
  private whole = 0;
  private big = 0n;
  private double = 0;
  private error = 0;
  private special = 0;
  private decimal: Num = { type: T.decimal, value: { digits: 0n, exponent: 0 } };
  private type: number = T.int;
  count = 0;

  add(val: Val | undefined): void {
    switch (val?.type) {
      case T.int:
        this.addWhole(int32At(val.buf, val.start));
        break;
      case T.long:
        if (this.type === T.int) this.type = T.long;
        this.big += val.buf.readBigInt64LE(val.start);
        break;
      case T.double: {
        if (this.type !== T.decimal) this.type = T.double;
        const x = doubleAt(val.buf, val.start);
        if (!Number.isFinite(x)) {
          this.special += x;
          break;
        }
        const sum = this.double + x;
        const part = sum - this.double;
        this.error += this.double - (sum - part) + (x - part);
        this.double = sum;
        break;
      }
      case T.decimal: {
        this.type = T.decimal;
        this.decimal = arithmeticOrDouble('+', this.decimal, numOf(val)!);
        break;
      }
      default:
        return;
    }
    this.count++;
  }

  private addWhole(value: number): void {
    this.whole += value;
    if (this.whole > 2 ** 52 || this.whole < -(2 ** 52)) {
      this.big += BigInt(this.whole);
      this.whole = 0;
    }
  }

  total(): Num {
    const whole = this.big + BigInt(this.whole);
    if (this.type === T.int) return { type: T.int, value: Number(whole) };
    if (this.type === T.long) return { type: T.long, value: whole };
    const double: Num = {
      type: T.double,
      value:
        this.special !== 0 || Number.isNaN(this.special)
          ? this.special
          : addExactly(this.double, this.error, whole),
    };
    if (this.type === T.double) return double;
    const summands: Num[] = [
      { type: T.decimal, value: { digits: whole, exponent: 0 } },
      exactDecimal(this.special === 0 ? this.double : this.special),
      exactDecimal(this.special === 0 ? this.error : 0),
    ];
    return summands.reduce((sum, each) => arithmeticOrDouble('+', sum, each), this.decimal);
  }

  result(): Val {
    const num = this.total();
    if (num.type === T.int && num.value !== (num.value | 0)) return toVal(BigInt(num.value));
    if (num.type === T.long && !fitsInt64(num.value))
      return numVal({ type: T.double, value: Number(num.value) });
    return numVal(num);
  }
}

const addExactly = (double: number, error: number, whole: bigint): number =>
  whole === 0n ? double + error : double + (error + Number(whole));

class Average implements Accumulator {
  private readonly sum = new Sum();

  add(val: Val | undefined): void {
    this.sum.add(val);
  }

  result(): Val {
    if (this.sum.count === 0) return NULL;
    const total = this.sum.total();
    return numVal(divide(total, { type: T.int, value: this.sum.count }));
  }
}

class Extreme implements Accumulator {
  private best: Val | undefined;

  constructor(private readonly sign: number) {}

  add(val: Val | undefined): void {
    if (!val || val.type === T.null) return;
    if (!this.best || compareValues(val, this.best) * this.sign < 0) this.best = val;
  }

  result(): Val {
    return this.best ?? NULL;
  }
}

class Edge implements Accumulator {
  private value: Val | undefined;
  private seen = false;

  constructor(private readonly last: boolean) {}

  add(val: Val | undefined): void {
    if (this.last || !this.seen) this.value = val;
    this.seen = true;
  }

  result(): Val {
    return this.value ?? NULL;
  }
}

class Collect implements Accumulator {
  private readonly items: Val[] = [];
  private readonly keys: Set<string> | undefined;

  constructor(distinct: boolean) {
    this.keys = distinct ? new Set() : undefined;
  }

  add(val: Val | undefined): void {
    if (!val) return;
    if (this.keys) {
      const key = encodeKeyText(val);
      if (this.keys.has(key)) return;
      this.keys.add(key);
    }
    this.items.push(val);
  }

  result(): Val {
    return toVal(this.items);
  }
}

const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () => new Sum(),
  $count: () => new Sum(),
  $avg: () => new Average(),
  $min: () => new Extreme(1),
  $max: () => new Extreme(-1),
  $first: () => new Edge(false),
  $last: () => new Edge(true),
  $push: () => new Collect(false),
  $addToSet: () => new Collect(true),
};

interface Field {
  name: string;
  make: () => Accumulator;
  expression: Expression;
  /** The same for every document. */
  constant: boolean;
}

const ONE = toVal(1);
const isConstant = (val: Val): boolean =>
  val.type !== T.string && val.type !== T.object && val.type !== T.array;

function compileFieldOf(name: string, spec: Val): Field {
  if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$'))
    throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
  if (spec.type !== T.object)
    throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
  const entries = entriesOf(spec);
  if (entries.length !== 1) throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
  const [operator, arg] = entries[0]!;
  const make = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!make) throw new MongoError(15952, `unknown group operator '${operator}'`);
  if (operator === '$count') {
    if (arg.type !== T.object || entriesOf(arg).length > 0)
      throw new MongoError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
    return { name, make, expression: () => ONE, constant: true };
  }
  if (arg.type === T.array) throw new MongoError(40237, `The ${operator} accumulator is a unary operator`);
  return { name, make, expression: compileExpression(arg), constant: isConstant(arg) };
}

/** The $group stage: groups come in the order of their first document. */
export function compileGroup(spec: Val): Stage {
  if (spec.type !== T.object) throw new MongoError(15947, "a group's fields must be specified in an object");
  const entries = entriesOf(spec);
  const by = entries.find(([name]) => name === '_id')?.[1];
  if (!by) throw new MongoError(15955, 'a group specification must include an _id');
  const key = compileExpression(by);
  const fields = entries.filter(([name]) => name !== '_id').map(([name, item]) => compileFieldOf(name, item));
  const groups = new Map<string, { id: Val; sums: Accumulator[] }>();
  const blind = isConstant(by) && fields.every(({ constant }) => constant);
  return {
    ...(blind && { blind: 'counts' as const }),
    push(doc) {
      const id = key(doc);
      const name = encodeKeyText(id);
      let group = groups.get(name);
      if (!group) {
        group = { id: id ?? NULL, sums: fields.map(({ make }) => make()) };
        groups.set(name, group);
      }
      for (let i = 0; i < fields.length; i++) group.sums[i]!.add(fields[i]!.expression(doc));
      return true;
    },
    *finish() {
      for (const { id, sums } of groups.values())
        yield encodeDoc(
          new Map([['_id', id], ...fields.map(({ name }, i): [string, Val] => [name, sums[i]!.result()])]),
        );
    },
  };
}

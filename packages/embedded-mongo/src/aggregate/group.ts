import { compareValues, encodeKeyText } from '../bson/key';
import { fitsInt64, numOf, numVal } from '../bson/numbers';
import {
  bytesOfName,
  doubleAt,
  entriesOf,
  fieldOf,
  int32At,
  T,
  textOf,
  typeName,
  type Val,
} from '../bson/raw';
import { encodeDoc, toVal } from '../bson/write';
import { fail } from '../errors';

/** One step of a pipeline. Documents are pushed in. */
export interface Stage {
  push(doc: Buffer, emit: (doc: Buffer) => void): void;
  /** What a stage that has to see everything first hands on at the end. */
  finish?(): Iterable<Buffer>;
  /** Only the number of documents counts, not what is in them. */
  blind?: boolean;
  /** What it emits is what it takes in, at once. */
  through?: boolean;
  /** It reads a document while it takes it in and keeps none of its memory. */
  transient?: boolean;
  /** It takes no more documents. */
  readonly full?: boolean;
}

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
  private type: number = T.int;

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
        this.type = T.double;
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
      case T.decimal:
        numOf(val);
    }
  }

  private addWhole(value: number): void {
    this.whole += value;
    if (this.whole > 2 ** 52 || this.whole < -(2 ** 52)) {
      this.big += BigInt(this.whole);
      this.whole = 0;
    }
  }

  result(): Val {
    const whole = this.big + BigInt(this.whole);
    if (this.type === T.int) return toVal(whole === BigInt.asIntN(32, whole) ? Number(whole) : whole);
    if (this.type === T.long && fitsInt64(whole)) return toVal(whole);
    const value = this.special !== 0 ? this.special : this.double + (this.error + Number(whole));
    return numVal({ type: T.double, value });
  }
}

class Min implements Accumulator {
  private best: Val | undefined;

  add(val: Val | undefined): void {
    if (!val || val.type === T.null) return;
    if (!this.best || compareValues(val, this.best) < 0) this.best = val.copy();
  }

  result(): Val {
    return this.best ?? NULL;
  }
}

const ACCUMULATORS: Record<string, () => Accumulator> = { $sum: () => new Sum(), $min: () => new Min() };

type Expression = (doc: Buffer) => Val | undefined;

/** A value, or a field of the document ('$name'). Throws 168 for operators, NotImplemented for the rest. */
function compileExpression(val: Val): Expression {
  const operator = val.type === T.object ? entriesOf(val)[0]?.[0] : undefined;
  if (operator?.startsWith('$')) fail('InvalidPipelineOperator', `Unrecognized expression '${operator}'`);
  const text = val.type === T.string ? textOf(val) : '';
  if (val.type === T.object || val.type === T.array || /^\$(\$|$|.*\.)/s.test(text))
    fail(
      'NotImplemented',
      `Expressions other than a value or the name of a field are not supported by the embedded server: ${text || typeName(val.type)}`,
    );
  if (!text.startsWith('$')) return () => val;
  const name = bytesOfName(text.slice(1));
  return (doc) => fieldOf(doc, 0, name);
}

interface Field {
  name: string;
  make: () => Accumulator;
  expression: Expression;
  constant: boolean;
}

const isConstant = (val: Val): boolean => val.type !== T.string;

function compileFieldOf(name: string, spec: Val): Field {
  if (name.includes('.')) fail(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) fail(40236, `The field name '${name}' cannot be an operator name`);
  if (spec.type !== T.object) fail(40234, `The field '${name}' must be an accumulator object`);
  const entries = entriesOf(spec);
  if (entries.length !== 1) fail(40238, `The field '${name}' must specify one accumulator`);
  const [operator, arg] = entries[0]!;
  const make = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!make) fail(15952, `unknown group operator '${operator}'`);
  if (arg.type === T.array) fail(40237, `The ${operator} accumulator is a unary operator`);
  return { name, make, expression: compileExpression(arg), constant: isConstant(arg) };
}

interface Group {
  id: Val;
  sums: Accumulator[];
}

type GroupOf = (doc: Buffer) => Group;

function bySingle(by: Val, groupAt: (name: string, id: () => Val) => Group): GroupOf {
  const key = compileExpression(by);
  // A shorter way to the same groups for the most frequent kind of key.
  const byInt = new Map<number, Group>();
  return (doc) => {
    const id = key(doc);
    const int = id?.type === T.int ? int32At(id.buf, id.start) : undefined;
    const known = int === undefined ? undefined : byInt.get(int);
    if (known) return known;
    const group = groupAt(encodeKeyText(id), () => id?.copy() ?? NULL);
    if (int !== undefined) byInt.set(int, group);
    return group;
  };
}

function isSame(a: Val | undefined, b: Val | undefined): boolean {
  if (!a || !b) return a === b;
  const length = a.end - a.start;
  if (a.type !== b.type || length !== b.end - b.start) return false;
  for (let i = 0; i < length; i++) if (a.buf[a.start + i] !== b.buf[b.start + i]) return false;
  return true;
}

function byObject(by: Val, groupAt: (name: string, id: () => Val) => Group): GroupOf {
  const parts = entriesOf(by).map(([name, val]) => ({ name, expression: compileExpression(val) }));
  if (parts.some(({ name }) => name.includes('.')))
    fail(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
  // Documents that come in order are mostly of the group of the one before.
  let before: (Val | undefined)[] = [];
  let group: Group | undefined;
  return (doc) => {
    const vals = parts.map(({ expression }) => expression(doc));
    if (group && vals.every((val, i) => isSame(val, before[i]))) return group;
    before = vals.map((val) => val?.copy());
    // No key of a value is this short: what is missing is not what is null.
    const key = vals.map((val) => (val ? encodeKeyText(val) : '\0')).join('');
    group = groupAt(key, () => toVal(new Map(parts.map(({ name }, i) => [name, vals[i]]))));
    return group;
  };
}

const isOperator = (by: Val): boolean => entriesOf(by)[0]?.[0].startsWith('$') === true;

/** The $group stage: groups come in the order of their first document. */
export function compileGroup(spec: Val): Stage {
  if (spec.type !== T.object) fail(15947, "a group's fields must be specified in an object");
  const entries = entriesOf(spec);
  const by = entries.find(([name]) => name === '_id')?.[1];
  if (!by) fail(15955, 'a group specification must include an _id');
  const fields = entries.filter(([name]) => name !== '_id').map(([name, item]) => compileFieldOf(name, item));
  const groups = new Map<string, Group>();
  const groupAt = (name: string, id: () => Val): Group => {
    let group = groups.get(name);
    if (!group) {
      group = { id: id(), sums: fields.map(({ make }) => make()) };
      groups.set(name, group);
    }
    return group;
  };
  const severalKeys = by.type === T.object && !isOperator(by);
  const groupOf = severalKeys ? byObject(by, groupAt) : bySingle(by, groupAt);
  const blind = !severalKeys && isConstant(by) && fields.every(({ constant }) => constant);
  return {
    blind,
    transient: true,
    push(doc) {
      const group = groupOf(doc);
      for (let i = 0; i < fields.length; i++) group.sums[i]!.add(fields[i]!.expression(doc));
    },
    *finish() {
      for (const { id, sums } of groups.values())
        yield encodeDoc(
          new Map([['_id', id], ...fields.map(({ name }, i): [string, Val] => [name, sums[i]!.result()])]),
        );
    },
  };
}

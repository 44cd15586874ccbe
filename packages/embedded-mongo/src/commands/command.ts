import {
  bytesOfName,
  docVal,
  entriesOf,
  fieldOf,
  isNumber,
  isTruthy,
  itemsOf,
  numberOf,
  T,
  textOf,
  typeName,
  type Val,
} from '../bson/raw';
import type { Engine } from '../engine/engine';
import { fail } from '../errors';

/** A command as it came in: its body, and the lists of documents that travelled beside it. */
export interface Request {
  body: Val;
  sequences: Map<string, Buffer[]>;
  db: string;
  /** Sent as OP_QUERY, as drivers do before they know the server. */
  legacy: boolean;
}

/** A command with its arguments, read by name and type. */
export class Command {
  readonly name: string;
  readonly args: Map<string, Val>;

  constructor(
    readonly engine: Engine,
    readonly db: string,
    body: Val,
    private readonly sequences: Map<string, Buffer[]> = new Map(),
  ) {
    this.args = new Map(entriesOf(body));
    this.name = this.args.keys().next().value ?? '';
  }

  /** Throws 40415 for an argument that is not on the list of the command. */
  allow(known: ReadonlySet<string>): void {
    for (const name of [...this.args.keys(), ...this.sequences.keys()])
      if (!known.has(name) && name !== this.name)
        fail(40415, `BSON field '${this.name}.${name}' is an unknown field.`);
  }

  private wrong(name: string, val: Val, types: string): never {
    fail(
      'TypeMismatch',
      `BSON field '${this.name}.${name}' is the wrong type '${typeName(val.type)}', expected type '${types}'`,
    );
  }

  get ns(): string {
    const val = this.args.get(this.name)!;
    if (val.type !== T.string)
      fail('InvalidNamespace', `collection name has invalid type ${typeName(val.type)}`);
    return `${this.db}.${textOf(val)}`;
  }

  doc(name: string): Val | undefined {
    const val = this.args.get(name);
    if (val && val.type !== T.object) this.wrong(name, val, 'object');
    return val;
  }

  text(name: string): string | undefined {
    const val = this.args.get(name);
    if (val && val.type !== T.string) this.wrong(name, val, 'string');
    return val && textOf(val);
  }

  flag(name: string, otherwise = false): boolean {
    const val = this.args.get(name);
    if (!val || val.type === T.null) return otherwise;
    if (val.type !== T.bool && !isNumber(val.type)) this.wrong(name, val, "bool', 'int");
    return isTruthy(val);
  }

  /** A whole number that isn't negative. */
  int(name: string, least: number): number | undefined {
    const val = this.args.get(name);
    if (!val || val.type === T.null) return undefined;
    const value = isNumber(val.type) ? numberOf(val) : this.wrong(name, val, "int', 'long");
    if (!Number.isInteger(value)) fail('BadValue', `BSON field '${name}' has to be a whole number`);
    if (value < least) fail(51024, `BSON field '${name}' value must be >= ${least}, actual value '${value}'`);
    return value;
  }

  /** A list of documents, from the body or from beside it. */
  list(name: string): Val[] {
    const beside = this.sequences.get(name);
    if (beside) return beside.map(docVal);
    const val = this.args.get(name);
    if (!val) fail(40414, `BSON field '${this.name}.${name}' is missing but a required field`);
    if (val.type !== T.array) this.wrong(name, val, 'array');
    const items = itemsOf(val);
    for (const [i, item] of items.entries())
      if (item.type !== T.object) this.wrong(`${name}.${i}`, item, 'object');
    return items;
  }

  long(name: string): bigint | undefined {
    const val = this.args.get(name);
    if (!val) return undefined;
    if (val.type === T.long) return val.buf.readBigInt64LE(val.start);
    if (val.type === T.int) return BigInt(numberOf(val));
    return this.wrong(name, val, 'long');
  }

  /** The batch size that aggregate and the list commands carry in their `cursor`. */
  get batchSize(): number | undefined {
    const cursor = this.doc('cursor');
    const size = cursor && fieldOf(cursor.buf, cursor.start, bytesOfName('batchSize'));
    return size && numberOf(size);
  }
}

export type Handler = (command: Command) => object | Promise<object>;

import { fail } from '../errors';

/** BSON element types. Patterns, code, symbol, undefined and DBPointer are refused on the way in. */
export const T = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  maxKey: 127,
  minKey: 255,
} as const;

const TYPE_NAMES = new Map<number, string>([
  ...Object.entries({ ...T, regex: 11 }).map(([name, type]): [number, string] => [type, name]),
  [T.binary, 'binData'],
]);

/** MongoDB's name of a BSON type, as error texts use it. */
export const typeName = (type: number): string => TYPE_NAMES.get(type) ?? String(type);

/** One BSON value where it lies: nothing is decoded, so it is kept exactly as stored. */
export class Val {
  constructor(
    readonly type: number,
    readonly buf: Buffer,
    readonly start: number,
    readonly end: number,
  ) {}

  /** The bytes of the value (of a document: with its length and its end). */
  bytes(): Buffer {
    return this.buf.subarray(this.start, this.end);
  }

  copy(): Val {
    return new Val(this.type, Buffer.from(this.bytes()), 0, this.end - this.start);
  }
}

/** The bytes a value takes, by type; of those that begin with their length, what comes on top of it. -1: not a type. */
const SIZES = new Int8Array(256).fill(-1);
for (const type of [T.null, T.undefined, T.minKey, T.maxKey, T.object, T.array]) SIZES[type] = 0;
for (const type of [T.double, T.date, T.timestamp, T.long]) SIZES[type] = 8;
for (const [type, size] of [
  [T.bool, 1],
  [T.int, 4],
  [T.objectId, 12],
  [T.decimal, 16],
  [T.string, 4],
  [T.binary, 5],
])
  SIZES[type!] = size!;

export const sizeOf = (type: number): number => SIZES[type]!;
const isSized = (type: number): boolean => type >= T.string && type <= T.binary;

/** Where the value of this type that starts at `at` ends. Only for bytes that `checkDocument` has let in. */
const valueEnd = (buf: Buffer, type: number, at: number): number =>
  at + SIZES[type]! + (isSized(type) ? int32At(buf, at) : 0);

/** A little-endian int32 without the range checks of Buffer. */
export function int32At(buf: Buffer, at: number): number {
  return buf[at]! | (buf[at + 1]! << 8) | (buf[at + 2]! << 16) | (buf[at + 3]! << 24);
}

const scratch = new DataView(new ArrayBuffer(8));
/** A little-endian double without the checks of Buffer. */
export function doubleAt(buf: Buffer, at: number): number {
  scratch.setInt32(0, int32At(buf, at), true);
  scratch.setInt32(4, int32At(buf, at + 4), true);
  return scratch.getFloat64(0, true);
}

/** Walks the elements of a document; `name()` decodes the name only when asked. */
export class Elements {
  type = 0;
  nameStart = 0;
  start = 0;
  end: number;

  constructor(
    readonly buf: Buffer,
    docStart: number,
  ) {
    this.end = docStart + 4;
  }

  next(): boolean {
    const buf = this.buf;
    const at = this.end;
    const type = buf[at]!;
    if (type === 0) return false;
    let name = at + 1;
    this.nameStart = name;
    while (buf[name] !== 0) name++;
    this.type = type;
    this.start = name + 1;
    this.end = valueEnd(buf, type, name + 1);
    return true;
  }

  name(): string {
    return this.buf.toString('utf8', this.nameStart, this.start - 1);
  }

  value(): Val {
    return new Val(this.type, this.buf, this.start, this.end);
  }
}

const nameBytes = new Map<string, Buffer>();
/** The UTF-8 bytes of a field name, kept for the next time (names are few). */
export function bytesOfName(name: string): Buffer {
  let bytes = nameBytes.get(name);
  if (!bytes) {
    if (nameBytes.size > 10_000) nameBytes.clear();
    bytes = Buffer.from(name, 'utf8');
    nameBytes.set(name, bytes);
  }
  return bytes;
}

/** The value of one field of the document at `docStart`, or undefined. */
export function fieldOf(buf: Buffer, docStart: number, name: Buffer): Val | undefined {
  const length = name.length;
  let at = docStart + 4;
  for (let type = buf[at]!; type !== 0; type = buf[at]!) {
    let i = 0;
    at++;
    while (i < length && buf[at + i] === name[i] && buf[at + i] !== 0) i++;
    if (i === length && buf[at + i] === 0) {
      const start = at + i + 1;
      return new Val(type, buf, start, valueEnd(buf, type, start));
    }
    at += i;
    while (buf[at] !== 0) at++;
    at = valueEnd(buf, type, at + 1);
  }
  return undefined;
}

export const getField = (doc: Buffer, name: string): Val | undefined => fieldOf(doc, 0, bytesOfName(name));

/** All elements of an object, by name, in their order. */
export function entriesOf(val: Val): [string, Val][] {
  const out: [string, Val][] = [];
  const it = new Elements(val.buf, val.start);
  while (it.next()) out.push([it.name(), it.value()]);
  return out;
}

export function itemsOf(val: Val): Val[] {
  const out: Val[] = [];
  const it = new Elements(val.buf, val.start);
  while (it.next()) out.push(it.value());
  return out;
}

export const docVal = (doc: Buffer): Val => new Val(T.object, doc, 0, doc.length);

/** A timestamp that MongoDB would fill in with its own time at the top of a document. */
export const isEmptyTimestamp = (val: Val): boolean =>
  val.type === T.timestamp && val.buf.readBigUInt64LE(val.start) === 0n;

export const textOf = (val: Val): string => val.buf.toString('utf8', val.start + 4, val.end - 1);

export const isNumber = (type: number): boolean =>
  type === T.int || type === T.double || type === T.long || type === T.decimal;

/** A number as a JavaScript number (a Long beyond 2^53 and a decimal lose digits: only for limits, sizes and the like). */
export function numberOf(val: Val): number {
  switch (val.type) {
    case T.int:
      return int32At(val.buf, val.start);
    case T.double:
      return doubleAt(val.buf, val.start);
    case T.long:
      return Number(val.buf.readBigInt64LE(val.start));
    case T.bool:
      return val.buf[val.start]!;
    default:
      return Number.NaN;
  }
}

/** Whether a value counts as true (everything but false, zero, null and missing). */
export function isTruthy(val: Val | undefined): boolean {
  if (!val) return false;
  if (val.type === T.null || val.type === T.undefined) return false;
  if (val.type === T.bool) return val.buf[val.start] === 1;
  if (val.type === T.decimal) {
    // A decimal is zero when its coefficient is; NaN and infinities have their mark in the top bits.
    const top = val.buf[val.end - 1]! & 0x7f;
    if (top >= 0x60) return true;
    for (let i = val.start; i < val.end - 2; i++) if (val.buf[i] !== 0) return true;
    return (val.buf[val.end - 2]! & 1) !== 0;
  }
  return isNumber(val.type) ? numberOf(val) !== 0 : true;
}

const MAX_DEPTH = 180;

const bad = (what: string): never => {
  fail('InvalidBSON', what);
};

/** Throws InvalidBSON unless `buf[start..]` holds one whole, sound document; answers where it ends. Everything else reads unchecked. */
export function checkDocument(buf: Buffer, start: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) fail(15, 'BSONObj exceeds maximum nested object depth');
  if (limit - start < 5) bad('BSON document is too short');
  const end = start + buf.readInt32LE(start);
  if (end - start < 5 || end > limit || buf[end - 1] !== 0) bad('BSON document has a wrong length');
  let at = start + 4;
  while (at < end - 1) {
    const type = buf[at]!;
    const name = buf.indexOf(0, at + 1);
    if (name < 0 || name >= end - 1) bad('BSON field name is not terminated');
    at = checkValue(buf, type, name + 1, end - 1, depth);
  }
  if (at !== end - 1) bad('BSON document has a wrong length');
  return end;
}

function checkValue(buf: Buffer, type: number, at: number, limit: number, depth: number): number {
  if (type === T.object || type === T.array) return checkDocument(buf, at, limit, depth + 1);
  let size = sizeOf(type);
  if (size < 0 || type === T.undefined)
    bad(`BSON type ${typeName(type)} is not supported by the embedded server`);
  if (isSized(type)) {
    if (at + 4 > limit) bad('BSON value is cut off');
    const own = buf.readInt32LE(at);
    if (own < (type === T.string ? 1 : 0)) bad('BSON value has a wrong length');
    size += own;
  }
  const end = at + size;
  if (end > limit) bad('BSON value is cut off');
  if (type === T.bool && buf[at]! > 1) bad('BSON boolean is neither 0 nor 1');
  if (type === T.string && buf[end - 1] !== 0) bad('BSON string is not terminated');
  return end;
}

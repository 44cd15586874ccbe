import { type Decimal, decimalAt } from './numbers';
import { doubleAt, Elements, int32At, sizeOf, T, Val } from './raw';

/**
 * Values as bytes whose order is MongoDB's order of values: one encoding serves index keys, comparison, sorting, grouping
 * and equality, so that they can't disagree. Every encoding is self-delimiting.
 */

const TAGS: Record<number, number> = {
  [T.minKey]: 0x01,
  [T.undefined]: 0x03,
  [T.null]: 0x05,
  [T.int]: 0x0a,
  [T.double]: 0x0a,
  [T.long]: 0x0a,
  [T.decimal]: 0x0a,
  [T.string]: 0x0f,
  [T.object]: 0x14,
  [T.array]: 0x19,
  [T.binary]: 0x1e,
  [T.objectId]: 0x23,
  [T.bool]: 0x28,
  [T.date]: 0x2d,
  [T.timestamp]: 0x2f,
  [T.maxKey]: 0x7f,
};
/** The place of a type in the order of types; types that compare with one another share it. Missing counts as null. */
export const tagOf = (type: number): number => TAGS[type]!;

let out = Buffer.allocUnsafe(4096);
let at = 0;

function room(size: number): void {
  if (at + size <= out.length) return;
  const bigger = Buffer.allocUnsafe(Math.max(out.length * 2, at + size));
  out.copy(bigger, 0, 0, at);
  out = bigger;
}

const view = new DataView(new ArrayBuffer(8));
const eight = new Uint8Array(view.buffer);

function pushDouble(value: number): void {
  room(9);
  if (Number.isNaN(value)) view.setBigInt64(0, 0n);
  else {
    view.setFloat64(0, value === 0 ? 0 : value);
    if (eight[0]! & 0x80) for (let i = 0; i < 8; i++) eight[i]! ^= 0xff;
    else eight[0]! |= 0x80;
  }
  for (let i = 0; i < 8; i++) out[at++] = eight[i]!;
}

/** The sign of a decimal minus a finite double, exactly. */
function compareWithDouble(d: Decimal, double: number): number {
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const raw = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = (raw === 0 ? fraction : fraction | (1n << 52n)) * (bits >> 63n ? -1n : 1n);
  const power = (raw === 0 ? 1 : raw) - 1075;
  const left = d.digits * 10n ** BigInt(Math.max(d.exponent, 0)) * 2n ** BigInt(Math.max(-power, 0));
  const right = mantissa * 2n ** BigInt(Math.max(power, 0)) * 10n ** BigInt(Math.max(-d.exponent, 0));
  return left < right ? -1 : left > right ? 1 : 0;
}

function below(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

/**
 * A number that may not be a double: the greatest double that is not above it, then what is left, as decimal digits. Numbers
 * of all types come out equal exactly when their values are.
 */
function pushExact(d: Decimal): void {
  if (d.special) {
    pushDouble(Number(d.special));
    out[at++] = 0;
    return;
  }
  let digits = d.digits < 0n ? -d.digits : d.digits;
  let exponent = d.exponent;
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n;
    exponent++;
  }
  const text = digits.toString();
  const magnitude = text.length + exponent;
  let floor: number;
  if (digits === 0n) floor = 0;
  else if (magnitude > 310) floor = d.digits > 0n ? Number.MAX_VALUE : Number.NEGATIVE_INFINITY;
  else if (magnitude < -330) floor = d.digits > 0n ? 0 : -Number.MIN_VALUE;
  else {
    floor = Number(`${d.digits}E${d.exponent}`);
    if (floor === Number.POSITIVE_INFINITY) floor = Number.MAX_VALUE;
    else if (floor !== Number.NEGATIVE_INFINITY && compareWithDouble(d, floor) < 0) floor = below(floor);
  }
  pushDouble(floor);
  const exact =
    Number.isFinite(floor) && (digits === 0n || (magnitude > -330 && compareWithDouble(d, floor) === 0));
  room(48);
  out[at++] = exact ? 0 : 1;
  if (exact) return;
  const flip = d.digits < 0n ? 0xff : 0;
  const scale = magnitude + 0x8000;
  out[at++] = (scale >> 8) ^ flip;
  out[at++] = (scale & 0xff) ^ flip;
  for (let i = 0; i < text.length; i++) out[at++] = (text.charCodeAt(i) - 0x2f) ^ flip;
  out[at++] = flip;
}

function pushText(buf: Buffer, start: number, end: number): void {
  room((end - start) * 2 + 2);
  for (let i = start; i < end; i++) {
    const byte = buf[i]!;
    out[at++] = byte;
    if (byte === 0) out[at++] = 0xff;
  }
  out[at++] = 0;
  out[at++] = 0;
}

function pushBigEndian(buf: Buffer, start: number): void {
  room(8);
  for (let i = 7; i >= 0; i--) out[at++] = buf[start + i]!;
}

function pushBody(buf: Buffer, type: number, start: number): void {
  switch (type) {
    case T.int:
      pushDouble(int32At(buf, start));
      out[at++] = 0;
      return;
    case T.double:
      pushDouble(doubleAt(buf, start));
      out[at++] = 0;
      return;
    case T.long: {
      const value = buf.readBigInt64LE(start);
      if (value <= 9007199254740992n && value >= -9007199254740992n) {
        pushDouble(Number(value));
        out[at++] = 0;
      } else pushExact({ digits: value, exponent: 0 });
      return;
    }
    case T.decimal:
      pushExact(decimalAt(buf, start));
      return;
    case T.string:
      pushText(buf, start + 4, start + 3 + int32At(buf, start));
      return;
    case T.object:
    case T.array: {
      const it = new Elements(buf, start);
      while (it.next()) {
        room(1);
        out[at++] = TAGS[it.type]!;
        if (type === T.object) pushText(buf, it.nameStart, it.start - 1);
        pushBody(buf, it.type, it.start);
      }
      room(1);
      out[at++] = 0;
      return;
    }
    case T.binary: {
      const length = int32At(buf, start);
      room(length + 5);
      at = out.writeUInt32BE(length, at);
      at += buf.copy(out, at, start + 4, start + 5 + length);
      return;
    }
    case T.objectId:
      room(12);
      for (let i = 0; i < 12; i++) out[at++] = buf[start + i]!;
      return;
    case T.bool:
      room(1);
      out[at++] = buf[start]!;
      return;
    case T.date:
      pushBigEndian(buf, start);
      out[at - 8]! ^= 0x80;
      return;
    case T.timestamp:
      pushBigEndian(buf, start);
      return;
  }
}

function pushValue(val: Val | undefined): void {
  room(1);
  out[at++] = val ? TAGS[val.type]! : TAGS[T.null]!;
  if (val) pushBody(val.buf, val.type, val.start);
}

/** One value (missing as null) as ordered bytes. */
export function encodeKey(val: Val | undefined): Buffer {
  at = 0;
  pushValue(val);
  const key = Buffer.allocUnsafe(at);
  out.copy(key, 0, 0, at);
  return key;
}

/** The same as a string of bytes: a key for Map and Set; < and > order it like the bytes. */
export function encodeKeyText(val: Val | undefined): string {
  at = 0;
  pushValue(val);
  return out.toString('latin1', 0, at);
}

function pushKeys(vals: readonly (Val | undefined)[], descending: readonly boolean[]): void {
  for (let i = 0; i < vals.length; i++) {
    const from = at;
    pushValue(vals[i]);
    if (descending[i]) for (let j = from; j < at; j++) out[j]! ^= 0xff;
  }
}

/** The values of a compound key; a descending part has its bytes inverted. */
export function encodeKeys(vals: readonly (Val | undefined)[], descending: readonly boolean[]): Buffer {
  at = 0;
  pushKeys(vals, descending);
  const key = Buffer.allocUnsafe(at);
  out.copy(key, 0, 0, at);
  return key;
}

/**
 * The same between what comes before and after it, without further copies.
 * @param max the most that the values may take
 * @returns undefined: they take more
 */
export function encodeKeysBetween(
  before: number,
  vals: readonly (Val | undefined)[],
  descending: readonly boolean[],
  after: Buffer,
  max: number,
): Buffer | undefined {
  at = 0;
  pushKeys(vals, descending);
  if (at > max) return undefined;
  const key = Buffer.allocUnsafe(4 + at + after.length);
  key[0] = before >>> 24;
  key[1] = before >>> 16;
  key[2] = before >>> 8;
  key[3] = before;
  out.copy(key, 4, 0, at);
  after.copy(key, 4 + at);
  return key;
}

const [NULL_TAG, NUMBER_TAG, STRING_TAG] = [tagOf(T.null), tagOf(T.int), tagOf(T.string)];
/** What values of a type take in a key, where that is always the same. */
const KEY_SIZES = new Map(
  [T.objectId, T.bool, T.date, T.timestamp].map((type) => [tagOf(type), 1 + sizeOf(type)]),
);

/**
 * Where the value that begins at `from` ends in a key.
 * @param flip 0xff where the bytes are inverted, else 0
 * @returns undefined for what seldom is in a key: objects, arrays, binaries, numbers that are no doubles, the least and the greatest
 */
export function endInKey(key: Buffer, from: number, flip: number): number | undefined {
  const tag = key[from]! ^ flip;
  if (tag === STRING_TAG) {
    // A zero within the text is followed by 0xff.
    for (let i = from + 1; i < key.length; i++) if (key[i] === flip && key[++i] === flip) return i + 1;
    return undefined;
  }
  if (tag === NUMBER_TAG) return key[from + 9] === flip ? from + 10 : undefined;
  if (tag === NULL_TAG) return from + 1;
  const size = KEY_SIZES.get(tag);
  return size && from + size;
}

/** MongoDB's comparison of two values, missing as null: negative, 0 or positive. */
export function compareValues(a: Val | undefined, b: Val | undefined): number {
  const [x, y] = [a ? TAGS[a.type]! : 5, b ? TAGS[b.type]! : 5];
  if (x !== y) return x - y;
  if (a && b && a.type === b.type) {
    if (a.type === T.int) return int32At(a.buf, a.start) - int32At(b.buf, b.start);
    if (a.type === T.string) return a.buf.compare(b.buf, b.start + 4, b.end - 1, a.start + 4, a.end - 1);
  }
  return encodeKey(a).compare(encodeKey(b));
}

const array = Buffer.from([5, 0, 0, 0, 0]);
/** How an empty array stands in an index: below null, as MongoDB's undefined. */
export const EMPTY_ARRAY = new Val(T.undefined, array, 4, 4);

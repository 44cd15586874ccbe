import { fail } from '../errors';
import { doubleAt, int32At, T, Val } from './raw';
import { toVal } from './write';

/** A decimal taken apart: (negative ? -1 : 1) * digits * 10^exponent, or one of the values that are not numbers. */
export interface Decimal {
  digits: bigint;
  exponent: number;
  special?: 'NaN' | 'Infinity' | '-Infinity';
}

/** A number in its BSON type, for arithmetic; decimals take part in none. */
export type Num =
  | { type: typeof T.int | typeof T.double; value: number }
  | { type: typeof T.long; value: bigint };

export function decimalAt(buf: Buffer, at: number): Decimal {
  const high = buf.readBigUInt64LE(at + 8);
  const low = buf.readBigUInt64LE(at);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return { digits: 0n, exponent: 0, special: 'NaN' };
  if (combination === 30) return { digits: 0n, exponent: 0, special: negative ? '-Infinity' : 'Infinity' };
  // Coefficients beyond 34 digits (the second form included) count as zero.
  const wide = combination >= 24;
  const exponent = Number((high >> (wide ? 47n : 49n)) & 0x3fffn) - 6176;
  const digits = wide ? 0n : ((high & 0x1ffffffffffffn) << 64n) | low;
  const sane = digits < 10n ** 34n ? digits : 0n;
  return { digits: negative ? -sane : sane, exponent };
}

/** Undefined for what is no number. Throws NotImplemented for a decimal. */
export function numOf(val: Val): Num | undefined {
  switch (val.type) {
    case T.int:
      return { type: T.int, value: int32At(val.buf, val.start) };
    case T.double:
      return { type: T.double, value: doubleAt(val.buf, val.start) };
    case T.long:
      return { type: T.long, value: val.buf.readBigInt64LE(val.start) };
    case T.decimal:
      return fail('NotImplemented', 'Decimal128 arithmetic is not supported by the embedded server');
    default:
      return undefined;
  }
}

/** A number as a Val of its own type; for int and double the type decides, not the value. */
export function numVal(num: Num): Val {
  if (num.type === T.double) {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeDoubleLE(num.value);
    return new Val(T.double, bytes, 0, 8);
  }
  return toVal(num.value);
}

export const fitsInt64 = (value: bigint): boolean => value === BigInt.asIntN(64, value);

/** The sum in the wider of the two types: int32 grows into int64; undefined where an int64 overflows. */
export function add(a: Num, b: Num): Num | undefined {
  if (a.type === T.double || b.type === T.double)
    return { type: T.double, value: Number(a.value) + Number(b.value) };
  const value = BigInt(a.value) + BigInt(b.value);
  if (a.type === T.int && b.type === T.int && value === BigInt.asIntN(32, value))
    return { type: T.int, value: Number(value) };
  return fitsInt64(value) ? { type: T.long, value } : undefined;
}

export function numText(num: Num): string {
  if (num.type !== T.double) return String(num.value);
  if (!Number.isFinite(num.value))
    return Number.isNaN(num.value) ? 'NaN' : num.value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(num.value, -0)) return '-0';
  return String(num.value).replace(/e([+-])(\d)$/, 'e$10$2');
}

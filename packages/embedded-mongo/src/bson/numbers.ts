import { Decimal128 } from 'bson';
import { doubleAt, int32At, T, Val } from './raw';
import { toVal } from './write';

/** A decimal taken apart: (negative ? -1 : 1) * digits * 10^exponent, or one of the values that are not numbers. */
export interface Decimal {
  digits: bigint;
  exponent: number;
  special?: 'NaN' | 'Infinity' | '-Infinity';
}

/** A number in its BSON type, for arithmetic. */
export type Num =
  | { type: typeof T.int | typeof T.double; value: number }
  | { type: typeof T.long; value: bigint }
  | { type: typeof T.decimal; value: Decimal };

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

export function numOf(val: Val): Num | undefined {
  switch (val.type) {
    case T.int:
      return { type: T.int, value: int32At(val.buf, val.start) };
    case T.double:
      return { type: T.double, value: doubleAt(val.buf, val.start) };
    case T.long:
      return { type: T.long, value: val.buf.readBigInt64LE(val.start) };
    case T.decimal:
      return { type: T.decimal, value: decimalAt(val.buf, val.start) };
    default:
      return undefined;
  }
}

/** A number as a Val of its own type; for int and double the type decides, not the value. */
export function numVal(num: Num): Val {
  if (num.type === T.decimal) {
    const { bytes } = Decimal128.fromStringWithRounding(decimalText(num.value));
    return new Val(T.decimal, Buffer.from(bytes), 0, 16);
  }
  if (num.type === T.double) {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeDoubleLE(num.value);
    return new Val(T.double, bytes, 0, 8);
  }
  return toVal(num.value);
}

const decimalText = (d: Decimal): string => d.special ?? `${roundTo34(d).digits}E${roundTo34(d).exponent}`;

/** Half to even at 34 digits, as decimal128 arithmetic rounds. */
function roundTo34(d: Decimal): Decimal {
  const text = (d.digits < 0n ? -d.digits : d.digits).toString();
  const excess = text.length - 34;
  if (excess <= 0) return d;
  const unit = 10n ** BigInt(excess);
  const absolute = d.digits < 0n ? -d.digits : d.digits;
  let digits = absolute / unit;
  const rest = (absolute % unit) * 2n;
  if (rest > unit || (rest === unit && digits % 2n === 1n)) digits += 1n;
  return { digits: d.digits < 0n ? -digits : digits, exponent: d.exponent + excess };
}

function toDecimal(num: Num): Decimal {
  if (num.type === T.decimal) return num.value;
  if (num.type === T.long) return { digits: num.value, exponent: 0 };
  if (Number.isNaN(num.value)) return { digits: 0n, exponent: 0, special: 'NaN' };
  if (!Number.isFinite(num.value))
    return { digits: 0n, exponent: 0, special: num.value > 0 ? 'Infinity' : '-Infinity' };
  // A double becomes the decimal of its first 15 digits, as MongoDB converts it.
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(
    num.value.toExponential(num.type === T.int ? undefined : 14),
  );
  const fraction = (match![3] ?? '').replace(/0+$/, '');
  return {
    digits: BigInt(`${match![1]}${match![2]}${fraction}`),
    exponent: Number(match![4]) - fraction.length,
  };
}

/** A double as the decimal of all its digits (34 of them at most), as sums take it. */
export function exactDecimal(value: number): Decimal {
  if (!Number.isFinite(value)) return toDecimal({ type: T.double, value });
  let power = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    power++;
  }
  const digits = BigInt(mantissa) * 5n ** BigInt(power);
  return roundTo34({ digits, exponent: -power });
}

const align = (d: Decimal, exponent: number): bigint => d.digits * 10n ** BigInt(d.exponent - exponent);
const special = (value: Decimal['special']): Decimal => ({ digits: 0n, exponent: 0, special: value });

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.special || b.special) {
    if (a.special && b.special && a.special !== b.special) return special('NaN');
    return special(a.special ?? b.special);
  }
  if (a.digits === 0n && a.exponent > b.exponent) return b;
  if (b.digits === 0n && b.exponent > a.exponent) return a;
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a];
  // Beyond this distance the smaller one cannot reach the 34 digits that are kept.
  if (high.exponent - low.exponent > 100)
    return roundTo34({ digits: high.digits * 10n ** 34n, exponent: high.exponent - 34 });
  return roundTo34({ digits: align(high, low.exponent) + low.digits, exponent: low.exponent });
}

export const fitsInt64 = (value: bigint): boolean => value === BigInt.asIntN(64, value);

/** The sum in the wider of the two types: int32 grows into int64; undefined where an int64 overflows. */
export function add(a: Num, b: Num): Num | undefined {
  if (a.type === T.decimal || b.type === T.decimal)
    return { type: T.decimal, value: addDecimals(toDecimal(a), toDecimal(b)) };
  if (a.type === T.double || b.type === T.double)
    return { type: T.double, value: Number(a.value) + Number(b.value) };
  const value = BigInt(a.value) + BigInt(b.value);
  if (a.type === T.int && b.type === T.int && value === BigInt.asIntN(32, value))
    return { type: T.int, value: Number(value) };
  return fitsInt64(value) ? { type: T.long, value } : undefined;
}

/** How a number reads as text. */
export function numText(num: Num): string {
  if (num.type === T.decimal) return Decimal128.fromStringWithRounding(decimalText(num.value)).toString();
  if (num.type !== T.double) return String(num.value);
  if (!Number.isFinite(num.value))
    return Number.isNaN(num.value) ? 'NaN' : num.value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(num.value, -0)) return '-0';
  return String(num.value).replace(/e([+-])(\d)$/, 'e$10$2');
}

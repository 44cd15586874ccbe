import { fail } from '../errors';
import { isSized, sizeOf, T, typeName } from './raw';

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

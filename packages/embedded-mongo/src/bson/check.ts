import { MongoError } from '../errors';
import { T, typeName } from './raw';

const MAX_DEPTH = 180;

const bad = (what: string): never => {
  throw new MongoError('InvalidBSON', what);
};

/** Throws InvalidBSON unless `buf[start..]` holds one whole, sound document; answers where it ends. Everything else reads unchecked. */
export function checkDocument(buf: Buffer, start: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new MongoError(15, 'BSONObj exceeds maximum nested object depth');
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
  const fixed = (size: number): number => (at + size > limit ? bad('BSON value is cut off') : at + size);
  const sized = (extra: number, min: number): number => {
    fixed(4);
    const size = buf.readInt32LE(at);
    if (size < min || size > limit - at - extra) bad('BSON value has a wrong length');
    return at + extra + size;
  };
  switch (type) {
    case T.double:
    case T.date:
    case T.timestamp:
    case T.long:
      return fixed(8);
    case T.string: {
      const end = sized(4, 1);
      return buf[end - 1] === 0 ? end : bad('BSON string is not terminated');
    }
    case T.object:
    case T.array:
      return checkDocument(buf, at, limit, depth + 1);
    case T.binary:
      return sized(5, 0);
    case T.objectId:
      return fixed(12);
    case T.bool:
      return buf[at]! > 1 ? bad('BSON boolean is neither 0 nor 1') : fixed(1);
    case T.int:
      return fixed(4);
    case T.decimal:
      return fixed(16);
    case T.null:
    case T.minKey:
    case T.maxKey:
      return at;
    default:
      return bad(`BSON type ${typeName(type)} is not supported by the embedded server`);
  }
}

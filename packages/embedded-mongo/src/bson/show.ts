import { Decimal128 } from 'bson';
import { numOf, numText } from './numbers';
import { entriesOf, itemsOf, T, textOf, type Val } from './raw';

/** A value as MongoDB's error texts show it. */
export function show(val: Val): string {
  switch (val.type) {
    case T.string:
      return JSON.stringify(textOf(val));
    case T.null:
      return 'null';
    case T.bool:
      return String(val.buf[val.start] === 1);
    case T.objectId:
      return `ObjectId('${val.buf.toString('hex', val.start, val.end)}')`;
    case T.date:
      return `new Date(${val.buf.readBigInt64LE(val.start)})`;
    case T.decimal:
      return new Decimal128(val.bytes()).toString();
    case T.array: {
      const items = itemsOf(val).map(show);
      return items.length ? `[ ${items.join(', ')} ]` : '[]';
    }
    case T.object: {
      const fields = entriesOf(val).map(([name, item]) => `${name}: ${show(item)}`);
      return fields.length ? `{ ${fields.join(', ')} }` : '{}';
    }
    default: {
      const num = numOf(val);
      return num ? numText(num) : `<${val.type}>`;
    }
  }
}

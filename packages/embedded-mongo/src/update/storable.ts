import { randomBytes } from 'node:crypto';
import { docVal, Elements, entriesOf, isEmptyTimestamp, T, typeName, Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { MAX_DOCUMENT_BYTES } from './update';

const random = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

/** A fresh ObjectId. */
function newObjectId(): Val {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  random.copy(bytes, 4);
  counter = (counter + 1) & 0xffffff;
  bytes.writeUIntBE(counter, 9, 3);
  return new Val(T.objectId, bytes, 0, 12);
}

/** The document as it is to be stored: `_id` first, made up if there is none. Throws for what must not be stored. */
export function storable(doc: Buffer): Buffer {
  if (doc.length > MAX_DOCUMENT_BYTES)
    fail(
      'BadValue',
      `object to insert too large. size in bytes: ${doc.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  const it = new Elements(doc, 0);
  let id: Val | undefined;
  let first = true;
  let idFirst = false;
  while (it.next()) {
    if (doc[it.nameStart] === 0x24)
      fail('DollarPrefixedFieldName', `Document can't have $ prefixed field names: ${it.name()}`);
    if (!id && it.start - it.nameStart === 4 && it.name() === '_id') {
      id = it.value();
      idFirst = first;
    } else if (it.type === T.timestamp && isEmptyTimestamp(it.value()))
      fail('NotImplemented', 'Empty timestamps are not supported by the embedded server');
    first = false;
  }
  if (id?.type === T.array) fail(53, `The '_id' value cannot be of type ${typeName(id.type)}`);
  if (id?.type === T.object && entriesOf(id).some(([name]) => name.startsWith('$')))
    fail(
      'DollarPrefixedFieldName',
      `_id fields may not contain '$'-prefixed fields: ${entriesOf(id)[0]![0]} is not valid for storage.`,
    );
  if (idFirst) return doc;
  const rest = entriesOf(docVal(doc)).filter(([name]) => name !== '_id');
  return encodeDoc(new Map([['_id', id ?? newObjectId()], ...rest]));
}

import { ObjectId } from 'bson';
import { docVal, Elements, entriesOf, isEmptyTimestamp, T, typeName, Val } from '../bson/raw';
import { type Doc, encodeDoc } from '../bson/write';
import { fail } from '../errors';
import type { Condition, ValueCondition } from '../query/matcher';
import { child, put } from './paths';
import { MAX_DOCUMENT_BYTES } from './update';

/** The value a condition fixes; an $in of one value is as good as an equality. */
function equality(condition: ValueCondition): Val | undefined {
  if (condition.kind === 'in') return condition.values.length === 1 ? condition.values[0] : undefined;
  return condition.kind === 'compare' && condition.op === '$eq' ? condition.value : undefined;
}

/** What an upsert starts from: the equalities of its query, or for a replacement only that of `_id`. */
export function upsertSeed(conditions: readonly Condition[], onlyId: boolean): Doc {
  const equalities = new Map<string, Val>();
  const collect = (condition: Condition): void => {
    if (condition.kind === 'or') {
      if (condition.any.length === 1) condition.any[0]!.forEach(collect);
      return;
    }
    const value = condition.kind === 'not' ? undefined : equality(condition);
    if (!value) return;
    const path = condition.path.text;
    if (onlyId && path.startsWith('_id.'))
      fail(111, `field at '_id' must be exactly specified, field at sub-path '${path}'found`);
    if (onlyId && path !== '_id') return;
    for (const taken of equalities.keys())
      if (taken === path || taken.startsWith(`${path}.`) || path.startsWith(`${taken}.`))
        fail(
          54,
          taken === path
            ? `cannot infer query fields to set, path '${path}' is matched twice`
            : `cannot infer query fields to set, both paths '${taken}' and '${path}' are matched`,
        );
    equalities.set(path, value);
  };
  conditions.forEach(collect);
  const doc: Doc = new Map();
  for (const path of [...equalities.keys()].sort()) {
    const parts = path.split('.');
    let parent = doc;
    for (const part of parts.slice(0, -1)) {
      if (!parent.has(part)) put(parent, part, new Map(), parts);
      parent = child(parent, part) as Doc;
    }
    parent.set(parts.at(-1)!, equalities.get(path)!);
  }
  return doc;
}

const newId = (): Val => new Val(T.objectId, Buffer.from(new ObjectId().id), 0, 12);

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
  return encodeDoc(new Map([['_id', id ?? newId()], ...rest]));
}

import { randomBytes } from 'node:crypto';
import {
  docVal,
  Elements,
  entriesOf,
  isEmptyTimestamp,
  isTruthy,
  numberOf,
  T,
  typeName,
  Val,
} from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { MAX_DOCUMENT_BYTES } from '../update/update';
import type { Command, Handler } from './command';
import { Mutation } from './mutation';
import { Statements } from './statements';

const random = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

/** A fresh ObjectId. */
export function newObjectId(): Val {
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

export const insert: Handler = (command) => {
  const { engine, ns } = command;
  const docs = command.list('documents');
  return Statements.run(command, docs.length, (i, outcome) => {
    const doc = storable(docs[i]!.bytes());
    engine.records.insert(engine.catalog.current(ns) ?? engine.catalog.create(ns), doc);
    outcome.n++;
    return 'done';
  });
};

const UPDATE_FIELDS = new Set(['q', 'u', 'multi', 'upsert']);
const DELETE_FIELDS = new Set(['q', 'limit']);

function statementOf(command: Command, list: string, item: Val, known: Set<string>): Map<string, Val> {
  const fields = new Map(entriesOf(item));
  for (const name of fields.keys())
    if (!known.has(name)) fail(40415, `BSON field '${command.name}.${list}.${name}' is an unknown field.`);
  if (fields.get('q')?.type !== T.object)
    fail(40414, `BSON field '${command.name}.${list}.q' is missing but a required field`);
  return fields;
}

export const update: Handler = (command) => {
  const items = command.list('updates').map((item) => statementOf(command, 'updates', item, UPDATE_FIELDS));
  const retryable = command.args.has('txnNumber');
  return Statements.run(command, items.length, (i, outcome, way) => {
    const fields = items[i]!;
    const multi = isTruthy(fields.get('multi'));
    if (multi && retryable) fail('InvalidOptions', 'Cannot use retryable writes with multi=true');
    const u = fields.get('u');
    if (!u) fail(40414, "BSON field 'update.updates.u' is missing but a required field");
    const mutation = new Mutation(command, {
      filter: fields.get('q')!,
      update: u,
      multi,
      upsert: isTruthy(fields.get('upsert')),
    });
    return way(mutation, ({ matched, modified, upserted }) => {
      outcome.n += matched + (upserted ? 1 : 0);
      outcome.nModified += modified;
      if (upserted) outcome.upserted.push(encodeDoc({ index: i, _id: upserted }));
    });
  });
};

export const remove: Handler = (command) => {
  const items = command.list('deletes').map((item) => statementOf(command, 'deletes', item, DELETE_FIELDS));
  const retryable = command.args.has('txnNumber');
  return Statements.run(command, items.length, (i, outcome, way) => {
    const fields = items[i]!;
    const limit = fields.get('limit');
    if (!limit || (numberOf(limit) !== 0 && numberOf(limit) !== 1))
      fail(
        'FailedToParse',
        `The limit field in delete objects must be 0 or 1. Got ${limit ? numberOf(limit) : 'nothing'}`,
      );
    const multi = numberOf(limit) === 0;
    if (multi && retryable) fail('InvalidOptions', 'Cannot use retryable writes with limit=0');
    const mutation = new Mutation(command, { filter: fields.get('q')!, multi });
    return way(mutation, ({ matched }) => {
      outcome.n += matched;
    });
  });
};

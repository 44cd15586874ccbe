import { compareValues } from '../bson/key';
import { docVal, entriesOf, getField, isNumber, isTruthy, numberOf, T, textOf, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { ListStream } from '../engine/cursors';
import { fail } from '../errors';
import { idOf } from '../plan/scan';
import { compileFilter } from '../query/matcher';
import { type CollectionInfo, type IndexInfo, parseIndexSpec } from '../store/catalog';
import { join, treeRange } from '../store/records';
import { MORE, type Store } from '../store/store';
import type { Command, Handler } from './command';

export const dropDatabase: Handler = async (command) => {
  const { engine, db } = command;
  await engine.store.write(() => {
    for (const info of engine.catalog.currentOf(db)) engine.catalog.drop(info);
  });
  engine.clearGarbage();
  return { dropped: db, ok: 1 };
};

/**
 * `{emptyDatabase: 1}`, which MongoDB does not have: removes all documents, indexes stay. Tests empty their database with it
 * by one command instead of several a collection.
 */
export const emptyDatabase: Handler = async (command) => {
  const { engine, db } = command;
  await engine.store.write(() => {
    for (const info of engine.catalog.currentOf(db)) {
      if (isEmpty(engine.store, info)) continue;
      // What indexes have of a document is not worked out again: all that they have goes.
      for (const { tree } of info.indexes)
        for (const key of [...engine.store.keys(treeRange(tree))]) engine.store.remove(key);
    }
  });
  return { ok: 1 };
};

const INDEX_OPTIONS = 'key name unique partialFilterExpression expireAfterSeconds background v'.split(' ');
const PARTIAL_KINDS = ['compare', 'exists', 'in'];
/** MongoDB's limit for a collection, with that of `_id`. */
const MAX_INDEXES = 64;

const cannot = (message: string): never => {
  fail('CannotCreateIndex', message);
};

/** Checks an index specification and brings it into the form in which it is kept. */
function normalSpec(item: Val): Buffer {
  const fields = new Map(entriesOf(item));
  for (const name of fields.keys())
    if (!INDEX_OPTIONS.includes(name))
      fail(
        'InvalidIndexSpecificationOption',
        `The field '${name}' is not valid for an index specification. Specification: { … }`,
      );
  const key = fields.get('key');
  if (key?.type !== T.object)
    fail('FailedToParse', "The 'key' field is a required property of an index specification");
  const keys = entriesOf(key);
  if (keys.length === 0) cannot('Index keys cannot be empty.');
  for (const [name, val] of keys) {
    if (val.type === T.string) cannot(`Unknown index plugin '${textOf(val)}'`);
    if (!isNumber(val.type) || !(Math.abs(numberOf(val)) > 0))
      cannot('Values in v:2 index key pattern can only be numbers > 0 and numbers < 0.');
    if (name === '' || name.split('.').includes('')) cannot('Index keys cannot contain an empty field.');
    if (name.split('.').some((part) => part.startsWith('$')))
      cannot(`Index key contains an illegal field name: field name starts with '$': ${name}`);
  }
  const named = fields.get('name');
  const name =
    named?.type === T.string
      ? textOf(named)
      : keys.map(([field, val]) => `${field}_${numberOf(val)}`).join('_');
  const partial = fields.get('partialFilterExpression');
  if (partial) {
    if (partial.type !== T.object)
      fail('TypeMismatch', "The field 'partialFilterExpression' must be an object");
    for (const condition of compileFilter(partial))
      if (!PARTIAL_KINDS.includes(condition.kind) || (condition.kind === 'exists' && !condition.exists))
        cannot(`Expression not supported in partial index: ${condition.kind}`);
  }
  const ttl = fields.get('expireAfterSeconds');
  if (ttl) {
    if (!isNumber(ttl.type) || numberOf(ttl) < 0 || numberOf(ttl) > 2 ** 31 - 1)
      cannot('TTL index expireAfterSeconds option must be within an acceptable range');
    if (keys.length > 1) cannot('TTL indexes are single-field indexes, compound indexes do not support TTL.');
    if (keys[0]![0] === '_id')
      cannot("The field 'expireAfterSeconds' is not valid for an _id index specification.");
  }
  return encodeDoc({
    v: 2,
    key,
    name,
    ...(isTruthy(fields.get('unique')) && { unique: true }),
    ...(partial && { partialFilterExpression: partial }),
    ...(ttl && { expireAfterSeconds: ttl }),
  });
}

/** Whether the index is there already. Throws where the same name or key stands for something else. */
function exists(info: CollectionInfo, spec: Buffer): boolean {
  const name = getField(spec, 'name');
  const key = getField(spec, 'key');
  return info.indexes.some((index) => {
    const sameKey = compareValues(getField(index.spec, 'key'), key) === 0;
    const sameName = compareValues(getField(index.spec, 'name'), name) === 0;
    if (sameKey && (index.name === '_id_' || compareValues(docVal(index.spec), docVal(spec)) === 0))
      return true;
    if (sameName && !sameKey)
      fail(
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index, but another key: ${index.name}`,
      );
    if (sameName || sameKey)
      fail(
        'IndexOptionsConflict',
        `Index already exists with a different name or different options: ${index.name}`,
      );
    return false;
  });
}

export const createIndexes: Handler = async (command) => {
  const { engine, ns } = command;
  const specs = command.list('indexes').map(normalSpec);
  if (specs.length === 0) fail('BadValue', 'Must specify at least one index to create');
  const existed = engine.catalog.find(ns) !== undefined;
  const { before, added } = await engine.store.write(() => {
    let info = engine.catalog.current(ns);
    const present = info?.indexes.length ?? 1;
    const missing = specs.filter((spec) => !info || !exists(info, spec));
    if (present + missing.length > MAX_INDEXES) cannot(`add index fails, too many indexes for ${ns}`);
    info ??= engine.catalog.create(ns);
    // Of no documents an index is complete as it is.
    const ready = isEmpty(engine.store, info);
    const fresh: IndexInfo[] = missing.map((spec) =>
      parseIndexSpec(spec, { tree: engine.catalog.newTree(), ready, multikey: false, long: false }),
    );
    if (fresh.length > 0) engine.catalog.save({ ...info, indexes: [...info.indexes, ...fresh] });
    return { before: present, added: fresh };
  });
  try {
    for (const { name, ready } of added) if (!ready) await build(command, name);
  } catch (error) {
    await discard(command, new Set(added.map(({ name }) => name)));
    throw error;
  }
  return {
    numIndexesBefore: before,
    numIndexesAfter: before + added.length,
    createdCollectionAutomatically: !existed,
    ...(added.length === 0 && { note: 'all indexes already exist' }),
    ok: 1,
  };
};

function isEmpty(store: Store, { tree }: CollectionInfo): boolean {
  const [first] = store.keys(treeRange(tree));
  return first === undefined;
}

const BUILD_MS = 3;

/** Fills a new index from the documents there are, in steps; writes in between keep it up themselves. */
async function build({ engine, ns }: Command, name: string): Promise<void> {
  let after: Buffer | undefined;
  await engine.store.write(() => {
    const info = engine.catalog.current(ns);
    const index = info?.indexes.find((candidate) => candidate.name === name);
    if (!info || !index)
      fail('NamespaceNotFound', `collection dropped while its index was being built: ${ns}`);
    const end = performance.now() + BUILD_MS;
    const { start, end: last } = treeRange(info.tree);
    const range = after ? { start: after, end: last, exclusiveStart: true } : { start, end: last };
    const docs: Buffer[] = [];
    for (const { value } of engine.store.entries(range)) {
      docs.push(value);
      if (docs.length === 500) break;
    }
    for (const doc of docs) {
      engine.records.addTo(info, index, doc);
      after = join(info.tree, idOf(doc));
      if (performance.now() > end && doc !== docs.at(-1)) return MORE;
    }
    if (docs.length === 500) return MORE;
    const current = engine.catalog.current(ns)!;
    engine.catalog.save({
      ...current,
      indexes: current.indexes.map((each) => (each.name === name ? { ...each, ready: true } : each)),
    });
    return undefined;
  });
}

export const listIndexes: Handler = ({ engine, ns, batchSize }) => {
  const info = engine.catalog.find(ns);
  if (!info) fail('NamespaceNotFound', `ns does not exist: ${ns}`);
  const specs = info.indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  return engine.cursors.first(ns, new ListStream(specs), batchSize, false);
};

/** Changes when what an index names expires. */
export const collMod: Handler = async (command) => {
  const { engine, ns } = command;
  const change = command.doc('index');
  const fields = new Map(change && entriesOf(change));
  for (const field of fields.keys())
    if (!['name', 'expireAfterSeconds'].includes(field))
      fail(40415, `BSON field 'collMod.index.${field}' is an unknown field.`);
  const [named, expireAfterSeconds] = [fields.get('name'), fields.get('expireAfterSeconds')];
  if (named?.type !== T.string || !expireAfterSeconds)
    fail('InvalidOptions', 'collMod needs the name and the expireAfterSeconds of an index');
  const name = textOf(named);
  await engine.store.write(() => {
    const info = engine.catalog.current(ns);
    if (!info) fail('NamespaceNotFound', `ns does not exist: ${ns}`);
    const index = info.indexes.find((each) => each.name === name);
    if (!index) fail('IndexNotFound', `cannot find index ${name} for ns ${ns}`);
    const former = Object.fromEntries(entriesOf(docVal(index.spec)));
    const { tree, ready, multikey, long } = index;
    const spec = normalSpec(docVal(encodeDoc({ ...former, expireAfterSeconds })));
    const changed = parseIndexSpec(spec, { tree, ready, multikey, long });
    const indexes = info.indexes.map((each) => (each === index ? changed : each));
    engine.catalog.save({ ...info, indexes });
  });
  return { ok: 1 };
};

/** Drops one index by its name; its contents are cleared away in the background. */
export const dropIndexes: Handler = async (command) => {
  const { engine, ns } = command;
  const name = command.text('index') ?? '';
  const info = engine.catalog.find(ns);
  if (!info) fail('NamespaceNotFound', `ns not found ${ns}`);
  if (name === '_id_') fail('InvalidOptions', 'cannot drop _id index');
  if (!info.indexes.some((index) => index.name === name))
    fail('IndexNotFound', `index not found with name [${name}]`);
  await discard(command, new Set([name]));
  return { nIndexesWas: info.indexes.length, ok: 1 };
};

async function discard({ engine, ns }: Command, names: ReadonlySet<string>): Promise<void> {
  await engine.store.write(() => {
    const info = engine.catalog.current(ns);
    if (!info) return;
    const gone = info.indexes.filter(({ name }) => names.has(name));
    engine.catalog.discard(gone.map(({ tree }) => tree));
    engine.catalog.save({ ...info, indexes: info.indexes.filter((index) => !gone.includes(index)) });
  });
  engine.clearGarbage();
}

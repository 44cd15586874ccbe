import { compareValues } from '../bson/key';
import {
  docVal,
  entriesOf,
  getField,
  isNumber,
  isTruthy,
  itemsOf,
  numberOf,
  T,
  textOf,
  typeName,
  type Val,
} from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { MongoError } from '../errors';
import { compileFilter, matches } from '../query/matcher';
import { idOf } from '../query/scan';
import { ListStream } from '../server/cursors';
import { type CollectionInfo, type IndexInfo, parseIndexSpec, splitNamespace } from '../store/catalog';
import { join, treeRange } from '../store/records';
import type { Command, Handler } from './command';

const noCollection = (ns: string): MongoError =>
  new MongoError('NamespaceNotFound', `ns does not exist: ${ns}`);

export const create: Handler = async (command) => {
  const { engine, ns } = command;
  await engine.store.write(() => {
    if (engine.catalog.current(ns))
      throw new MongoError('NamespaceExists', `Collection ${ns} already exists.`);
    engine.catalog.create(ns);
  });
  return { ok: 1 };
};

export const drop: Handler = async (command) => {
  const { engine, ns } = command;
  const nIndexesWas = await engine.store.write(() => {
    const info = engine.catalog.current(ns);
    if (info) engine.catalog.drop(info);
    return info?.indexes.length ?? 0;
  });
  engine.clearGarbage();
  return { ...(nIndexesWas && { nIndexesWas }), ns, ok: 1 };
};

export const dropDatabase: Handler = async (command) => {
  const { engine, db } = command;
  await engine.store.write(() => {
    for (const info of engine.catalog.currentOf(db)) engine.catalog.drop(info);
  });
  engine.clearGarbage();
  return { dropped: db, ok: 1 };
};

export const listCollections: Handler = (command) => {
  const { engine, db } = command;
  const conditions = compileFilter(command.doc('filter'));
  const docs = [...engine.catalog.all()]
    .filter(({ ns }) => ns.startsWith(`${db}.`))
    .map(({ ns, indexes }) => {
      const name = splitNamespace(ns)[1];
      const about = { name, type: 'collection' };
      if (command.flag('nameOnly')) return encodeDoc(about);
      return encodeDoc({ ...about, options: {}, info: { readOnly: false }, idIndex: indexes[0]!.spec });
    })
    .filter((doc) => matches(conditions, doc));
  return engine.cursors.first(`${db}.$cmd.listCollections`, new ListStream(docs), command.batchSize, false);
};

export const listIndexes: Handler = (command) => {
  const { engine, ns } = command;
  const info = engine.catalog.find(ns);
  if (!info) throw noCollection(ns);
  const specs = info.indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  return engine.cursors.first(ns, new ListStream(specs), command.batchSize, false);
};

const INDEX_OPTIONS = 'key name unique sparse partialFilterExpression expireAfterSeconds background v'.split(
  ' ',
);
const PARTIAL_KINDS = ['compare', 'exists', 'in'];

const cannot = (message: string): never => {
  throw new MongoError('CannotCreateIndex', message);
};

/** Checks an index specification and brings it into the form in which it is kept. */
function normalSpec(item: Val): Buffer {
  const fields = new Map(entriesOf(item));
  for (const name of fields.keys())
    if (!INDEX_OPTIONS.includes(name))
      throw new MongoError(
        'InvalidIndexSpecificationOption',
        `The field '${name}' is not valid for an index specification. Specification: { … }`,
      );
  const key = fields.get('key');
  if (key?.type !== T.object)
    throw new MongoError('FailedToParse', "The 'key' field is a required property of an index specification");
  const keys = entriesOf(key);
  if (keys.length === 0) cannot('Index keys cannot be empty.');
  for (const [name, val] of keys) {
    if (!isNumber(val.type))
      cannot(
        val.type === T.string
          ? `Unknown index plugin '${textOf(val)}'`
          : `Values in v:2 index key pattern cannot be of type ${typeName(val.type)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (!(numberOf(val) > 0) && !(numberOf(val) < 0)) cannot('Values in the index key pattern cannot be 0.');
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
      throw new MongoError('TypeMismatch', "The field 'partialFilterExpression' must be an object");
    for (const condition of compileFilter(partial))
      if (!PARTIAL_KINDS.includes(condition.kind) || (condition.kind === 'exists' && !condition.exists))
        cannot(`Expression not supported in partial index: ${condition.kind}`);
    if (isTruthy(fields.get('sparse'))) cannot('cannot mix "partialFilterExpression" and "sparse" options');
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
    ...(isTruthy(fields.get('sparse')) && { sparse: true }),
    ...(partial && { partialFilterExpression: partial }),
    ...(ttl && { expireAfterSeconds: ttl }),
  });
}

/** Whether the index is there already. Throws where the same name or key stands for something else. */
function exists(info: CollectionInfo, spec: Buffer): boolean {
  const name = textOf(getField(spec, 'name')!);
  const key = getField(spec, 'key');
  const options = (of: Buffer): Buffer =>
    encodeDoc(
      new Map(
        entriesOf(docVal(of))
          .filter(([field]) => field !== 'name')
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    );
  for (const index of info.indexes) {
    const same = compareValues(getField(index.spec, 'key'), key) === 0;
    if (same && index.name === '_id_') return true;
    if (same && compareValues(docVal(options(index.spec)), docVal(options(spec))) === 0) {
      if (index.name === name) return true;
      throw new MongoError(
        'IndexOptionsConflict',
        `Index already exists with a different name: ${index.name}`,
      );
    }
    if (index.name === name)
      throw new MongoError(
        same ? 'IndexOptionsConflict' : 'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${name}`,
      );
    // The same key may come again only with another partial filter.
    if (
      same &&
      compareValues(
        getField(index.spec, 'partialFilterExpression'),
        getField(spec, 'partialFilterExpression'),
      ) === 0
    )
      throw new MongoError(
        'IndexOptionsConflict',
        `An equivalent index already exists with a different name and options. Requested index: ${name}, existing index: ${index.name}`,
      );
  }
  return false;
}

export const createIndexes: Handler = async (command) => {
  const { engine, ns } = command;
  const specs = command.list('indexes').map(normalSpec);
  if (specs.length === 0) throw new MongoError('BadValue', 'Must specify at least one index to create');
  const existed = engine.catalog.find(ns) !== undefined;
  const { before, added } = await engine.store.write(() => {
    let info = engine.catalog.current(ns);
    const present = info?.indexes.length ?? 1;
    const missing = specs.filter((spec) => !info || !exists(info, spec));
    info ??= engine.catalog.create(ns);
    const fresh: IndexInfo[] = missing.map((spec) =>
      parseIndexSpec(spec, { tree: engine.catalog.newTree(), ready: false, multikey: false, long: false }),
    );
    if (fresh.length > 0) engine.catalog.save({ ...info, indexes: [...info.indexes, ...fresh] });
    return { before: present, added: fresh };
  });
  try {
    for (const { name } of added) await build(command, name);
  } catch (error) {
    await dropIndexes(command, ({ name }) => added.some((index) => index.name === name));
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

const BUILD_MS = 10;

/** Fills a new index from the documents there are, in steps; writes in between keep it up themselves. */
async function build({ engine, ns }: Command, name: string): Promise<void> {
  let after: Buffer | undefined;
  for (let done = false; !done; )
    done = await engine.store.write(() => {
      const info = engine.catalog.current(ns);
      const index = info?.indexes.find((candidate) => candidate.name === name);
      if (!info || !index)
        throw new MongoError(
          'NamespaceNotFound',
          `collection dropped while its index was being built: ${ns}`,
        );
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
        if (performance.now() > end && doc !== docs.at(-1)) return false;
      }
      if (docs.length === 500) return false;
      const current = engine.catalog.current(ns)!;
      engine.catalog.save({
        ...current,
        indexes: current.indexes.map((each) => (each.name === name ? { ...each, ready: true } : each)),
      });
      return true;
    });
}

async function dropIndexes({ engine, ns }: Command, which: (index: IndexInfo) => boolean): Promise<number> {
  const count = await engine.store.write(() => {
    const info = engine.catalog.current(ns);
    if (!info) throw new MongoError('NamespaceNotFound', `ns not found ${ns}`);
    const gone = info.indexes.slice(1).filter(which);
    engine.catalog.discard(gone.map(({ tree }) => tree));
    engine.catalog.save({ ...info, indexes: info.indexes.filter((index) => !gone.includes(index)) });
    return info.indexes.length;
  });
  engine.clearGarbage();
  return count;
}

export const dropIndexesCommand: Handler = async (command) => {
  const { engine, ns } = command;
  const info = engine.catalog.find(ns);
  if (!info) throw new MongoError('NamespaceNotFound', `ns not found ${ns}`);
  const wanted = command.args.get('index');
  if (!wanted) throw new MongoError(40414, "BSON field 'dropIndexes.index' is missing but a required field");
  if (wanted.type === T.string && textOf(wanted) === '*')
    return { nIndexesWas: await dropIndexes(command, () => true), ok: 1 };
  const names = new Set<string>();
  for (const item of wanted.type === T.array ? itemsOf(wanted) : [wanted]) {
    const index = info.indexes.find((each) =>
      item.type === T.string
        ? each.name === textOf(item)
        : compareValues(getField(each.spec, 'key'), item) === 0,
    );
    if (!index) {
      if (item.type === T.string)
        throw new MongoError('IndexNotFound', `index not found with name [${textOf(item)}]`);
      throw new MongoError(
        'IndexNotFound',
        `can't find index with key: { ${entriesOf(item)
          .map(([field, val]) => `${field}: ${numberOf(val)}`)
          .join(', ')} }`,
      );
    }
    if (index.name === '_id_') throw new MongoError('InvalidOptions', 'cannot drop _id index');
    names.add(index.name);
  }
  return { nIndexesWas: await dropIndexes(command, ({ name }) => names.has(name)), ok: 1 };
};

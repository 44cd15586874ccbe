import { entriesOf, getField, isTruthy, itemsOf, numberOf, textOf } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { compileFilter, type ValueCondition } from '../query/matcher';
import { type KeyPattern, parsePath } from '../query/path';
import type { Store } from './store';

export interface IndexInfo {
  readonly name: string;
  /** The specification as listIndexes shows it. */
  readonly spec: Buffer;
  readonly pattern: KeyPattern;
  /** Key space of the entries; the `_id` index is the key space of the documents themselves. */
  readonly tree: number;
  readonly unique: boolean;
  readonly partial: readonly ValueCondition[] | undefined;
  /** Names of the fields at the top of a document that the entries depend on. */
  readonly roots: readonly Buffer[];
  readonly expireAfterSeconds: number | undefined;
  /** False while it is being built: writes keep it up, queries leave it alone. */
  readonly ready: boolean;
  /** Some document has several keys. Once true it stays: a reader may believe it too early, never too late. */
  multikey: boolean;
  /** Some key was too long and is cut: ranges hold, the order doesn't. */
  long: boolean;
}

export interface CollectionInfo {
  readonly ns: string;
  readonly tree: number;
  /** The first one is `_id_`. */
  readonly indexes: readonly IndexInfo[];
}

type Collections = ReadonlyMap<string, CollectionInfo>;

const CATALOG_TREE = 0;
const FIRST_FREE_TREE = 16;
/** Keys that one step clears away. */
const SWEPT = 1000;

/** The first bytes of every key of a key space. */
export function treePrefix(tree: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(tree);
  return prefix;
}

const key = (kind: 'c' | 'g', rest: string | Buffer): Buffer =>
  Buffer.concat([treePrefix(CATALOG_TREE), Buffer.from(kind), Buffer.from(rest as string)]);
const kindRange = (kind: string) => ({
  start: Buffer.concat([treePrefix(CATALOG_TREE), Buffer.from(kind)]),
  end: Buffer.concat([treePrefix(CATALOG_TREE), Buffer.from(kind), Buffer.from([0xff])]),
});

/** Reads an index specification such as {key: {a: 1}, name: 'a_1', unique: true}. */
export function parseIndexSpec(
  spec: Buffer,
  rest: Pick<IndexInfo, 'tree' | 'ready' | 'multikey' | 'long'>,
): IndexInfo {
  const keys = entriesOf(getField(spec, 'key')!);
  const partial = getField(spec, 'partialFilterExpression');
  const ttl = getField(spec, 'expireAfterSeconds');
  const paths = keys.map(([name]) => parsePath(name));
  // createIndexes lets no other conditions in.
  const conditions = partial && (compileFilter(partial) as ValueCondition[]);
  return {
    name: textOf(getField(spec, 'name')!),
    spec,
    pattern: { paths, descending: keys.map(([, direction]) => numberOf(direction) < 0) },
    unique: isTruthy(getField(spec, 'unique')),
    partial: conditions,
    roots: [
      ...new Set([...paths, ...(conditions ?? []).map(({ path }) => path)].map(({ names }) => names[0]!)),
    ],
    expireAfterSeconds: ttl && numberOf(ttl),
    ...rest,
  };
}

/** Which databases, collections and indexes there are. Changes belong into a step of the store. */
export class Catalog {
  /** What steps see and change; becomes `committed` when their transaction is on disk. */
  private working: Collections = new Map();
  private sealed: Collections = new Map();
  private committed: Collections = new Map();
  private lastTree = FIRST_FREE_TREE;
  /** Collections and indexes that were dropped and whose keys are still to be cleared away. */
  garbage: number[] = [];

  constructor(private readonly store: Store) {
    this.load();
    store.onSealed = () => {
      this.sealed = this.working;
    };
    store.onSettled = (done) => {
      if (done) this.committed = this.sealed;
      else this.load();
    };
  }

  /** Reads everything again from disk. */
  load(): void {
    const collections = new Map<string, CollectionInfo>();
    for (const { value } of this.store.entries(kindRange('c'))) {
      const info = decode(value);
      collections.set(info.ns, info);
    }
    this.garbage = [...this.store.keys(kindRange('g'))].map((entry) => entry.readUInt32BE(5));
    this.working = collections;
    this.committed = collections;
    const used = [...collections.values()].flatMap((info) => [
      info.tree,
      ...info.indexes.map(({ tree }) => tree),
    ]);
    this.lastTree = Math.max(this.lastTree, ...used, ...this.garbage);
  }

  /** For readers: what is on disk. */
  find(ns: string): CollectionInfo | undefined {
    return this.committed.get(ns);
  }

  all(): Iterable<CollectionInfo> {
    return this.committed.values();
  }

  /** For steps: with the changes of this transaction. */
  current(ns: string): CollectionInfo | undefined {
    return this.working.get(ns);
  }

  currentOf(db: string): CollectionInfo[] {
    return [...this.working.values()].filter(({ ns }) => ns.startsWith(`${db}.`));
  }

  newTree(): number {
    return ++this.lastTree;
  }

  save(info: CollectionInfo): CollectionInfo {
    this.store.put(key('c', info.ns), encode(info));
    this.working = new Map(this.working).set(info.ns, info);
    return info;
  }

  create(ns: string): CollectionInfo {
    const [db, name] = splitNamespace(ns);
    if (
      name === '' ||
      name.startsWith('.') ||
      /[$\0]/.test(name) ||
      /[/\\. "$*<>:|?\0]/.test(db) ||
      db === '' ||
      ns.length > 255
    )
      fail('InvalidNamespace', `Invalid namespace specified '${ns}'`);
    const tree = this.newTree();
    const spec = encodeDoc({ v: 2, key: { _id: 1 }, name: '_id_' });
    return this.save({
      ns,
      tree,
      indexes: [parseIndexSpec(spec, { tree, ready: true, multikey: false, long: false })],
    });
  }

  drop(info: CollectionInfo): void {
    this.store.remove(key('c', info.ns));
    const rest = new Map(this.working);
    rest.delete(info.ns);
    this.working = rest;
    this.discard(new Set(info.indexes.map(({ tree }) => tree)));
  }

  /** Marks key spaces whose contents are to be cleared away; that goes on after a restart. */
  discard(trees: Iterable<number>): void {
    for (const tree of trees) {
      this.store.put(key('g', treePrefix(tree)), Buffer.alloc(0));
      this.garbage.push(tree);
    }
  }

  /** Clears up to SWEPT keys of dropped collections and indexes; true if there may be more. Belongs into a step. */
  sweep(): boolean {
    let left = SWEPT;
    for (let tree = this.garbage[0]; tree !== undefined; tree = this.garbage[0]) {
      const keys: Buffer[] = [];
      for (const entry of this.store.keys({ start: treePrefix(tree), end: treePrefix(tree + 1) })) {
        keys.push(entry);
        if (keys.length === left) break;
      }
      for (const entry of keys) this.store.remove(entry);
      left -= keys.length;
      if (left === 0) return true;
      this.store.remove(key('g', treePrefix(tree)));
      this.garbage.shift();
    }
    return false;
  }
}

function splitNamespace(ns: string): [string, string] {
  const dot = ns.indexOf('.');
  return [ns.slice(0, dot), ns.slice(dot + 1)];
}

const encode = (info: CollectionInfo): Buffer =>
  encodeDoc({
    ns: info.ns,
    tree: info.tree,
    indexes: info.indexes.map(({ spec, tree, ready, multikey, long }) => ({
      spec,
      tree,
      ready,
      multikey,
      long,
    })),
  });

function decode(value: Buffer): CollectionInfo {
  const indexes = itemsOf(getField(value, 'indexes')!).map((item) => {
    const fields = new Map(entriesOf(item));
    return parseIndexSpec(Buffer.from(fields.get('spec')!.bytes()), {
      tree: numberOf(fields.get('tree')!),
      ready: isTruthy(fields.get('ready')),
      multikey: isTruthy(fields.get('multikey')),
      long: isTruthy(fields.get('long')),
    });
  });
  return { ns: textOf(getField(value, 'ns')!), tree: numberOf(getField(value, 'tree')!), indexes };
}

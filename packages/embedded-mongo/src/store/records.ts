import { createHash } from 'node:crypto';
import { encodeKey, encodeKeysBetween } from '../bson/key';
import { entriesOf, fieldOf, getField, type Val } from '../bson/raw';
import { show } from '../bson/show';
import { encodeDoc } from '../bson/write';
import { MongoError } from '../errors';
import { matches } from '../query/matcher';
import { keysOf, onlyRowOf, valuesOfKey } from '../query/path';
import { type Catalog, type CollectionInfo, type IndexInfo, treePrefix } from './catalog';
import type { Store } from './store';

/** Longer keys are cut here and end with a hash, far below the 1,978 bytes that LMDB allows for two of them. */
export const MAX_KEY = 900;

export function shorten(key: Buffer): Buffer {
  if (key.length <= MAX_KEY) return key;
  return Buffer.concat([key.subarray(0, MAX_KEY), createHash('sha256').update(key).digest()]);
}

/** The part of a document's key that follows the prefix of its collection. */
export const idPart = (id: Val | undefined): Buffer => shorten(encodeKey(id));

/** Tree number and key in one buffer. */
export function join(tree: number, ...parts: Buffer[]): Buffer {
  let length = 4;
  for (const part of parts) length += part.length;
  const key = Buffer.allocUnsafe(length);
  key.writeUInt32BE(tree, 0);
  let at = 4;
  for (const part of parts) at += part.copy(key, at);
  return key;
}

const idLength = (id: Buffer): Buffer => Buffer.from([id.length >> 8, id.length & 0xff]);

/** An entry of an index that isn't unique ends with the id part and, in two bytes, the length of that: how long it is. */
export const idLengthIn = (key: Buffer): number => (key[key.length - 2]! << 8) | key[key.length - 1]!;

const nameOf = (key: Buffer): string => key.toString('latin1');

/** The keys that are not among the others. */
function without(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  if (others.length === 0) return keys;
  if (others.length === 1) return keys.filter((key) => !key.equals(others[0]!));
  const names = new Set(others.map(nameOf));
  return keys.filter((key) => !names.has(nameOf(key)));
}

function sameField(before: Buffer, after: Buffer, name: Buffer): boolean {
  const [a, b] = [fieldOf(before, 0, name), fieldOf(after, 0, name)];
  if (!a || !b) return a === b;
  return a.type === b.type && before.compare(after, b.start, b.end, a.start, a.end) === 0;
}

/**
 * Documents together with their index entries. Everything here belongs into a step; what can fail by the rules of
 * MongoDB fails before the first write.
 */
export class Records {
  private readonly puts = new Map<number, number>();

  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
  ) {}

  get(info: CollectionInfo, id: Buffer): Buffer | undefined {
    return this.store.get(join(info.tree, id));
  }

  /** Within a step: differs from before once a document has come to the collection or changed in it. */
  markOf(info: CollectionInfo): string {
    return `${info.tree} ${this.puts.get(info.tree) ?? 0}`;
  }

  private put(info: CollectionInfo, id: Buffer, doc: Buffer): void {
    this.puts.set(info.tree, (this.puts.get(info.tree) ?? 0) + 1);
    this.store.put(join(info.tree, id), doc);
  }

  insert(info: CollectionInfo, doc: Buffer): void {
    const idVal = getField(doc, '_id')!;
    const full = encodeKey(idVal);
    const id = shorten(full);
    if (this.get(info, id)) throw duplicateKey(info, info.indexes[0]!, [idVal]);
    const write = this.entries(info, info.indexes.slice(1), id, undefined, doc);
    if (full.length > MAX_KEY) this.flag(info, info.indexes[0]!, false, true);
    this.put(info, id, doc);
    write();
  }

  replace(info: CollectionInfo, before: Buffer, after: Buffer): void {
    const id = idPart(getField(before, '_id'));
    const write = this.entries(info, info.indexes.slice(1), id, before, after);
    this.put(info, id, after);
    write();
  }

  remove(info: CollectionInfo, doc: Buffer): void {
    const id = idPart(getField(doc, '_id'));
    this.entries(info, info.indexes.slice(1), id, doc, undefined)();
    this.store.remove(join(info.tree, id));
  }

  /** Adds an existing document to an index that is being built. */
  addTo(info: CollectionInfo, index: IndexInfo, doc: Buffer): void {
    this.entries(info, [index], idPart(getField(doc, '_id')), undefined, doc)();
  }

  /**
   * What has to be written to these indexes when a document becomes another, comes or goes. Throws on a duplicate; nothing
   * is written before the answer is called.
   */
  private entries(
    info: CollectionInfo,
    indexes: readonly IndexInfo[],
    id: Buffer,
    before: Buffer | undefined,
    after: Buffer | undefined,
  ): () => void {
    const writes: (() => void)[] = [];
    const added: Buffer[] = [];
    let suffix: Buffer | undefined;
    for (const index of indexes) {
      if (!before && after && !index.unique) {
        if (index.partial && !matches(index.partial, after)) continue;
        suffix ??= Buffer.concat([id, idLength(id)]);
        const row = onlyRowOf(after, index.pattern);
        const entry = row && encodeKeysBetween(index.tree, row, index.pattern.descending, suffix, MAX_KEY);
        if (entry) {
          added.push(entry);
          continue;
        }
      }
      if (before && after && index.roots.every((name) => sameField(before, after, name))) continue;
      const old = before ? this.keys(index, before) : [];
      const keys = after ? this.keys(index, after, info) : [];
      for (const key of without(keys, old)) {
        if (!index.unique) {
          writes.push(() => this.store.putEntry(join(index.tree, key, id, idLength(id))));
          continue;
        }
        const entry = join(index.tree, key);
        const owner = this.store.get(entry);
        if (owner && !owner.equals(id))
          throw duplicateKey(
            info,
            index,
            valuesOfKey(after!, index.pattern, (full) => shorten(full).equals(key)),
          );
        writes.push(() => this.store.put(entry, id));
      }
      for (const key of without(old, keys)) {
        if (!index.unique) {
          writes.push(() => this.store.removeEntry(join(index.tree, key, id, idLength(id))));
          continue;
        }
        const entry = join(index.tree, key);
        // While a unique index is being built the entry may be that of another document.
        if (this.store.get(entry)?.equals(id)) writes.push(() => this.store.remove(entry));
      }
    }
    return () => {
      for (const entry of added) this.store.putEntry(entry);
      for (const write of writes) write();
    };
  }

  /** The cut keys of a document; with `info` the index learns of several or long ones. */
  private keys(index: IndexInfo, doc: Buffer, info?: CollectionInfo): Buffer[] {
    if (index.partial && !matches(index.partial, doc)) return [];
    const { keys, multikey } = keysOf(doc, index.pattern);
    const long = keys.some((key) => key.length > MAX_KEY);
    if (info) this.flag(info, index, multikey, long);
    return long ? keys.map(shorten) : keys;
  }

  private flag(info: CollectionInfo, index: IndexInfo, multikey: boolean, long: boolean): void {
    if ((!multikey || index.multikey) && (!long || index.long)) return;
    // Readers may see this before the commit: they only get more careful by it.
    index.multikey ||= multikey;
    index.long ||= long;
    this.catalog.save(this.catalog.current(info.ns) ?? info);
  }
}

/** MongoDB's error for a value that a unique index has already. */
export function duplicateKey(
  info: CollectionInfo,
  index: IndexInfo,
  values: readonly (Val | undefined)[],
): MongoError {
  const names = entriesOf(getField(index.spec, 'key')!).map(([name]) => name);
  const keyValue = new Map(names.map((name, i) => [name, values[i] ?? null]));
  const shown = names.map((name, i) => `${name}: ${values[i] ? show(values[i]!) : 'null'}`).join(', ');
  return new MongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${info.ns} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: getField(index.spec, 'key'), keyValue: encodeDoc(keyValue) },
  );
}

/** All keys of a key space. */
export const treeRange = (tree: number): { start: Buffer; end: Buffer } => ({
  start: treePrefix(tree),
  end: treePrefix(tree + 1),
});

import { EMPTY_ARRAY, encodeKeys } from '../bson/key';
import { bytesOfName, Elements, fieldOf, itemsOf, T, type Val } from '../bson/raw';
import { fail } from '../errors';

export interface Path {
  readonly text: string;
  readonly parts: readonly string[];
  readonly names: readonly Buffer[];
  /** The array position each part may mean, or -1. */
  readonly positions: readonly number[];
}

const cache = new Map<string, Path>();

export function parsePath(text: string): Path {
  let path = cache.get(text);
  if (!path) {
    const parts = text.split('.');
    const positions = parts.map((part) => (/^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : -1));
    path = { text, parts, names: parts.map(bytesOfName), positions };
    if (cache.size > 10_000) cache.clear();
    cache.set(text, path);
  }
  return path;
}

/** Called with each value a path leads to (undefined: missing); true ends the walk. */
export type Visitor = (val: Val | undefined) => boolean;

/**
 * Visits what a query on `path` looks at in the object at `start`, by MongoDB's rules: arrays on the way are gone
 * through, with positions understood too; of an array at the end first each item and then the array itself is visited
 * (with `whole` only the array). Answers whether a visit answered true.
 */
export function visit(
  buf: Buffer,
  start: number,
  path: Path,
  from: number,
  whole: boolean,
  visitor: Visitor,
): boolean {
  let val = fieldOf(buf, start, path.names[from]!);
  let i = from + 1;
  for (; val?.type === T.object && i < path.parts.length; i++)
    val = fieldOf(val.buf, val.start, path.names[i]!);
  if (val?.type !== T.array) return visitor(i < path.parts.length ? undefined : val);
  if (i < path.parts.length) return visitItems(val, path, i, whole, visitor);
  if (!whole) {
    const it = new Elements(val.buf, val.start);
    while (it.next()) if (visitor(it.value())) return true;
  }
  return visitor(val);
}

function visitItems(array: Val, path: Path, i: number, whole: boolean, visitor: Visitor): boolean {
  const position = path.positions[i]!;
  const it = new Elements(array.buf, array.start);
  for (let n = 0; it.next(); n++) {
    if (it.type === T.object && visit(it.buf, it.start, path, i, whole, visitor)) return true;
    if (n !== position) continue;
    if (i + 1 === path.parts.length) {
      if (visitor(it.value())) return true;
    } else if (it.type === T.object) {
      if (visit(it.buf, it.start, path, i + 1, whole, visitor)) return true;
    } else if (it.type === T.array && visitItems(it.value(), path, i + 1, whole, visitor)) return true;
  }
  return false;
}

/** What one field adds to the keys of a document: its values, and the first part of the path under which an array stood. */
function keyValues(doc: Buffer, path: Path): { vals: (Val | undefined)[]; array?: string } {
  const vals: (Val | undefined)[] = [];
  let array: string | undefined;
  const walk = (buf: Buffer, start: number, from: number): void => {
    let val = fieldOf(buf, start, path.names[from]!);
    let i = from + 1;
    for (; val?.type === T.object && i < path.parts.length; i++)
      val = fieldOf(val.buf, val.start, path.names[i]!);
    if (val?.type === T.array) spread(val, i);
    else vals.push(i < path.parts.length ? undefined : val);
  };
  const spread = (val: Val, i: number): void => {
    array = path.parts.slice(0, i).join('.');
    const last = i === path.parts.length;
    const it = new Elements(val.buf, val.start);
    const named = path.positions[i] ?? -1;
    const item = named < 0 ? undefined : itemsOf(val)[named];
    if (item) {
      // A position that is there is meant, not a field of that name in the items.
      if (i + 1 === path.parts.length) vals.push(item);
      else if (item.type === T.object) walk(item.buf, item.start, i + 1);
      else if (item.type === T.array) spread(item, i + 1);
      else vals.push(undefined);
      return;
    }
    let any = false;
    while (it.next()) {
      any = true;
      if (last) vals.push(it.value());
      else if (it.type === T.object) walk(it.buf, it.start, i);
      else vals.push(undefined);
    }
    if (!any) vals.push(last ? EMPTY_ARRAY : undefined);
  };
  walk(doc, 0, 0);
  return array === undefined ? { vals } : { vals, array };
}

export interface KeyPattern {
  readonly paths: readonly Path[];
  readonly descending: readonly boolean[];
}

export interface Keys {
  keys: Buffer[];
  multikey: boolean;
}

type Row = (Val | undefined)[];

/** The values of a document's only key; undefined: it has an array on the way, and may have several keys. */
export function onlyRowOf(doc: Buffer, { paths }: KeyPattern): Row | undefined {
  const row: Row = [];
  for (const path of paths) {
    const simple = simpleValue(doc, path);
    if (!simple) return undefined;
    row.push(simple.val);
  }
  return row;
}

/** One row of values per key: a single one, or for an array one per item. Throws 171 where two arrays would have to be crossed. */
function rowsOf(doc: Buffer, pattern: KeyPattern): { rows: Row[]; multikey: boolean } {
  const only = onlyRowOf(doc, pattern);
  if (only) return { rows: [only], multikey: false };
  const { paths } = pattern;
  const columns = paths.map((path) => keyValues(doc, path));
  const arrays = columns.filter(({ array }) => array !== undefined);
  if (new Set(arrays.map(({ array }) => array)).size > 1) {
    const [one, two] = arrays.map(({ array }) => array!.split('.').pop());
    fail('CannotIndexParallelArrays', `cannot index parallel arrays [${two}] [${one}]`);
  }
  const count = Math.max(...arrays.map(({ vals }) => vals.length));
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map((column) => (column.array === undefined ? column.vals[0] : column.vals[row])),
  );
  return { rows, multikey: true };
}

/** The distinct ordered keys of a document under a key pattern. */
export function keysOf(doc: Buffer, pattern: KeyPattern): Keys {
  const { rows, multikey } = rowsOf(doc, pattern);
  const keys = rows.map((row) => encodeKeys(row, pattern.descending));
  if (!multikey) return { keys, multikey };
  return { keys: [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()], multikey };
}

/** The values behind one of the keys of a document, for the text of an error. */
export function valuesOfKey(doc: Buffer, pattern: KeyPattern, isIt: (key: Buffer) => boolean): Row {
  const { rows } = rowsOf(doc, pattern);
  return rows.find((row) => isIt(encodeKeys(row, pattern.descending))) ?? rows[0]!;
}

/** The common case without closures: a path that meets no array. */
function simpleValue(doc: Buffer, path: Path): { val: Val | undefined } | undefined {
  let val = fieldOf(doc, 0, path.names[0]!);
  let i = 1;
  for (; val?.type === T.object && i < path.parts.length; i++)
    val = fieldOf(val.buf, val.start, path.names[i]!);
  if (val?.type === T.array) return undefined;
  return { val: i < path.parts.length ? undefined : val };
}

import { Elements, T, Val } from '../bson/raw';
import { show } from '../bson/show';
import { type Doc, type Node, toVal } from '../bson/write';
import { fail } from '../errors';

/** The path of an update, split once. */
export interface UpdatePath {
  readonly text: string;
  readonly parts: readonly string[];
}

/** The order in which the paths of an update are applied; `flat`: all of them are fields at the top. */
interface Shape {
  readonly order: readonly number[];
  readonly flat: boolean;
}

const MAX_KEPT = 10_000;
const paths = new Map<string, UpdatePath>();
const shapes = new Map<string, Shape>();

function keep<Kept>(cache: Map<string, Kept>, key: string, kept: Kept): Kept {
  if (cache.size >= MAX_KEPT) cache.clear();
  cache.set(key, kept);
  return kept;
}

/** Throws MongoDB's error for a path that cannot be updated. */
export function updatePath(text: string): UpdatePath {
  const kept = paths.get(text);
  if (kept) return kept;
  if (text === '') fail('EmptyFieldName', 'An empty update path is not valid.');
  const parts = text.split('.');
  if (parts.includes(''))
    fail('EmptyFieldName', `The update path '${text}' contains an empty field name, which is not allowed.`);
  const odd = parts.find((part) => part.startsWith('$'));
  if (odd)
    fail(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${odd}' in '${text}' is not valid for storage.`,
    );
  return keep(paths, text, { text, parts });
}

/** The shape of an update of these paths. Throws 40 for paths of which one lies within another. */
export function shapeOf(given: readonly UpdatePath[]): Shape {
  const key = given.map(({ text }) => text).join('\0');
  const kept = shapes.get(key);
  if (kept) return kept;
  checkConflicts(given);
  const order = given.map((_, i) => i).sort((a, b) => comparePaths(given[a]!.parts, given[b]!.parts));
  return keep(shapes, key, { order, flat: given.every(({ parts }) => parts.length === 1) });
}

function checkConflicts(given: readonly UpdatePath[]): void {
  const taken = new Set<string>();
  const inner = new Set<string>();
  for (const { text, parts } of given) {
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'));
    const at = prefixes.find((prefix) => taken.has(prefix)) ?? (inner.has(text) ? text : undefined);
    if (at !== undefined)
      fail('ConflictingUpdateOperators', `Updating the path '${text}' would create a conflict at '${at}'`);
    taken.add(text);
    for (const prefix of prefixes) inner.add(prefix);
  }
}

/** Names by their letters, array positions by their value: the order in which MongoDB adds new fields. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    if (isIndex(x) && isIndex(y)) return Number(x) - Number(y);
    return Buffer.compare(Buffer.from(x), Buffer.from(y));
  }
  return a.length - b.length;
}

/** Opens an object or array one level deep; what is inside stays raw. */
export function open(val: Val): Doc | Node[] {
  const it = new Elements(val.buf, val.start);
  if (val.type === T.array) {
    const items: Node[] = [];
    while (it.next()) items.push(it.value());
    return items;
  }
  const doc: Doc = new Map();
  while (it.next()) doc.set(it.name(), it.value());
  return doc;
}

export const isContainer = (node: Node | undefined): node is Doc | Node[] | Val =>
  node !== undefined && (!(node instanceof Val) || node.type === T.object || node.type === T.array);

/** The node as one raw value again. */
export const closed = (node: Node): Val => (node instanceof Val ? node : toVal(node));

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);
const MAX_PADDING = 1_500_000;

/** The child a part of a path names, opened for going on if it is an object or array; undefined if it isn't there. */
export function child(parent: Doc | Node[], part: string): Node | undefined {
  const node = parent instanceof Map ? parent.get(part) : isIndex(part) ? parent[Number(part)] : undefined;
  if (!(node instanceof Val) || (node.type !== T.object && node.type !== T.array)) return node;
  const opened = open(node);
  if (parent instanceof Map) parent.set(part, opened);
  else parent[Number(part)] = opened;
  return opened;
}

/** Puts a child; an array that is too short is filled up with nulls. */
export function put(parent: Doc | Node[], part: string, node: Node, path: readonly string[]): void {
  if (parent instanceof Map) {
    parent.set(part, node);
    return;
  }
  if (!isIndex(part)) notViable(part, path, parent);
  const index = Number(part);
  if (index > MAX_PADDING + parent.length)
    fail('CannotBackfillArray', 'cannot backfill array to larger than 1500000 elements');
  while (parent.length < index) parent.push(toVal(null));
  parent[index] = node;
}

export function notViable(part: string, path: readonly string[], element: Node): never {
  const name = path[path.indexOf(part) - 1] ?? '';
  fail('PathNotViable', `Cannot create field '${part}' in element {${name}: ${show(closed(element))}}`);
}

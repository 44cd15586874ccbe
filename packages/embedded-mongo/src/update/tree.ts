import { Elements, T, Val } from '../bson/raw';
import { show } from '../bson/show';
import { type Doc, type Node, toVal } from '../bson/write';
import { fail } from '../errors';

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

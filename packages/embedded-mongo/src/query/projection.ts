import { bytesOfName, docVal, Elements, entriesOf, isNumber, isTruthy, T, type Val } from '../bson/raw';
import { type Doc, encodeDoc, encodePicked, type Node } from '../bson/write';
import { fail } from '../errors';

type Tree = Map<string, Tree | true>;

/** Makes of a raw document the raw document that a find with a projection answers. */
export type Projection = (doc: Buffer) => Buffer;

/**
 * Compiles a projection of inclusions or exclusions (dotted paths; `_id` may differ from the rest). $slice, $elemMatch,
 * the positional `$` and computed fields are refused.
 */
export function compileProjection(spec: Val | undefined): Projection | undefined {
  const entries = spec ? entriesOf(spec) : [];
  if (entries.length === 0) return undefined;
  let including: boolean | undefined;
  let withId: boolean | undefined;
  const tree: Tree = new Map();
  for (const [name, val] of entries) {
    if (!isNumber(val.type) && val.type !== T.bool)
      fail(
        'BadValue',
        `Projections may only include or exclude fields: ${name}: only numbers and booleans are supported by the embedded server`,
      );
    const parts = name.split('.');
    const odd = parts.find((part) => part === '' || part.startsWith('$'));
    if (odd !== undefined)
      fail(
        odd === '' ? 40353 : 16410,
        `FieldPath field names may not ${odd === '' ? 'be empty' : "start with '$'"}: ${name}`,
      );
    const include = isTruthy(val);
    if (name === '_id') {
      if (tree.has('_id')) fail(31250, 'Path collision at _id');
      withId = include;
      continue;
    }
    if (including !== undefined && including !== include)
      fail(
        include ? 31253 : 31254,
        `Cannot do ${include ? 'inclusion' : 'exclusion'} on field ${name} in ${include ? 'exclusion' : 'inclusion'} projection`,
      );
    including = include;
    add(tree, parts, name);
  }
  including ??= withId!;
  // A part of `_id` that is named stands for itself; after the whole of it MongoDB sees a collision.
  if (tree.has('_id')) {
    if (withId !== undefined) fail(31249, 'Path collision at _id');
  } else if (including ? withId !== false : withId === false) tree.set('_id', true);
  const keep = including;
  if (keep && [...tree.values()].every((below) => below === true)) {
    const names = [...tree.keys()].map(bytesOfName);
    return (doc) => encodePicked(doc, names);
  }
  return (doc) => encodeDoc(project(docVal(doc), tree, keep) as Doc);
}

function add(tree: Tree, parts: string[], name: string): void {
  let at = tree;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const next = at.get(part);
    // The one named later is refused: a whole after its part, or a part after its whole.
    if (next && i === parts.length - 1) fail(31250, `Path collision at ${name}`);
    if (next === true)
      fail(31249, `Path collision at ${name} remaining portion ${parts.slice(i + 1).join('.')}`);
    if (i === parts.length - 1) at.set(part, true);
    else if (next) at = next;
    else {
      const fresh: Tree = new Map();
      at.set(part, fresh);
      at = fresh;
    }
  }
}

function project(val: Val, tree: Tree, including: boolean): Node {
  const it = new Elements(val.buf, val.start);
  if (val.type === T.array) {
    const items: Node[] = [];
    while (it.next()) {
      if (it.type === T.object || it.type === T.array) items.push(project(it.value(), tree, including));
      else if (!including) items.push(it.value());
    }
    return items;
  }
  const out: Doc = new Map();
  while (it.next()) {
    const name = it.name();
    const below = tree.get(name);
    if (below === undefined || below === true) {
      if ((below === true) === including) out.set(name, it.value());
    } else if (it.type === T.object || it.type === T.array)
      out.set(name, project(it.value(), below, including));
    else if (!including) out.set(name, it.value());
  }
  return out;
}

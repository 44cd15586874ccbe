import { compareValues } from '../bson/key';
import { docVal, entriesOf, getField, isEmptyTimestamp, T, typeName, type Val } from '../bson/raw';
import { show } from '../bson/show';
import { type Doc, encodeDoc, encodePatched, type Node } from '../bson/write';
import { fail } from '../errors';
import { OPERATORS, type Operator } from './operators';
import {
  child,
  isContainer,
  isIndex,
  notViable,
  open,
  put,
  shapeOf,
  type UpdatePath,
  updatePath,
} from './paths';

interface Step {
  path: UpdatePath;
  operator: Operator;
  /** Only for a document that an upsert inserts ($setOnInsert). */
  onInsert: boolean;
}

/** A compiled update: a whole new document, or steps in the order MongoDB applies them. */
export type Update = { replacement: Val } | { steps: readonly Step[]; flat: boolean };

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Compiles an update. Throws MongoDB's errors: unknown modifiers (9), conflicting paths (40), pipelines and the rest. */
export function compileUpdate(update: Val): Update {
  if (update.type === T.array)
    return fail('FailedToParse', 'Pipeline updates are not supported by the embedded server');
  if (update.type !== T.object)
    return fail('FailedToParse', 'Update argument must be either an object or an array');
  const entries = entriesOf(update);
  if (!entries[0]?.[0].startsWith('$')) {
    for (const [name, val] of entries) {
      if (isEmptyTimestamp(val))
        fail('NotImplemented', 'Empty timestamps are not supported by the embedded server');
      if (name.startsWith('$'))
        fail(
          'DollarPrefixedFieldName',
          `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
        );
    }
    return { replacement: update };
  }
  const given = entries.flatMap(([name, arg]) => compileModifier(name, arg));
  const { order, flat } = shapeOf(given.map(({ path }) => path));
  return { steps: order.map((i) => given[i]!), flat };
}

function compileModifier(name: string, arg: Val): Step[] {
  const compile = OPERATORS.get(name);
  if (!compile)
    return fail(
      'FailedToParse',
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  if (arg.type !== T.object)
    fail(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeName(arg.type)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(arg)}}`,
    );
  const onInsert = name === '$setOnInsert';
  return entriesOf(arg).map(([path, value]) => ({
    path: updatePath(path),
    operator: compile(value),
    onInsert,
  }));
}

/** The document after the update; the same buffer if nothing changed. `inserting`: an upsert makes it. */
export function applyUpdate(doc: Buffer, update: Update, inserting: boolean): Buffer {
  const id = getField(doc, '_id');
  const after =
    'replacement' in update ? replaced(id, update.replacement) : modified(doc, id, update, inserting);
  if (after.length > MAX_DOCUMENT_BYTES)
    fail(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  const newId = getField(after, '_id');
  if (id && (!newId || compareValues(id, newId) !== 0))
    fail(
      'ImmutableField',
      'replacement' in update
        ? `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${newId ? show(newId) : 'missing'}`
        : "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  return after.equals(doc) ? doc : after;
}

function replaced(id: Val | undefined, replacement: Val): Buffer {
  const fields = open(replacement) as Doc;
  const own = fields.get('_id');
  fields.delete('_id');
  const head = own ?? id;
  return encodeDoc(head ? new Map<string, Node>([['_id', head], ...fields]) : fields);
}

function modified(
  doc: Buffer,
  id: Val | undefined,
  { steps, flat }: Extract<Update, { steps: readonly Step[] }>,
  inserting: boolean,
): Buffer {
  const due = steps.filter(({ onInsert }) => inserting || !onInsert);
  if (flat)
    return encodePatched(
      doc,
      due.map(({ path, operator }) => ({
        name: path.text,
        creates: operator.creates,
        apply: (current) => operator.apply(current, { path: path.text, id }),
      })),
    );
  const root = open(docVal(doc)) as Doc;
  for (const { path, operator } of due) applyAt(root, path.parts, operator, id);
  return encodeDoc(root);
}

function applyAt(root: Doc, parts: readonly string[], operator: Operator, id: Val | undefined): void {
  const where = { path: parts.join('.'), id };
  let parent: Doc | Node[] = root;
  for (let i = 0; ; i++) {
    const part = parts[i]!;
    if (Array.isArray(parent) && !isIndex(part)) {
      if (!operator.creates) return;
      notViable(part, parts, parent);
    }
    if (i === parts.length - 1) break;
    let next: Node | undefined = child(parent, part);
    if (!isContainer(next)) {
      if (!operator.creates) return;
      if (next !== undefined) notViable(parts[i + 1]!, parts, next);
      next = new Map();
      put(parent, part, next, parts);
    }
    parent = next as Doc | Node[];
  }
  const last = parts.at(-1)!;
  const current = parent instanceof Map ? parent.get(last) : parent[Number(last)];
  if (current === undefined && !operator.creates) return;
  const after = operator.apply(current, where);
  if (after !== undefined) {
    if (after !== current) put(parent, last, after, parts);
  } else if (parent instanceof Map) parent.delete(last);
  else put(parent, last, NULL, parts);
}

const NULL = getField(encodeDoc({ a: null }), 'a')!;

import { compareValues } from '../bson/key';
import { docVal, entriesOf, getField, isEmptyTimestamp, T, typeName, type Val } from '../bson/raw';
import { type Doc, encodeDoc, type Node } from '../bson/write';
import { fail } from '../errors';
import { OPERATORS, type Operator } from './operators';
import { child, isContainer, isIndex, notViable, open, put, show } from './tree';

interface Step {
  name: string;
  parts: string[];
  operator: Operator;
}

/** A compiled update: a whole new document, or steps in the order MongoDB applies them. */
export type Update = { replacement: Val } | { steps: Step[] };

export interface UpdateContext {
  /** The document is being inserted by an upsert: $setOnInsert counts. */
  inserting: boolean;
  /** The array position the query matched, for the positional `$`. */
  position: () => number | undefined;
}

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
  const steps = entries.flatMap(([name, arg]) => compileModifier(name, arg));
  checkConflicts(steps.map(({ parts }) => parts));
  steps.sort((a, b) => comparePaths(a.parts, b.parts));
  return { steps };
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
  return entriesOf(arg).map(([path, value]) => ({
    name,
    parts: checkedPath(path),
    operator: compile(value),
  }));
}

function checkedPath(path: string): string[] {
  if (path === '') fail('EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes(''))
    fail('EmptyFieldName', `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (parts[0] === '$')
    fail('BadValue', `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  const odd = parts.find((part) => part.startsWith('$') && part !== '$');
  if (odd)
    fail(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${odd}' in '${path}' is not valid for storage.`,
    );
  if (parts.filter((part) => part === '$').length > 1)
    fail('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

function checkConflicts(paths: string[][]): void {
  const taken = new Set<string>();
  const inner = new Set<string>();
  for (const parts of paths) {
    const path = parts.join('.');
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'));
    const at = prefixes.find((prefix) => taken.has(prefix)) ?? (inner.has(path) ? path : undefined);
    if (at !== undefined)
      fail('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`);
    taken.add(path);
    for (const prefix of prefixes) inner.add(prefix);
  }
}

/** Names by their letters, array positions by their value: the order in which MongoDB adds new fields. */
function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    if (isIndex(x) && isIndex(y)) return Number(x) - Number(y);
    return Buffer.compare(Buffer.from(x), Buffer.from(y));
  }
  return a.length - b.length;
}

/** The document after the update; the same buffer if nothing changed. */
export function applyUpdate(doc: Buffer, update: Update, context: UpdateContext): Buffer {
  const id = getField(doc, '_id');
  const after =
    'replacement' in update ? replaced(id, update.replacement) : modified(doc, id, update, context);
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
  update: Extract<Update, { steps: Step[] }>,
  context: UpdateContext,
): Buffer {
  const root = open(docVal(doc)) as Doc;
  const touched: string[][] = [];
  for (const { name, parts, operator } of update.steps) {
    if (name === '$setOnInsert' && !context.inserting) continue;
    const path = parts.includes('$') ? located(parts, context) : parts;
    if (path !== parts) touched.push(path);
    applyAt(root, path, operator, id);
  }
  if (touched.length > 1) checkConflicts(touched);
  return encodeDoc(root);
}

/** The path with the position that `$` stands for in this document. */
function located(parts: string[], context: UpdateContext): string[] {
  const position = context.position();
  if (position === undefined)
    fail('BadValue', 'The positional operator did not find the match needed from the query.');
  return parts.map((part) => (part === '$' ? String(position) : part));
}

function applyAt(root: Doc, parts: string[], operator: Operator, id: Val | undefined): void {
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

import { compareValues } from '../bson/key';
import { docVal, entriesOf, getField, itemsOf, T, textOf, typeName, type Val } from '../bson/raw';
import { type Doc, encodeDoc, type Node } from '../bson/write';
import { type CodeName, MongoError } from '../errors';
import { type Condition, compileFilter, matches } from '../query/matcher';
import { compileOperator, OPERATORS, type Operator } from './operators';
import { child, closed, isContainer, isIndex, notViable, open, put, show } from './tree';

interface Step {
  name: string;
  path: string;
  parts: string[];
  operator?: Operator;
  renameTo?: string[];
}

/** A compiled update: a whole new document, or steps in the order MongoDB applies them. */
export type Update = { replacement: Val } | { steps: Step[]; filters: Map<string, Condition[]> };

export interface UpdateContext {
  /** The document is being inserted by an upsert: $setOnInsert counts. */
  inserting: boolean;
  /** The array position the query matched, for the positional `$`. */
  position: () => number | undefined;
}

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

function fail(code: CodeName | number, message: string): never {
  throw new MongoError(code, message);
}

/** Compiles an update. Throws MongoDB's errors: unknown modifiers (9), conflicting paths (40), pipelines and the rest. */
export function compileUpdate(update: Val, arrayFilters: Val | undefined): Update {
  if (update.type === T.array)
    return fail('FailedToParse', 'Pipeline updates are not supported by the embedded server');
  if (update.type !== T.object)
    return fail('FailedToParse', 'Update argument must be either an object or an array');
  const entries = entriesOf(update);
  if (!entries[0]?.[0].startsWith('$')) {
    if (arrayFilters)
      fail('FailedToParse', 'arrayFilters may not be specified for replacement-style updates');
    for (const [name] of entries)
      if (name.startsWith('$'))
        fail(
          'DollarPrefixedFieldName',
          `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
        );
    return { replacement: update };
  }
  const filters = compileArrayFilters(arrayFilters);
  const steps = entries.flatMap(([name, arg]) => compileModifier(name, arg));
  checkConflicts(steps.flatMap((step) => (step.renameTo ? [step.parts, step.renameTo] : [step.parts])));
  checkIdentifiers(steps, filters);
  steps.sort((a, b) => comparePaths(a.renameTo ?? a.parts, b.renameTo ?? b.parts));
  return { steps, filters };
}

function compileModifier(name: string, arg: Val): Step[] {
  if (!OPERATORS.has(name))
    fail(
      'FailedToParse',
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  if (arg.type !== T.object)
    fail(
      'FailedToParse',
      `Modifiers operate on fields but we found type ${typeName(arg.type)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(arg)}}`,
    );
  return entriesOf(arg).map(([path, value]) => {
    const parts = checkedPath(path);
    if (name !== '$rename') return { name, path, parts, operator: compileOperator(name, path, value) };
    if (value.type !== T.string)
      fail('BadValue', `The 'to' field for $rename must be a string: ${path}: ${show(value)}`);
    const renameTo = checkedPath(textOf(value));
    for (const part of [...parts, ...renameTo])
      if (part.startsWith('$'))
        fail('BadValue', `The source and destination field for $rename may not be dynamic: ${path}`);
    if (path === textOf(value))
      fail('BadValue', `The source and target field for $rename must differ: ${path}: "${path}"`);
    return { name, path, parts, renameTo };
  });
}

function checkedPath(path: string): string[] {
  if (path === '') fail('EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes(''))
    fail('EmptyFieldName', `The update path '${path}' contains an empty field name, which is not allowed.`);
  parts.forEach((part, i) => {
    if (!part.startsWith('$')) return;
    if (i > 0 && (part === '$' || /^\$\[[^\]]*\]$/.test(part))) return;
    if (i === 0 && part === '$')
      fail('BadValue', `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
    if (i === 0 && part.startsWith('$['))
      fail(
        'BadValue',
        `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
      );
    fail(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${part}' in '${path}' is not valid for storage.`,
    );
  });
  if (parts.filter((part) => part === '$').length > 1)
    fail('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

function compileArrayFilters(arrayFilters: Val | undefined): Map<string, Condition[]> {
  const filters = new Map<string, Condition[]>();
  for (const item of arrayFilters ? itemsOf(arrayFilters) : []) {
    const conditions = compileFilter(item);
    const names = new Set<string>();
    const collect = (condition: Condition): void => {
      if ('all' in condition) condition.all.forEach(collect);
      else if ('path' in condition) names.add(condition.path.parts[0]!);
    };
    conditions.forEach(collect);
    if (names.size === 0)
      fail('FailedToParse', 'Cannot use an expression without a top-level field name in arrayFilters');
    if (names.size > 1)
      fail(
        'FailedToParse',
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
      );
    const [name] = names;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name!))
      fail(
        'BadValue',
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    if (filters.has(name!))
      fail('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name!, conditions);
  }
  return filters;
}

function checkIdentifiers(steps: Step[], filters: Map<string, Condition[]>): void {
  const used = new Set(steps.flatMap((step) => step.parts.filter((part) => part.startsWith('$['))));
  used.delete('$[]');
  for (const part of used)
    if (!filters.has(part.slice(2, -1)))
      fail(
        'BadValue',
        `No array filter found for identifier '${part.slice(2, -1)}' in path '${steps.find((step) => step.parts.includes(part))!.path}'`,
      );
  for (const name of filters.keys())
    if (!used.has(`$[${name}]`))
      fail('FailedToParse', `The array filter for identifier '${name}' was not used in the update`);
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
  for (const step of update.steps) {
    if (step.name === '$setOnInsert' && !context.inserting) continue;
    if (step.renameTo) rename(root, step, id);
    else {
      const dynamic = step.parts.some((part) => part.startsWith('$'));
      const paths = dynamic ? expand(root, step, update.filters, context) : [step.parts];
      for (const parts of paths) {
        if (dynamic) touched.push(parts);
        applyAt(root, parts, step.operator!, id);
      }
    }
  }
  if (touched.length > 1) checkConflicts(touched);
  return encodeDoc(root);
}

/** The paths that `$`, `$[]` and `$[id]` stand for in this document. */
function expand(
  root: Doc,
  step: Step,
  filters: Map<string, Condition[]>,
  context: UpdateContext,
): string[][] {
  const out: string[][] = [];
  const walk = (node: Node | undefined, i: number, done: string[]): void => {
    const part = step.parts[i];
    if (part === undefined) {
      out.push(done);
      return;
    }
    if (part === '$') {
      const position = context.position();
      if (position === undefined)
        fail('BadValue', 'The positional operator did not find the match needed from the query.');
      walk(stepInto(node, String(position)), i + 1, [...done, String(position)]);
      return;
    }
    if (!part.startsWith('$[')) {
      walk(stepInto(node, part), i + 1, [...done, part]);
      return;
    }
    if (node === undefined)
      fail(
        'BadValue',
        `The path '${done.join('.')}' must exist in the document in order to apply array updates.`,
      );
    if (!Array.isArray(node))
      fail(
        'BadValue',
        `Cannot apply array updates to non-array element ${done.at(-1)}: ${show(closed(node))}`,
      );
    const name = part.slice(2, -1);
    const conditions = filters.get(name) ?? [];
    node.forEach((item, n) => {
      // The filter names the item by its identifier, as if that were a field.
      if (conditions.length > 0 && !matches(conditions, encodeDoc(new Map([[name, item]])))) return;
      walk(stepInto(node, String(n)), i + 1, [...done, String(n)]);
    });
  };
  walk(root, 0, []);
  return out;
}

const stepInto = (node: Node | undefined, part: string): Node | undefined =>
  node instanceof Map || Array.isArray(node) ? child(node, part) : undefined;

function applyAt(root: Doc, parts: string[], operator: Operator, id: Val | undefined): void {
  const where = { path: parts.join('.'), id };
  let parent: Doc | Node[] = root;
  for (let i = 0; i < parts.length - 1; i++) {
    let next: Node | undefined = child(parent, parts[i]!);
    if (next === undefined) {
      if (!operator.creates) return;
      if (Array.isArray(parent) && !isIndex(parts[i]!)) notViable(parts[i]!, parts, parent);
      next = new Map();
      put(parent, parts[i]!, next, parts);
    } else if (!isContainer(next)) {
      if (!operator.creates) return;
      notViable(parts[i + 1]!, parts, next);
    }
    parent = next as Doc | Node[];
  }
  const last = parts.at(-1)!;
  if (Array.isArray(parent) && !isIndex(last)) {
    if (!operator.creates) return;
    notViable(last, parts, parent);
  }
  const current = parent instanceof Map ? parent.get(last) : parent[Number(last)];
  if (current === undefined && !operator.creates) return;
  const after = operator.apply(current, where);
  if (after !== undefined) {
    if (after !== current) put(parent, last, after, parts);
  } else if (parent instanceof Map) parent.delete(last);
  else if (current !== undefined) put(parent, last, NULL, parts);
}

const NULL = getField(encodeDoc({ a: null }), 'a')!;

function rename(root: Doc, step: Step, id: Val | undefined): void {
  const take = (parts: string[], what: string): { parent: Doc; value: Node | undefined } | undefined => {
    let parent: Node | undefined = root;
    for (let i = 0; i < parts.length; i++) {
      if (Array.isArray(parent))
        fail(
          'BadValue',
          `The ${what} field cannot be an array element, '${parts.join('.')}' in doc with _id: ${id ? show(id) : ''} has an array field called '${parts[i - 1]}'`,
        );
      if (!(parent instanceof Map)) return undefined;
      if (i === parts.length - 1) return { parent, value: parent.get(parts[i]!) };
      parent = child(parent, parts[i]!);
    }
    return undefined;
  };
  const from = take(step.parts, 'source');
  if (from?.value === undefined) return;
  take(step.renameTo!, 'destination');
  applyAt(root, step.renameTo!, { creates: true, apply: () => from.value }, id);
  from.parent.delete(step.parts.at(-1)!);
}

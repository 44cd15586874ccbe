import { docVal, entriesOf, isNumber, isTruthy, itemsOf, T, textOf, Val } from '../bson/raw';
import { type Doc, encodeDoc, type Node } from '../bson/write';
import { MongoError } from '../errors';
import { compileProjection } from '../query/projection';
import { open } from '../update/tree';
import { compileExpression, type Expression } from './expressions';

type Change = (doc: Buffer) => Buffer;

/** A specification as a tree: what is to be computed, and (in $project) what is kept. */
type Spec = Map<string, Spec | Expression | 'keep'>;

const isPlain = (val: Val): boolean => isNumber(val.type) || val.type === T.bool;

function addTo(spec: Spec, parts: string[], name: string, leaf: Expression | 'keep'): void {
  const [part, ...rest] = parts as [string, ...string[]];
  if (part === '' || part.startsWith('$'))
    throw new MongoError(
      part === '' ? 40353 : 16410,
      `FieldPath field names may not ${part === '' ? 'be empty' : "start with '$'"}: ${name}`,
    );
  const below = spec.get(part);
  if (rest.length === 0) {
    if (below)
      throw new MongoError(
        40176,
        `Invalid specification: specification contains two conflicting paths at ${name}`,
      );
    spec.set(part, leaf);
  } else {
    if (below && !(below instanceof Map))
      throw new MongoError(
        40176,
        `Invalid specification: specification contains two conflicting paths at ${name}`,
      );
    const inner: Spec = below ?? new Map();
    spec.set(part, inner);
    addTo(inner, rest, name, leaf);
  }
}

/** Fields that are objects without operators nest; everything else is computed. */
function collect(spec: Spec, prefix: string[], val: Val, keeping: boolean): void {
  for (const [name, item] of entriesOf(val)) {
    const parts = [...prefix, ...name.split('.')];
    const inner = item.type === T.object ? entriesOf(item) : undefined;
    if (inner?.length && !inner[0]![0].startsWith('$')) collect(spec, parts, item, keeping);
    else if (keeping && isPlain(item)) {
      if (!isTruthy(item))
        throw new MongoError(
          31254,
          `Cannot do exclusion on field ${parts.join('.')} in inclusion projection`,
        );
      addTo(spec, parts, parts.join('.'), 'keep');
    } else addTo(spec, parts, parts.join('.'), compileExpression(item));
  }
}

/** Applies a specification to a document or, item by item, to an array; what it doesn't name stays only if `keepRest`. */
function reshape(doc: Buffer, val: Node | undefined, spec: Spec, keepRest: boolean): Node {
  if (val instanceof Val && val.type === T.array)
    return (open(val) as Node[]).flatMap((item) => {
      const nested = item instanceof Val && (item.type === T.object || item.type === T.array);
      return nested || keepRest || computes(spec) ? [reshape(doc, item, spec, keepRest)] : [];
    });
  const fields: Doc = val instanceof Val && val.type === T.object ? (open(val) as Doc) : new Map();
  const out: Doc = new Map();
  for (const [name, value] of fields) {
    const below = spec.get(name);
    if (below === undefined ? keepRest : below === 'keep') out.set(name, value);
    else if (below instanceof Map) {
      const container = (value as Val).type === T.object || (value as Val).type === T.array;
      if (container || keepRest || computes(below)) out.set(name, reshape(doc, value, below, keepRest));
    } else if (typeof below === 'function' && keepRest) {
      const computed = below(doc);
      if (computed) out.set(name, computed);
    }
  }
  for (const [name, below] of spec) {
    if (below === 'keep' || (below instanceof Map && (fields.has(name) || !computes(below)))) continue;
    if (below instanceof Map) out.set(name, reshape(doc, undefined, below, keepRest));
    else if (!(keepRest && fields.has(name))) {
      const computed = below(doc);
      if (computed) out.set(name, computed);
    }
  }
  return out;
}

const computes = (spec: Spec): boolean =>
  [...spec.values()].some((below) => (below instanceof Map ? computes(below) : below !== 'keep'));

/** $addFields and $set. */
export function compileAddFields(stage: string, val: Val): Change {
  if (val.type !== T.object || entriesOf(val).length === 0)
    throw new MongoError(
      40177,
      `Invalid ${stage} :: caused by :: specification must have at least one field`,
    );
  const spec: Spec = new Map();
  collect(spec, [], val, false);
  return (doc) => encodeDoc(reshape(doc, docVal(doc), spec, true) as Doc);
}

/** $project: inclusions with computed fields, or exclusions. */
export function compileProject(val: Val): Change {
  const entries = val.type === T.object ? entriesOf(val) : [];
  if (entries.length === 0)
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const rest = entries.filter(([name]) => name !== '_id');
  const excluding =
    rest.length > 0
      ? isPlain(rest[0]![1]) && !isTruthy(rest[0]![1])
      : isPlain(entries[0]![1]) && !isTruthy(entries[0]![1]);
  if (excluding) return compileProjection(val)!;
  const spec: Spec = new Map();
  const id = entries.find(([name]) => name === '_id')?.[1];
  if (!id || (isPlain(id) && isTruthy(id))) spec.set('_id', 'keep');
  else if (!isPlain(id)) spec.set('_id', compileExpression(id));
  const own = encodeDoc(new Map<string, Node>(rest));
  collect(spec, [], docVal(own), true);
  return (doc) => encodeDoc(reshape(doc, docVal(doc), spec, false) as Doc);
}

export function compileUnset(val: Val): Change {
  const names = val.type === T.array ? itemsOf(val) : [val];
  if (names.length === 0 || names.some((name) => name.type !== T.string))
    throw new MongoError(
      31002,
      '$unset specification must be a string or an array containing only string values',
    );
  const spec = encodeDoc(new Map(names.map((name) => [textOf(name), false])));
  return compileProjection(docVal(spec))!;
}

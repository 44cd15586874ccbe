import {
  bytesOfName,
  docVal,
  entriesOf,
  fieldOf,
  isNumber,
  itemsOf,
  numberOf,
  T,
  textOf,
  typeName,
  type Val,
} from '../bson/raw';
import { type Doc, encodeDoc } from '../bson/write';
import { MongoError } from '../errors';
import { compileFilter, matches } from '../query/matcher';
import type { KeyPattern } from '../query/path';
import { sortKey, sortPattern } from '../query/sort';
import { compileExpression } from './expressions';
import { compileGroup } from './group';
import { compileAddFields, compileProject, compileUnset } from './reshape';

/** One step of a pipeline. Documents are pushed in; false says that it needs no more. */
export interface Stage {
  push(doc: Buffer, emit: (doc: Buffer) => boolean): boolean;
  /** What a stage that has to see everything first hands on at the end. */
  finish?(): Iterable<Buffer>;
  /** What is in the documents doesn't matter: it only lets some pass, or counts them. */
  blind?: 'passes' | 'counts';
  /** Of a $limit. */
  limit?: number;
  /** Of a sort: that no more than this many are asked for. */
  bound?(count: number): void;
}

function integer(stage: string, code: number, val: Val, least: number): number {
  const value = isNumber(val.type) ? numberOf(val) : Number.NaN;
  if (!Number.isInteger(value) || value < least)
    throw new MongoError(
      code,
      `invalid argument to ${stage} stage: expected ${least ? 'a positive' : 'a non-negative'} integer`,
    );
  return value;
}

/** Memory that sorting, and the result of a pipeline, may take before MongoDB's error. */
const SORT_BYTES = 100 * 1024 * 1024;
const RESULT_BYTES = 512 * 1024 * 1024;

const tooMuch = (what: string, bytes: number): MongoError =>
  new MongoError(
    'QueryExceededMemoryLimitNoDiskUseAllowed',
    `${what} exceeded memory limit of ${bytes} bytes, but did not opt in to external sorting.`,
  );

/** Sorts documents in memory; with a limit it keeps little more than that many. */
export class Sorter {
  private rows: [Buffer, Buffer][] = [];
  private bytes = 0;

  constructor(
    private readonly pattern: KeyPattern,
    private readonly limit = Number.POSITIVE_INFINITY,
  ) {}

  add(doc: Buffer): void {
    this.rows.push([sortKey(doc, this.pattern), doc]);
    this.bytes += doc.length;
    if (this.rows.length > 2 * this.limit + 1000) this.cut();
    if (this.bytes > SORT_BYTES) throw tooMuch('Sort', SORT_BYTES);
  }

  private cut(): void {
    this.rows.sort(([a], [b]) => a.compare(b));
    if (this.rows.length > this.limit) this.rows.length = this.limit;
    this.bytes = this.rows.reduce((sum, [, doc]) => sum + doc.length, 0);
  }

  sorted(): Buffer[] {
    this.cut();
    return this.rows.map(([, doc]) => doc);
  }
}

function sortStage(val: Val): Stage {
  if (val.type !== T.object) throw new MongoError(15973, 'the $sort key specification must be an object');
  const pattern = sortPattern(val);
  if (pattern.paths.length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  let sorter = new Sorter(pattern);
  return {
    bound(count) {
      sorter = new Sorter(pattern, count);
    },
    push(doc) {
      sorter.add(doc);
      return true;
    },
    finish: () => sorter.sorted(),
  };
}

function countStage(val: Val): Stage {
  const name = val.type === T.string ? textOf(val) : '';
  if (val.type !== T.string) throw new MongoError(40156, 'the count field must be a non-empty string');
  if (name === '') throw new MongoError(40156, 'the count field must be a non-empty string');
  if (name.startsWith('$')) throw new MongoError(40158, 'the count field cannot be a $-prefixed path');
  if (name.includes('.')) throw new MongoError(40160, "the count field cannot contain '.'");
  let count = 0;
  return {
    blind: 'counts',
    push() {
      count++;
      return true;
    },
    *finish() {
      if (count > 0) yield encodeDoc({ [name]: count });
    },
  };
}

function unwindStage(val: Val): Stage {
  const fields = val.type === T.object ? new Map(entriesOf(val)) : undefined;
  for (const name of fields?.keys() ?? [])
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(name))
      throw new MongoError(28811, `unrecognized option to $unwind stage: ${name}`);
  if (fields?.has('includeArrayIndex'))
    throw new MongoError(
      'NotImplemented',
      '$unwind with includeArrayIndex is not supported by the embedded server',
    );
  const path = fields ? fields.get('path') : val;
  if (path?.type !== T.string)
    throw new MongoError(
      28808,
      `expected a string as the path for $unwind stage, got ${path ? typeName(path.type) : 'missing'}`,
    );
  if (!textOf(path).startsWith('$'))
    throw new MongoError(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${textOf(path)}`,
    );
  const keep = fields?.get('preserveNullAndEmptyArrays');
  const preserve = keep !== undefined && numberOf(keep) === 1;
  const parts = textOf(path).slice(1).split('.');
  const names = parts.map(bytesOfName);
  return {
    push(doc, emit) {
      let at: Val | undefined = docVal(doc);
      for (const name of names) at = at?.type === T.object ? fieldOf(at.buf, at.start, name) : undefined;
      if (at && at.type !== T.array && at.type !== T.null) return emit(doc);
      const items = at?.type === T.array ? itemsOf(at) : [];
      if (items.length === 0)
        return preserve ? emit(at?.type === T.array ? withValue(doc, parts, undefined) : doc) : true;
      return items.every((item) => emit(withValue(doc, parts, item)));
    },
  };
}

/** The document with the value at a path of objects replaced or taken out. */
function withValue(doc: Buffer, parts: string[], value: Val | undefined): Buffer {
  const change = (val: Val, i: number): Doc => {
    const fields: Doc = new Map(entriesOf(val));
    const name = parts[i]!;
    if (i < parts.length - 1) fields.set(name, change(fields.get(name) as Val, i + 1));
    else if (value) fields.set(name, value);
    else fields.delete(name);
    return fields;
  };
  return encodeDoc(change(docVal(doc), 0));
}

function replaceRoot(val: Val): Stage {
  const fields = val.type === T.object ? new Map(entriesOf(val)) : new Map<string, Val>();
  for (const name of fields.keys())
    if (name !== 'newRoot')
      throw new MongoError(40415, `BSON field '$replaceRoot.${name}' is an unknown field.`);
  const spec = fields.get('newRoot');
  if (!spec) throw new MongoError(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  const expression = compileExpression(spec);
  return {
    push(doc, emit) {
      const root = expression(doc);
      if (root?.type !== T.object)
        throw new MongoError(
          40228,
          `'newRoot' expression must evaluate to an object, but resulting value was: ${root ? typeName(root.type) : 'MISSING'}`,
        );
      return emit(Buffer.from(root.bytes()));
    },
  };
}

const map = (change: (doc: Buffer) => Buffer): Stage => ({ push: (doc, emit) => emit(change(doc)) });

function limitStage(val: Val): Stage {
  const limit = integer('$limit', 15958, val, 1);
  let left = limit;
  return {
    blind: 'passes',
    limit,
    push(doc, emit) {
      if (left <= 0) return false;
      left--;
      return emit(doc) && left > 0;
    },
  };
}

function skipStage(val: Val): Stage {
  let left = integer('$skip', 15956, val, 0);
  return { blind: 'passes', push: (doc, emit) => (left-- > 0 ? true : emit(doc)) };
}

const STAGES: Record<string, (val: Val) => Stage> = {
  $match: (val) => {
    if (val.type !== T.object)
      throw new MongoError(15959, 'the match filter must be an expression in an object');
    const conditions = compileFilter(val);
    return { push: (doc, emit) => (matches(conditions, doc) ? emit(doc) : true) };
  },
  $group: compileGroup,
  $sort: sortStage,
  $limit: limitStage,
  $skip: skipStage,
  $count: countStage,
  $unwind: unwindStage,
  $replaceRoot: replaceRoot,
  $project: (val) => map(compileProject(val)),
  $addFields: (val) => map(compileAddFields('$addFields', val)),
  $set: (val) => map(compileAddFields('$set', val)),
  $unset: (val) => map(compileUnset(val)),
};

/** One stage by name. Throws 40324 for one that is not on the list. */
export function compileStage(spec: Val): { name: string; arg: Val; stage: Stage } {
  const entries = spec.type === T.object ? entriesOf(spec) : [];
  if (entries.length !== 1)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  const [name, arg] = entries[0]!;
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (!compile) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  return { name, arg, stage: compile(arg) };
}

/** Runs documents through stages and collects what comes out. */
export class Pipeline {
  readonly out: Buffer[] = [];
  /** Only the number of documents matters, not what is in them. */
  readonly blind: boolean;
  private bytes = 0;
  private readonly feeds: ((doc: Buffer) => boolean)[];

  constructor(private readonly stages: Stage[]) {
    this.blind = stages.find(({ blind }) => blind !== 'passes')?.blind === 'counts';
    for (const [i, stage] of stages.entries()) {
      const limit = stages[i + 1]?.limit;
      if (limit) stage.bound?.(limit);
    }
    const last = (doc: Buffer): boolean => {
      this.out.push(doc);
      this.bytes += doc.length;
      if (this.bytes > RESULT_BYTES) throw tooMuch('Aggregation', RESULT_BYTES);
      return true;
    };
    this.feeds = [last];
    for (const stage of [...stages].reverse()) {
      const next = this.feeds[0]!;
      this.feeds.unshift((doc) => stage.push(doc, next));
    }
  }

  /** False once no more documents are needed. */
  push(doc: Buffer): boolean {
    return this.feeds[0]!(doc);
  }

  /** Hands on what the stages held back; yields now and then for others to get their turn. */
  *finish(): Generator<void> {
    for (const [i, stage] of this.stages.entries()) {
      for (const doc of stage.finish?.() ?? []) {
        if (!this.feeds[i + 1]!(doc)) break;
        yield;
      }
    }
  }
}

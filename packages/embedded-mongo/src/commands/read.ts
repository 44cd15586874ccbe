import { compileStage, Pipeline } from '../aggregate/pipeline';
import { encodeKeyText } from '../bson/key';
import { entriesOf, getField, isNumber, itemsOf, numberOf, T, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { MongoError } from '../errors';
import {
  breathe,
  countInIndex,
  count as countMatches,
  eachMatch,
  find as findMatches,
  planQuery,
  type Query,
} from '../query/find';
import { type Condition, compileFilter } from '../query/matcher';
import { parsePath, visit } from '../query/path';
import { compileProjection } from '../query/projection';
import { sortPattern } from '../query/sort';
import { ListStream } from '../server/cursors';
import { Slice } from '../store/turns';
import type { Command, Handler } from './command';

/** The query that the arguments of a command describe. */
export function queryOf(command: Command, filter: string): Query {
  const sort = command.doc('sort');
  const hint = command.args.get('hint');
  return {
    conditions: compileFilter(command.doc(filter)),
    deadline: command.deadline,
    ...(sort && entriesOf(sort).length > 0 && { sort: sortPattern(sort) }),
    ...(hint && { hint }),
  };
}

export const find: Handler = async (command) => {
  const { engine, ns } = command;
  command.refuse('tailable', 'awaitData', 'collation', 'let', 'min', 'max', 'returnKey', 'showRecordId');
  const limit = command.int('limit', 0);
  const projection = compileProjection(command.doc('projection'));
  const query: Query = {
    ...queryOf(command, 'filter'),
    skip: command.int('skip', 0) ?? 0,
    ...(limit && { limit }),
    ...(projection && { projection }),
  };
  const stream = await findMatches(engine, engine.catalog.find(ns), query);
  return engine.cursors.first(ns, stream, command.int('batchSize', 0), command.flag('singleBatch'));
};

export const getMore: Handler = (command) => {
  const collection = command.text('collection');
  if (collection === undefined)
    throw new MongoError(40414, "BSON field 'getMore.collection' is missing but a required field");
  return command.engine.cursors.more(
    command.long('getMore')!,
    `${command.db}.${collection}`,
    command.int('batchSize', 0),
  );
};

export const killCursors: Handler = (command) => {
  const ids = command.args.get('cursors');
  if (ids?.type !== T.array)
    throw new MongoError(40414, "BSON field 'killCursors.cursors' is missing but a required field");
  return command.engine.cursors.kill(
    itemsOf(ids).map((id) => (id.type === T.long ? id.buf.readBigInt64LE(id.start) : BigInt(numberOf(id)))),
  );
};

export const count: Handler = async (command) => {
  command.refuse('collation');
  const { engine, ns } = command;
  const limit = command.args.get('limit');
  const query: Query = {
    ...queryOf(command, 'query'),
    skip: command.int('skip', 0) ?? 0,
    // A negative limit counts like a positive one.
    ...(limit && { limit: Math.abs(isNumber(limit.type) ? numberOf(limit) : 0) }),
  };
  return { n: await countMatches(engine, engine.catalog.find(ns), query), ok: 1 };
};

export const distinct: Handler = async (command) => {
  command.refuse('collation');
  const { engine, ns } = command;
  const key = command.text('key');
  if (key === undefined)
    throw new MongoError(40414, "BSON field 'distinct.key' is missing but a required field");
  const path = parsePath(key);
  const query = queryOf(command, 'query');
  const info = engine.catalog.find(ns);
  const values = new Map<string, Val>();
  const add = (val: Val): void => {
    const name = encodeKeyText(val);
    if (!values.has(name)) values.set(name, val);
  };
  if (info)
    await eachMatch(engine, info, planQuery(info, query), query, (doc) => {
      visit(doc, 0, path, 0, true, (val) => {
        if (val?.type === T.array) itemsOf(val).forEach(add);
        else if (val) add(val);
        return false;
      });
      return true;
    });
  return { values: [...values.values()], ok: 1 };
};

/** What of a pipeline the query planner can do: leading $match stages, and a $sort right after them. */
function leadingQuery(stages: { name: string; arg: Val }[]): {
  conditions: Condition[];
  sort?: Val;
  used: number;
} {
  let used = 0;
  const conditions: Condition[] = [];
  while (stages[used]?.name === '$match') conditions.push(...compileFilter(stages[used++]!.arg));
  return stages[used]?.name === '$sort'
    ? { conditions, used, sort: stages[used]!.arg }
    : { conditions, used };
}

export interface Aggregation {
  query: Query;
  pipeline: Pipeline;
}

/** Compiles an aggregate command: what the planner finds, and the stages that follow. */
export function compileAggregate(command: Command, sorts: (query: Query) => boolean): Aggregation {
  const stages = command.list('pipeline').map(compileStage);
  const { conditions, sort, used } = leadingQuery(stages);
  const hint = command.args.get('hint');
  const query: Query = { conditions, deadline: command.deadline, ...(hint && { hint }) };
  // Where an index has the order already, the sorting stage has nothing left to do.
  const ordered: Query = sort ? { ...query, sort: sortPattern(sort) } : query;
  const byIndex = sort !== undefined && sorts(ordered);
  const rest = stages.slice(used + (byIndex ? 1 : 0)).map(({ stage }) => stage);
  return { query: byIndex ? ordered : query, pipeline: new Pipeline(rest) };
}

const NOTHING = encodeDoc({});

export const aggregate: Handler = async (command) => {
  command.refuse('collation', 'let', 'explain');
  const { engine, ns } = command;
  const cursor = command.doc('cursor');
  if (!cursor)
    throw new MongoError(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const batchSize = getField(Buffer.from(cursor.bytes()), 'batchSize');
  const info = engine.catalog.find(ns);
  const { query, pipeline } = compileAggregate(
    command,
    (ordered) => info !== undefined && planQuery(info, ordered).sorted,
  );
  if (info) {
    const choice = planQuery(info, query);
    const total = pipeline.blind ? countInIndex(engine, choice) : undefined;
    if (total === undefined) await eachMatch(engine, info, choice, query, (doc) => pipeline.push(doc));
    else for (let i = 0; i < total && pipeline.push(NOTHING); i++);
  }
  const slice = new Slice();
  for (const _ of pipeline.finish()) if (slice.isOver()) await breathe(slice, query.deadline);
  return engine.cursors.first(ns, new ListStream(pipeline.out), batchSize && numberOf(batchSize), false);
};

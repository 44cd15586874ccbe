import { compileStage, Pipeline } from '../aggregate/pipeline';
import { encodeKeyText } from '../bson/key';
import { entriesOf, itemsOf, numberOf, T, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { ListStream } from '../engine/cursors';
import { fail } from '../errors';
import {
  countInIndex,
  count as countMatches,
  eachMatch,
  entriesToSort,
  find as findMatches,
  planQuery,
  type Query,
} from '../plan/find';
import { type Condition, compileFilter } from '../query/matcher';
import { parsePath, visit } from '../query/path';
import { compileProjection } from '../query/projection';
import { sortPattern } from '../query/sort';
import { Slice } from '../store/turns';
import { Command, type Handler } from './command';

function queryOf(command: Command, filter: string): Query {
  const sort = command.doc('sort');
  const limit = command.int('limit', 0);
  const hint = command.doc('hint');
  return {
    conditions: compileFilter(command.doc(filter)),
    skip: command.int('skip', 0) ?? 0,
    ...(limit && { limit }),
    ...(sort && entriesOf(sort).length > 0 && { sort: sortPattern(sort) }),
    ...(hint && entriesOf(hint).length > 0 && { hint: sortPattern(hint) }),
  };
}

export const find: Handler = async (command) => {
  const { engine, ns } = command;
  const projection = compileProjection(command.doc('projection'));
  const query = { ...queryOf(command, 'filter'), ...(projection && { projection }) };
  const stream = await findMatches(engine, engine.catalog.find(ns), query);
  return engine.cursors.first(ns, stream, command.int('batchSize', 0), command.flag('singleBatch'));
};

export const getMore: Handler = (command) => {
  const collection = command.text('collection');
  if (collection === undefined)
    fail(40414, "BSON field 'getMore.collection' is missing but a required field");
  return command.engine.cursors.more(
    command.long('getMore')!,
    `${command.db}.${collection}`,
    command.int('batchSize', 0),
  );
};

export const killCursors: Handler = (command) => {
  const ids = command.args.get('cursors');
  if (ids?.type !== T.array) fail(40414, "BSON field 'killCursors.cursors' is missing but a required field");
  return command.engine.cursors.kill(
    itemsOf(ids).map((id) => (id.type === T.long ? id.buf.readBigInt64LE(id.start) : BigInt(numberOf(id)))),
  );
};

export const count: Handler = async (command) => {
  const { engine, ns } = command;
  return { n: await countMatches(engine, engine.catalog.find(ns), queryOf(command, 'query')), ok: 1 };
};

export const distinct: Handler = async (command) => {
  const { engine, ns } = command;
  const key = command.text('key');
  if (key === undefined) fail(40414, "BSON field 'distinct.key' is missing but a required field");
  const path = parsePath(key);
  const query = queryOf(command, 'query');
  const info = engine.catalog.find(ns);
  const values = new Map<string, Val>();
  const add = (val: Val): void => {
    const name = encodeKeyText(val);
    if (!values.has(name)) values.set(name, val);
  };
  if (info)
    await eachMatch(engine, info, planQuery(info, query), query.conditions, (doc) => {
      visit(doc, 0, path, 0, true, (val) => {
        if (val?.type === T.array) itemsOf(val).forEach(add);
        else if (val) add(val);
        return false;
      });
      return true;
    });
  return { values: [...values.values()], ok: 1 };
};

/**
 * Compiles an aggregate command: what the planner finds (leading $match stages, and a $sort right after them if an index
 * has that order), and the stages that follow.
 */
function compileAggregate(command: Command): { query: Query; pipeline: Pipeline } {
  const stages = command.list('pipeline').map(compileStage);
  const info = command.engine.catalog.find(command.ns);
  const conditions: Condition[] = [];
  let used = 0;
  while (stages[used]?.name === '$match') conditions.push(...compileFilter(stages[used++]!.arg));
  let query: Query = { conditions };
  if (info && stages[used]?.name === '$sort') {
    const ordered = { conditions, sort: sortPattern(stages[used]!.arg) };
    if (planQuery(info, ordered).sorted) {
      query = ordered;
      used++;
    }
  }
  return { query, pipeline: new Pipeline(stages.slice(used).map(({ stage }) => stage)) };
}

const NOTHING = encodeDoc({});

export const aggregate: Handler = async (command) => {
  const { engine, ns } = command;
  const cursor = command.doc('cursor');
  if (!cursor)
    fail('FailedToParse', "The 'cursor' option is required, except for aggregate with the explain argument");
  const info = engine.catalog.find(ns);
  const { query, pipeline } = compileAggregate(command);
  if (info) {
    const choice = planQuery(info, query);
    const total = pipeline.blind ? countInIndex(engine, choice) : undefined;
    if (total === undefined)
      await eachMatch(
        engine,
        info,
        choice,
        query.conditions,
        (doc) => pipeline.push(doc),
        pipeline.transient,
      );
    else for (let i = 0; i < total; i++) pipeline.push(NOTHING);
  }
  const slice = new Slice();
  for (const _ of pipeline.finish()) if (slice.isOver()) await slice.pause();
  return engine.cursors.first(ns, new ListStream(pipeline.out), command.batchSize, false);
};

interface Stage {
  stage: string;
  indexName?: string;
  direction?: 'forward' | 'backward';
  inputStage?: Stage;
}

/** The filter's argument of the commands that can be explained. */
const FILTERS: Record<string, string> = { find: 'filter', count: 'query' };

/** How a find or count would be answered, as MongoDB's queryPlanner shows it: nothing is run. */
export const explain: Handler = ({ engine, db, args }) => {
  const body = args.get('explain');
  if (body?.type !== T.object) return fail('FailedToParse', 'explain takes a command');
  const explained = new Command(engine, db, body);
  const filter = FILTERS[explained.name];
  if (!filter) return fail('CommandNotFound', `the embedded server does not explain '${explained.name}'`);
  return { queryPlanner: { winningPlan: stageOf(explained, filter) }, ok: 1 };
};

function stageOf(command: Command, filter: string): Stage {
  const { engine, ns } = command;
  const info = engine.catalog.find(ns);
  if (!info) return { stage: 'EOF' };
  const query = queryOf(command, filter);
  const plan = planQuery(info, query);
  const direction = plan.reverse ? 'backward' : 'forward';
  const walked: Stage =
    plan.full && plan.index.tree === info.tree
      ? { stage: 'COLLSCAN', direction }
      : { stage: 'IXSCAN', indexName: plan.index.name, direction };
  if (command.name === 'count') {
    const counted = countInIndex(engine, plan) !== undefined;
    return { stage: 'COUNT', inputStage: counted ? { ...walked, stage: 'COUNT_SCAN' } : fetched(walked) };
  }
  if (plan.sorted) return fetched(walked);
  if (entriesToSort(info, plan, query)) return fetched({ stage: 'SORT', inputStage: walked });
  return { stage: 'SORT', inputStage: fetched(walked) };
}

const fetched = (walked: Stage): Stage =>
  walked.stage === 'COLLSCAN' ? walked : { stage: 'FETCH', inputStage: walked };

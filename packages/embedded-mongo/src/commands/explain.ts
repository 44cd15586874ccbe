import { getField } from '../bson/raw';
import { fail } from '../errors';
import { planQuery, type Query } from '../query/find';
import type { KeyPattern } from '../query/path';
import type { Plan } from '../query/planner';
import { Command, type Handler } from './command';
import { VERSION } from './handshake';
import { compileAggregate, queryOf } from './read';

const patternOf = ({ paths, descending }: KeyPattern): object =>
  Object.fromEntries(paths.map(({ text }, i) => [text, descending[i] ? -1 : 1]));

function stageOf({ index, full, reverse, sorted, ranges, exact }: Plan, query: Query): object {
  const direction = reverse ? 'backward' : 'forward';
  const walk =
    index.name === '_id_' && full && !(query.sort && sorted)
      ? { stage: 'COLLSCAN', direction }
      : {
          stage: 'FETCH',
          inputStage: {
            stage: 'IXSCAN',
            indexName: index.name,
            keyPattern: getField(index.spec, 'key'),
            isMultiKey: index.multikey,
            isUnique: index.unique,
            isSparse: index.sparse,
            isPartial: index.partial !== undefined,
            direction,
            ranges: ranges.length,
            exact,
          },
        };
  return sorted ? walk : { stage: 'SORT', sortPattern: patternOf(query.sort!), inputStage: walk };
}

/** The query behind a command that is to be explained. */
function inner(command: Command): Query {
  if (command.name === 'find') return queryOf(command, 'filter');
  if (command.name === 'count') return queryOf(command, 'query');
  if (command.name === 'aggregate') return compileAggregate(command).query;
  fail('CommandNotFound', `Explain failed due to unknown command: ${command.name}`);
}

/** Tells the plan; it runs nothing, whatever the verbosity. */
export const explain: Handler = (outer) => {
  const { engine, db } = outer;
  const body = outer.doc('explain')!;
  const command = new Command(engine, db, body);
  const { ns } = command;
  const info = engine.catalog.find(ns);
  const query = inner(command);
  const choice = info && planQuery(info, query);
  const winningPlan = choice ? stageOf(choice, query) : { stage: 'EOF' };
  return {
    explainVersion: '1',
    queryPlanner: { namespace: ns, indexFilterSet: false, winningPlan, rejectedPlans: [] },
    serverInfo: { host: '127.0.0.1', port: engine.port, version: VERSION },
    ok: 1,
  };
};

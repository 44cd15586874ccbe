import { T } from '../bson/raw';
import { fail } from '../errors';
import { countInIndex, entriesToSort, planQuery } from '../plan/find';
import { Command, type Handler } from './command';
import { queryOf } from './read';

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

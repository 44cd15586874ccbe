import { appendFileSync } from 'node:fs';
import mongoose from 'mongoose';

interface Find {
  find: string;
  filter: Record<string, unknown>;
  sort?: Record<string, unknown>;
  limit?: number;
  /** The index that the product names. */
  hint?: unknown;
}

/** A file to which tests add how the database answers each of their queries; see scripts/lib/check-mongo. */
const FILE = process.env.QUERY_PLANS_FILE;

/** Whether queries are recorded: the connection must have its commands watched then. */
export const recordsPlans = FILE !== undefined;

/** By shape: names and operators, whatever the values are. */
const asked = new Map<string, Find>();
const explained = new Set<string>();

/** Notes each kind of query of the connection from now on. */
export function watchQueries(): void {
  mongoose.connection.getClient().on('commandStarted', ({ command }) => {
    for (const query of queriesOf(command)) {
      const shape = JSON.stringify(query, (name, value) => (isOperand(name, value) ? typeof value : value));
      if (!explained.has(shape)) asked.set(shape, query);
    }
  });
}

const isOperand = (name: string, value: unknown) =>
  name === 'limit' || !(value && typeof value === 'object') || name === '$in' || value instanceof Date;

/** Has the noted queries explained while their collections and indexes are there. */
export async function explainQueries(): Promise<void> {
  const queries = [...asked];
  asked.clear();
  for (const [shape, query] of queries) {
    explained.add(shape);
    const { queryPlanner } = await mongoose.connection.db!.command({
      explain: query,
      verbosity: 'queryPlanner',
    });
    appendFileSync(FILE!, `${JSON.stringify({ shape, query, plan: queryPlanner.winningPlan })}\n`);
  }
}

/** What a command looks for, as finds: updates and deletes find their documents by the same plans. */
function queriesOf(command: Record<string, unknown> & { pipeline?: Record<string, never>[] }): Find[] {
  const [name = '', collection] = Object.entries(command)[0] ?? [];
  const find = String(collection);
  const query = (filter: unknown, sort?: unknown, limit?: unknown, hint?: unknown): Find[] => [
    {
      find,
      filter: (filter ?? {}) as Find['filter'],
      // The driver keeps the order of a sort in a Map.
      ...(sort !== undefined && {
        sort: Object.fromEntries(sort instanceof Map ? sort : Object.entries(sort as object)),
      }),
      ...(typeof limit === 'number' && { limit }),
      ...(hint !== undefined && { hint }),
    },
  ];
  if (name === 'find') return query(command.filter, command.sort, command.limit, command.hint);
  if (name === 'count' || name === 'distinct') return query(command.query);
  if (name === 'findAndModify') return query(command.query, command.sort, 1);
  if (name === 'update' || name === 'delete')
    return ((command[`${name}s`] ?? []) as { q: object }[]).flatMap(({ q }) => query(q));
  if (name !== 'aggregate') return [];
  const [first = {}, second = {}] = command.pipeline ?? [];
  return query(first.$match, first.$match ? second.$sort : first.$sort);
}

import type { AccountKind, AccountSort } from '@partnerdesk/contracts';
import { ACCOUNT_KIND_INFO, type AccountDocuments } from './account-kinds';
import type { SearchPlan, SearchStream } from './search-plan';

const HIDDEN = { _id: 0, passwordHash: 0 } as const;
/** Records fetched at a time where all are read. */
const BATCH = 1000;

/** The stored field that a column is sorted by. */
export function sortFieldOf(kind: AccountKind, column: AccountSort): string {
  const { idField, nameOrder } = ACCOUNT_KIND_INFO[kind];
  if (column === 'id') return idField;
  if (column === 'name') return nameOrder;
  return column === 'email' ? 'emailKey' : column;
}

/** A whole collection of so many is counted at most once in so many ms: each count of it walks a whole index. */
const MANY = 50_000;
const RECOUNT_MS = 10_000;
const everybody = new Map<AccountKind, { total: number; countedAt: number }>();

/** How many rows a stream has, from index entries alone. */
export async function countStream(kind: AccountKind, stream: SearchStream): Promise<number> {
  const { count, minus } = stream;
  const known = stream.everybody ? everybody.get(kind) : undefined;
  if (known && known.total >= MANY && Date.now() - known.countedAt < RECOUNT_MS) return known.total;
  const [all, twice] = await Promise.all([countRange(kind, count), minus ? countRange(kind, minus) : 0]);
  if (stream.everybody) everybody.set(kind, { total: all, countedAt: Date.now() });
  return all - twice;
}

/** The count command; countDocuments would read the records. */
async function countRange(kind: AccountKind, query: Record<string, unknown>): Promise<number> {
  const { db, collection } = ACCOUNT_KIND_INFO[kind].model;
  if (!db.db) throw new Error('database: not connected');
  return (await db.db.command({ count: collection.name, query })).n;
}

/** A part of a stream. */
export function readStream<Kind extends AccountKind>(
  kind: Kind,
  stream: SearchStream,
  skip: number,
  limit: number,
): Promise<AccountDocuments[Kind][]> {
  return queryOf(kind, stream).skip(skip).limit(limit).lean<AccountDocuments[Kind][]>().exec();
}

/** A whole stream, however long, a batch in memory at a time. */
export function walkStream<Kind extends AccountKind>(
  kind: Kind,
  stream: SearchStream,
): AsyncIterable<AccountDocuments[Kind]> {
  return queryOf(kind, stream).lean().cursor({ batchSize: BATCH }) as AsyncIterable<AccountDocuments[Kind]>;
}

function queryOf(kind: AccountKind, { filter, order, descending }: SearchStream) {
  return ACCOUNT_KIND_INFO[kind].model.find(filter, HIDDEN).sort({ [order]: descending ? -1 : 1 });
}

/** Ids of all rows of a small result, sorted; equal ones by id. */
export async function readSortedIds(
  kind: AccountKind,
  { streams }: SearchPlan,
  column: AccountSort,
  descending: boolean,
): Promise<number[]> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const field = sortFieldOf(kind, column);
  const fields = { _id: 0, [idField]: 1, [field]: 1 };
  const parts = await Promise.all(
    streams.map(({ filter }) => model.find(filter, fields).lean<Record<string, string | number>[]>().exec()),
  );
  const direction = descending ? -1 : 1;
  return parts
    .flat()
    .map((row) => ({ id: Number(row[idField]), value: row[field] ?? '' }))
    .sort((a, b) => compare(a.value, b.value) * direction || a.id - b.id)
    .map(({ id }) => id);
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Rows by id, in the order of the ids. */
export async function readByIds<Kind extends AccountKind>(
  kind: Kind,
  ids: readonly number[],
): Promise<AccountDocuments[Kind][]> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const rows = await model
    .find({ [idField]: { $in: ids } }, HIDDEN)
    .lean<Record<string, unknown>[]>()
    .exec();
  const byId = new Map(rows.map((row) => [row[idField], row]));
  return ids.flatMap((id) => (byId.get(id) as AccountDocuments[Kind] | undefined) ?? []);
}

/** As readByIds, a batch in memory at a time. */
export async function* walkByIds<Kind extends AccountKind>(
  kind: Kind,
  ids: readonly number[],
): AsyncGenerator<AccountDocuments[Kind]> {
  for (let start = 0; start < ids.length; start += BATCH)
    yield* await readByIds(kind, ids.slice(start, start + BATCH));
}

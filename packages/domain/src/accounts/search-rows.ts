/* One way of a page of a search: which index it walks, from which row on, and how much of it is read. */
import {
  type AccountKind,
  type AccountSort,
  isPerformanceSort,
  type PerformancePeriod,
} from '@partnerdesk/contracts';
import { ACCOUNT_KIND_INFO, type AccountDocuments } from './account-kinds';
import { lowestOf, performanceFieldOf, QUIET, QUIET_ENTRIES } from './performance';
import { entryIndex } from './search-key';

export type Filter = Record<string, unknown>;

/** Rows in the order of an index: of the field, equal ones by id. */
export interface Walk {
  filter: Filter;
  field: string;
  descending: boolean;
  /** Key of an index that shows filter and order; of a page, since whole records are never sorted. */
  entries?: Record<string, 1> | undefined;
}

/** Rows that the field's index holds side by side. */
export interface SearchStream extends Walk {
  /** The number of rows is what these find, without what `minus` finds; each is one range of one index. */
  count: Filter;
  minus?: Filter;
}

/** Whether the stream is a range of its field's index, which counts it then; else the database chooses an index. */
export const isRange = ({ field, filter }: Walk): boolean => field in filter;

/** The field by which a search counts somebody once whose first and last name it finds: see planSearch. */
export const SHARED = 'sharedNameKey';

const HIDDEN = { _id: 0, passwordHash: 0 } as const;
export const BATCH = 1000;

/** Where a row stands: which walk finds it, and what it is sorted by; null: figures that are not computed yet, which come first. */
export type RowKey = { walk: number; value: string | number | null; id: number };

interface WalkPart {
  /** Behind this row, in the direction of reading. */
  from?: RowKey | undefined;
  /** Against the order of the walk. */
  backward: boolean;
  skip: number;
  limit: number;
}

/** What a result is sorted by; a period for figures of performance. */
export type AccountOrder = { column: AccountSort; descending: boolean; period?: PerformancePeriod };

/** The stored field of a sort; with a point, where it is part of another one. */
export function sortFieldOf(kind: AccountKind, { column, period }: AccountOrder): string {
  const { idField, nameOrder } = ACCOUNT_KIND_INFO[kind];
  if (isPerformanceSort(column)) return performanceFieldOf(kind, column, period);
  if (column === 'id') return idField;
  if (column === 'name') return nameOrder;
  return column === 'email' ? 'emailKey' : column;
}

/** Sorts that have an index behind the status: no record is read that a filter by status leaves out. */
const BEHIND_STATUS = ['nameKey', 'surnameKey', SHARED, 'usernameKey', 'emailKey'];

function indexOf(kind: AccountKind, field: string, filter: Filter): Record<string, 1> {
  const { idField } = ACCOUNT_KIND_INFO[kind];
  const isBehind = 'status' in filter && [idField, ...BEHIND_STATUS].includes(field);
  return { ...(isBehind && { status: 1 }), [field]: 1, [idField]: 1 };
}

/** The index whose entries show all that these streams are sorted by the field with; undefined: there is none. */
export function entriesFor(
  kind: AccountKind,
  streams: readonly SearchStream[],
  field: string,
): Record<string, 1> | undefined {
  const { idField, nameOrder } = ACCOUNT_KIND_INFO[kind];
  const [stream] = streams;
  if (streams.length !== 1 || !stream) return undefined;
  const shows = (names: readonly string[]) =>
    Object.keys(stream.filter).every((name) => names.includes(name));
  if (QUIET in stream.filter) return shows([QUIET]) && field in QUIET_ENTRIES ? QUIET_ENTRIES : undefined;
  if (!isRange(stream) || stream.field === idField) return undefined;
  const text = stream.field;
  const order = text === 'emailKey' ? nameOrder : 'emailKey';
  if (!shows([text, order, idField, 'status']) || ![order, idField].includes(field)) return undefined;
  return entryIndex(text, order, idField);
}

/** A whole collection of so many is counted once in so many ms: each count walks a whole index. */
const MANY = 50_000;
const RECOUNT_MS = 10_000;
const everybody = new Map<AccountKind, { total: number; countedAt: number }>();

/** From index entries alone; records are read only for a filter on top of a text. */
export async function countStream(kind: AccountKind, stream: SearchStream): Promise<number> {
  const { count, minus, field, filter } = stream;
  const isEverybody = Object.keys(filter).length === 0;
  const known = isEverybody ? everybody.get(kind) : undefined;
  if (known && known.total >= MANY && Date.now() - known.countedAt < RECOUNT_MS) return known.total;
  const [all, twice] = await Promise.all([
    countRange(kind, count, isRange(stream) ? field : undefined),
    minus ? countRange(kind, minus, SHARED) : 0,
  ]);
  if (isEverybody) everybody.set(kind, { total: all, countedAt: Date.now() });
  return all - twice;
}

/** countDocuments would read the records. @param query not empty: the collection's own count is wrong after a crash */
async function countRange(kind: AccountKind, query: Filter, by: string | undefined): Promise<number> {
  const { db, collection } = ACCOUNT_KIND_INFO[kind].model;
  if (!db.db) throw new Error('database: not connected');
  const hint = by && { hint: indexOf(kind, by, query) };
  const readConcern = { level: 'majority' };
  return (await db.db.command({ count: collection.name, query, ...hint, readConcern })).n;
}

/** The records of a walk. */
export function inOrder(
  kind: AccountKind,
  { filter, field, descending, entries }: Walk,
  fields: Record<string, 0 | 1> = HIDDEN,
) {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const direction = descending ? -1 : 1;
  return model
    .find(filter, fields)
    .sort({ [field]: direction, [idField]: direction })
    .hint(entries ?? indexOf(kind, field, filter));
}

/**
 * Keys of the rows of walks, one walk after the other, in the direction of reading. A place is a value and an id, not a
 * number of rows: it holds whatever is added or removed before it.
 * @param counts rows of each walk, for skipping whole ones
 */
export async function readWalks(
  kind: AccountKind,
  walks: readonly Walk[],
  counts: readonly number[],
  { from, backward, skip, limit }: WalkPart,
): Promise<RowKey[]> {
  const keys: RowKey[] = [];
  const numbers = walks.map((_, walk) => walk);
  let toSkip = skip;
  for (const walk of backward ? numbers.reverse() : numbers) {
    const count = counts[walk] ?? 0;
    const isBehind = from !== undefined && (backward ? walk > from.walk : walk < from.walk);
    const isSkipped = from === undefined && toSkip >= count;
    if (isSkipped) toSkip -= count;
    if (isBehind || isSkipped) continue;
    const given = walks[walk] as Walk;
    const parts = from?.walk === walk ? partsBehind(kind, given, from, backward) : [given];
    for (const part of parts) {
      if (keys.length >= limit) return keys;
      const directed = { ...part, descending: given.descending !== backward };
      const found = await readKeys(kind, directed, count, toSkip, limit - keys.length);
      keys.push(...found.map((key) => ({ ...key, walk })));
      toSkip = 0;
    }
  }
  return keys;
}

/** Behind a row: first the rest of those with the same value, then those beyond it. */
function partsBehind(kind: AccountKind, walk: Walk, { value, id }: RowKey, backward: boolean): Walk[] {
  const { idField } = ACCOUNT_KIND_INFO[kind];
  const { filter, field, descending } = walk;
  const beyond = descending === backward ? '$gt' : '$lt';
  const also = (name: string, condition: Filter) => ({
    [name]: { ...(filter[name] as Filter | undefined), ...condition },
  });
  const behind = (condition: Filter) => ({ ...walk, filter: { ...filter, ...also(field, condition) } });
  if (field === idField) return [behind({ [beyond]: value })];
  // A comparison finds no row without a value: these come first.
  const isUp = beyond === '$gt';
  const further: Walk[] = [];
  if (value !== null) further.push(behind({ [beyond]: value }));
  else if (isUp) further.push(behind({ $gte: lowestOf(field) }));
  if (value !== null && !isUp && field.includes('.')) further.push(behind({ $eq: null }));
  const equal = { ...filter, ...also(field, { $eq: value }), ...also(idField, { [beyond]: id }) };
  // Few have the same text, and the order's own index has them side by side.
  const entries = QUIET in filter ? walk.entries : undefined;
  return [{ ...walk, filter: equal, entries }, ...further];
}

/** In a larger result a page may be near in its order: a walk is tried that passes by so many at most. */
const MANY_ENTRIES = 10_000;
const SHORT_WALK = 500;
/** A page further behind is walked to: that many entries would fill the memory that a database sorts in. */
const MOST_SKIPPED = 100_000;

async function readKeys(kind: AccountKind, walk: Walk, count: number, skip: number, limit: number) {
  const unsorted = { ...walk, entries: undefined };
  if (walk.entries === undefined || skip > MOST_SKIPPED) return readInOrder(kind, unsorted, skip, limit);
  const near = skip === 0 && count > MANY_ENTRIES ? await readNear(kind, walk, limit) : [];
  return near.length === limit ? near : readInOrder(kind, walk, skip, limit);
}

async function readNear(kind: AccountKind, { filter, field, descending }: Walk, limit: number) {
  const passed = Object.fromEntries(
    Object.entries(filter).filter(([name]) => name === field || name === 'status'),
  );
  const [last] = await readInOrder(kind, { filter: passed, field, descending }, SHORT_WALK, 1);
  const end = last && { [descending ? '$gte' : '$lte']: last.value };
  const until = { ...filter, [field]: { ...(filter[field] as Filter | undefined), ...end } };
  return readInOrder(kind, { filter: end ? until : filter, field, descending }, 0, limit);
}

async function readInOrder(kind: AccountKind, walk: Walk, skip: number, limit: number): Promise<RowKey[]> {
  const { idField } = ACCOUNT_KIND_INFO[kind];
  const { field } = walk;
  const query = inOrder(kind, walk, { _id: 0, [idField]: 1, [field]: 1 });
  const rows = await query.skip(skip).limit(limit).lean<Record<string, unknown>[]>();
  return rows.map((row) => keyOf(row, idField, field));
}

function keyOf(row: Record<string, unknown>, idField: string, field: string): RowKey {
  let value: unknown = row;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return { walk: 0, value: (value as RowKey['value'] | undefined) ?? null, id: Number(row[idField]) };
}

export async function readSortedKeys(
  kind: AccountKind,
  streams: readonly SearchStream[],
  field: string,
  descending: boolean,
): Promise<RowKey[]> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const parts = await Promise.all(
    streams.map((stream) => {
      const query = model.find(stream.filter, { _id: 0, [idField]: 1, [field]: 1 });
      if (isRange(stream)) query.hint(indexOf(kind, stream.field, stream.filter));
      return query.lean<Record<string, unknown>[]>().exec();
    }),
  );
  const direction = descending ? -1 : 1;
  return parts
    .flat()
    .map((row) => keyOf(row, idField, field))
    .sort((a, b) => compareKeys(a, b) * direction);
}

/** As readWalks, of a list sorted here. */
export function sliceKeys(
  keys: readonly RowKey[],
  descending: boolean,
  { from, backward, skip, limit }: WalkPart,
): RowKey[] {
  if (!from) return keys.slice(skip, skip + limit);
  const direction = descending !== backward ? -1 : 1;
  const read = backward ? [...keys].reverse() : keys;
  return read.filter((key) => compareKeys(key, from) * direction > 0).slice(0, limit);
}

function compare(a: RowKey['value'], b: RowKey['value']): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a < b ? -1 : a > b ? 1 : 0;
}
const compareKeys = (a: RowKey, b: RowKey) => compare(a.value, b.value) || a.id - b.id;

export async function readByKeys<Kind extends AccountKind>(
  kind: Kind,
  keys: readonly RowKey[],
): Promise<AccountDocuments[Kind][]> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const where = { [idField]: { $in: keys.map(({ id }) => id) } };
  const rows = await model.find(where, HIDDEN).lean<Record<string, unknown>[]>();
  const byId = new Map(rows.map((row) => [row[idField], row]));
  return keys.flatMap(({ id }) => (byId.get(id) as AccountDocuments[Kind] | undefined) ?? []);
}

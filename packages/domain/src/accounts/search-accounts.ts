import { hash } from 'node:crypto';
import { ACCOUNT_KIND_NAMES, type AccountKind, AppError, PAGE_SIZE } from '@partnerdesk/contracts';
import { slicesOf } from '../platform';
import { ACCOUNT_KIND_INFO, type AccountDocument, type AccountDocuments } from './account-kinds';
import { type AccountCriteria, planSearch } from './search-plan';
import {
  type AccountOrder,
  BATCH,
  countStream,
  entriesFor,
  inOrder,
  type RowKey,
  readByKeys,
  readSortedKeys,
  readWalks,
  sliceKeys,
  sortFieldOf,
  type Walk,
} from './search-rows';

export type { AccountOrder };

export interface SearchAccountsInput<Kind extends AccountKind = AccountKind> {
  kind: Kind;
  criteria: AccountCriteria;
  /** undefined: the order in which the indexes find them. */
  order?: AccountOrder | undefined;
}

export interface AccountResult<Kind extends AccountKind> {
  rows: AccountDocuments[Kind][];
  total: number;
  /** Of the pages behind and before this one. */
  next?: string;
  previous?: string;
}

/** So many rows at most are sorted here by their keys; of more, enough fit that a walk of the sort's index fills a page soon. */
const SORTED_HERE = 2000;
/** The same where index entries can be sorted: to read the keys of many rows takes longer. */
const SORTED_BESIDE_ENTRIES = 500;

/** A sorted list of the rows' keys, or walks of indexes with the number of rows of each. */
type Reading = { keys: RowKey[]; descending: boolean } | { walks: Walk[]; counts: number[] };

async function prepareReading(
  { kind, criteria, order }: SearchAccountsInput,
  part: 'page' | 'all',
): Promise<{ total: number; reading: Reading }> {
  const { streams, filter } = planSearch(kind, criteria);
  if (streams.length === 0) return { total: 0, reading: { keys: [], descending: false } };
  const counts = await Promise.all(streams.map((stream) => countStream(kind, stream)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isText = streams.some(({ countByOrder }) => countByOrder);
  const isFiltered = Object.keys(filter).length > 0;
  if (!order && (isText || !isFiltered)) {
    const walks = streams.map((each) => ({ filter: each.filter, field: each.order, descending: false }));
    return { total, reading: { walks, counts } };
  }
  const field = order ? sortFieldOf(kind, order) : ACCOUNT_KIND_INFO[kind].idField;
  const descending = order?.descending ?? false;
  const entries = part === 'page' ? entriesFor(kind, streams, field) : undefined;
  if (isFiltered && total <= (entries ? SORTED_BESIDE_ENTRIES : SORTED_HERE)) {
    const keys = await readSortedKeys(kind, streams, field, descending);
    return { total, reading: { keys, descending } };
  }
  return { total, reading: { walks: [{ filter, field, descending, entries }], counts: [total] } };
}

/**
 * One page of a search, by its 1-based number or by a cursor, which takes the same for every page; by number the index
 * entries before it are counted off. No query reads a collection without an index, or has the database sort records.
 * @throws AppError invalid_input for a cursor of another search
 */
export async function searchAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind> & { page: number; cursor?: string },
): Promise<AccountResult<Kind>> {
  const { kind, page, cursor } = input;
  const place = cursor ? readCursorOrThrow(input, cursor) : undefined;
  const { total, reading } = await prepareReading(input, 'page');
  const offset = place ? 0 : (page - 1) * PAGE_SIZE;
  if (offset >= total) return { rows: [], total };
  const read = (backward: boolean, from?: RowKey) => {
    const part = { from, backward, skip: offset, limit: PAGE_SIZE + 1 };
    if ('keys' in reading) return sliceKeys(reading.keys, reading.descending, part);
    return readWalks(kind, reading.walks, reading.counts, part);
  };
  let isFirst = !place && offset === 0;
  let backward = place?.backward ?? false;
  let found = await read(backward, place?.key);
  if (backward && found.length <= PAGE_SIZE) {
    // Whatever was added or removed meanwhile: the first page is a whole one, and begins with the first row.
    isFirst = true;
    backward = false;
    found = await read(false);
  }
  const hasMore = found.length > PAGE_SIZE;
  const keys = found.slice(0, PAGE_SIZE);
  if (backward) keys.reverse();
  const last = keys.at(-1);
  const first = keys[0] ?? place?.key;
  return {
    rows: await readByKeys(kind, keys),
    total,
    ...((hasMore || backward) && last && { next: writeCursor(input, { key: last, backward: false }) }),
    ...(!isFirst && first && { previous: writeCursor(input, { key: first, backward: true }) }),
  };
}

export async function streamAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind>,
): Promise<{ total: number; rows: AsyncIterable<AccountDocuments[Kind]> }> {
  const { total, reading } = await prepareReading(input, 'all');
  return { total, rows: rowsOf(input.kind, reading) };
}

async function* rowsOf<Kind extends AccountKind>(
  kind: Kind,
  reading: Reading,
): AsyncGenerator<AccountDocuments[Kind]> {
  if ('walks' in reading)
    for (const walk of reading.walks)
      yield* inOrder(kind, walk).lean().cursor({ batchSize: BATCH }) as AsyncIterable<AccountDocuments[Kind]>;
  else for (const step of slicesOf(reading.keys, BATCH)) yield* await readByKeys(kind, step);
}

type SearchPlace = { key: RowKey; backward: boolean };

/** So that a cursor of another search is noticed; it keeps no secret. */
function markOf({ kind, criteria, order }: SearchAccountsInput): string {
  const sorted = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([kind, sorted, order?.column, order?.descending, order?.period]);
  return hash('sha256', text, 'base64url').slice(0, 8);
}

/** Good for as long as the search is the same. */
function writeCursor(scope: SearchAccountsInput, { key, backward }: SearchPlace): string {
  const { walk, value, id } = key;
  return Buffer.from(JSON.stringify([markOf(scope), Number(backward), walk, value, id])).toString(
    'base64url',
  );
}

/** @throws AppError invalid_input for a text that is no cursor, or one of another search */
function readCursorOrThrow(scope: SearchAccountsInput, cursor: string): SearchPlace {
  const parts = partsOf(cursor);
  const [mark, backward, walk, value, id] = parts;
  const isText = typeof value === 'string' && value.length <= MAX_VALUE;
  const isValid =
    parts.length === 5 &&
    mark === markOf(scope) &&
    (backward === 0 || backward === 1) &&
    (walk === 0 || walk === 1) &&
    (isText || value === null || Number.isFinite(value)) &&
    Number.isSafeInteger(id);
  if (!isValid) {
    const text = 'This place belongs to another search';
    throw new AppError('invalid_input', text, { cursor: text });
  }
  return { key: { walk, value: value as RowKey['value'], id: id as number }, backward: backward === 1 };
}

const MAX_VALUE = 500;

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

export type FoundAccount = { kind: AccountKind; account: AccountDocument };

/** A number is an id, with @ it is an email, else a name or an email. */
function readingsOf(text: string): AccountCriteria[] {
  if (/^\d{1,15}$/.test(text)) return [{ id: Number(text) }, { name: text }];
  if (text.includes('@')) return [{ email: text }];
  return [{ name: text }, { email: text }];
}

/** As the results name them: `member 12`, `Affiliates 3`. */
const KIND_AND_ID = new RegExp(`^(${ACCOUNT_KIND_NAMES.join('|')})s?\\s*#?\\s*(\\d{1,15})$`, 'i');

/** The first accounts whose id, name or email starts so, `limit` of each kind at most; a kind with an id also finds that one. */
export async function findAnyone(text: string, limit: number): Promise<FoundAccount[]> {
  const wanted = text.trim();
  if (!wanted) return [];
  const [, kindWord, id] = KIND_AND_ID.exec(wanted) ?? [];
  const readings = readingsOf(wanted);
  const found = await Promise.all(
    ACCOUNT_KIND_NAMES.map((kind) => {
      const isNamed = kind === kindWord?.toLowerCase();
      return findOfKind(kind, isNamed ? [{ id: Number(id) }, ...readings] : readings, limit);
    }),
  );
  return found.flat();
}

async function findOfKind(
  kind: AccountKind,
  readings: readonly AccountCriteria[],
  limit: number,
): Promise<FoundAccount[]> {
  const streams = readings.flatMap((criteria) => planSearch(kind, criteria).streams);
  const parts = await Promise.all(
    streams.map(({ filter, order }) => {
      const query = inOrder(kind, { filter, field: order, descending: false });
      return query.limit(limit).lean<AccountDocument[]>().exec();
    }),
  );
  const { idField } = ACCOUNT_KIND_INFO[kind];
  const byId = new Map(parts.flat().map((account) => [Reflect.get(account, idField), account]));
  return [...byId.values()].slice(0, limit).map((account) => ({ kind, account }));
}

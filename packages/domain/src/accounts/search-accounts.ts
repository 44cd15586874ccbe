import {
  type AccountKind,
  type AccountSort,
  ANY_SORT_MAX_ROWS,
  AppError,
  maySortBy,
  PAGE_SIZE,
} from '@partnerdesk/contracts';
import type { AccountDocuments } from './account-kinds';
import { type AccountCriteria, planSearch, type SearchStream } from './search-plan';
import {
  countStream,
  readByIds,
  readSortedIds,
  readStream,
  sortFieldOf,
  walkByIds,
  walkStream,
} from './search-rows';

export interface AccountOrder {
  column: AccountSort;
  descending: boolean;
}

export interface SearchAccountsInput<Kind extends AccountKind = AccountKind> {
  kind: Kind;
  criteria: AccountCriteria;
  /** undefined: the order in which the indexes find them. */
  order?: AccountOrder;
}

export interface AccountResult<Kind extends AccountKind> {
  rows: AccountDocuments[Kind][];
  /** Rows of all pages. */
  total: number;
}

/** How the rows are read: a sorted list of ids, or streams with the number of rows of each. */
type Reading = { ids: number[] } | { streams: SearchStream[]; counts: number[] };

/** @throws AppError invalid_input for a sort for which all rows would have to be read */
async function prepareReading({
  kind,
  criteria,
  order,
}: SearchAccountsInput): Promise<{ total: number; reading: Reading }> {
  const plan = planSearch(kind, criteria);
  const { streams, searchType } = plan;
  const counts = await Promise.all(streams.map((stream) => countStream(kind, stream)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!order) return { total, reading: { streams, counts } };
  if (!maySortBy(kind, searchType, order.column, total)) {
    const text = `Narrow the search to at most ${ANY_SORT_MAX_ROWS} rows to sort by this column`;
    throw new AppError('invalid_input', text, { sort: text });
  }
  if (total <= ANY_SORT_MAX_ROWS) {
    const ids = await readSortedIds(kind, plan, order.column, order.descending);
    return { total, reading: { ids } };
  }
  const { descending } = order;
  const field = sortFieldOf(kind, order.column);
  return {
    total,
    reading: { streams: streams.map((each) => ({ ...each, order: field, descending })), counts },
  };
}

/**
 * One page of a search. Whatever the collection's size, it counts index entries and reads at most a page of records,
 * the pages before it, or ANY_SORT_MAX_ROWS.
 * @param input with the 1-based page
 * @throws AppError invalid_input for a sort for which all rows would have to be read
 */
export async function searchAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind> & { page: number },
): Promise<AccountResult<Kind>> {
  const { kind, page } = input;
  const { total, reading } = await prepareReading(input);
  const offset = (page - 1) * PAGE_SIZE;
  if (offset >= total) return { rows: [], total };
  if ('ids' in reading)
    return { rows: await readByIds(kind, reading.ids.slice(offset, offset + PAGE_SIZE)), total };
  const rows: AccountDocuments[Kind][] = [];
  let skip = offset;
  for (const [index, stream] of reading.streams.entries()) {
    const count = reading.counts[index] ?? 0;
    const missing = PAGE_SIZE - rows.length;
    if (missing > 0 && skip < count) rows.push(...(await readStream(kind, stream, skip, missing)));
    skip = Math.max(0, skip - count);
  }
  return { rows, total };
}

/**
 * All rows of a search, whatever their number, as they are read.
 * @throws AppError invalid_input as searchAccounts, before the first row
 */
export async function streamAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind>,
): Promise<{ total: number; rows: AsyncIterable<AccountDocuments[Kind]> }> {
  const { kind } = input;
  const { total, reading } = await prepareReading(input);
  return { total, rows: 'ids' in reading ? walkByIds(kind, reading.ids) : walkAll(kind, reading.streams) };
}

async function* walkAll<Kind extends AccountKind>(
  kind: Kind,
  streams: readonly SearchStream[],
): AsyncGenerator<AccountDocuments[Kind]> {
  for (const stream of streams) yield* walkStream(kind, stream);
}

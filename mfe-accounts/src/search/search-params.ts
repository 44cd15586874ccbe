import {
  ACCOUNT_SORTS,
  ACCOUNT_WIRE,
  type AccountKind,
  type AccountSort,
  MAX_RESULT_PAGE,
  SEARCH_TYPE,
} from '@partnerdesk/contracts';
import { mayLeave, type TableSort, useSearchParams } from '@partnerdesk/web';
import { useCallback, useMemo } from 'react';

export type SearchType = (typeof SEARCH_TYPE)[keyof typeof SEARCH_TYPE];

/** What the address bar holds: a link, a reload and the back button show the same. */
export interface SearchParams {
  /** undefined: nothing has been searched yet; the newest accounts are listed. */
  type?: SearchType;
  value: string;
  page: number;
  sort?: { key: AccountSort; descending: boolean };
  /** The selected row; it may be one that no search has found. */
  id?: number;
}

const TYPES: readonly number[] = Object.values(SEARCH_TYPE);

function positive(text: string | null): number | undefined {
  return text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Reads an address; what makes no sense in it is left out. */
export function readSearchParams(kind: AccountKind, params: URLSearchParams): SearchParams {
  const type = Number(params.get('type'));
  const searched = TYPES.includes(type);
  const key = ACCOUNT_SORTS[kind].find((column) => column === params.get('sort'));
  const newestFirst = !searched && { sort: { key: 'id', descending: true } as const };
  const id = positive(params.get('id'));
  return {
    ...(searched && { type: type as SearchType }),
    value: params.get('q') ?? '',
    page: Math.min(positive(params.get('page')) ?? 1, MAX_RESULT_PAGE),
    ...(key ? { sort: { key, descending: params.get('order') === 'desc' } } : newestFirst),
    ...(id && { id }),
  };
}

/** Writes an address, without what is as usual. */
export function writeSearchParams({ type, value, page, sort, id }: SearchParams): Record<string, string> {
  return {
    ...(type && { type: String(type), q: value }),
    ...(page > 1 && { page: String(page) }),
    ...(sort && { sort: sort.key, ...(sort.descending && { order: 'desc' }) }),
    ...(id && { id: String(id) }),
  };
}

/** The query of the search's calls; undefined for an id that is none. */
export function queryOf(
  kind: AccountKind,
  { type, value, page, sort }: SearchParams,
): Record<string, string> | undefined {
  const wanted = value.trim();
  if (type === SEARCH_TYPE.id && !positive(wanted)) return undefined;
  const criterion = {
    [SEARCH_TYPE.id]: ACCOUNT_WIRE[kind].query,
    [SEARCH_TYPE.name]: 'SearchName',
    [SEARCH_TYPE.email]: 'Email',
  };
  return {
    ...(type && wanted && { [criterion[type]]: wanted }),
    ...(page > 1 && { page: String(page) }),
    ...(sort && { sort: sort.key, order: sort.descending ? 'desc' : 'asc' }),
  };
}

/** The address of this screen's search, and ways to change it; each asks about unsaved edits first. */
export function useAccountSearchParams(kind: AccountKind) {
  const [params, setParams] = useSearchParams();
  const searchParams = useMemo(() => readSearchParams(kind, params), [kind, params]);
  const go = useCallback(
    (next: SearchParams) => {
      if (mayLeave()) setParams(writeSearchParams(next));
    },
    [setParams],
  );
  return {
    searchParams,
    /** A new result set clears the selection (docs/PRODUCT.md §4). */
    search: (type: SearchType, value: string) => go({ type, value, page: 1 }),
    sortBy: ({ key, descending }: TableSort) =>
      go({ ...searchParams, page: 1, sort: { key: key as AccountSort, descending }, id: undefined }),
    toPage: (page: number) => go({ ...searchParams, page, id: undefined }),
    select: (id: number | undefined) => go({ ...searchParams, id }),
  };
}

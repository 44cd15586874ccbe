import {
  ACCOUNT_KINDS,
  type AccountKind,
  type AccountSort,
  type BusinessDay,
  parseDay,
  SEARCH_TYPE,
} from '@partnerdesk/contracts';
import { mayLeave, type TableSort, useSearchParams } from '@partnerdesk/web';
import { useCallback, useMemo } from 'react';
import { KINDS } from '../kinds/account-kinds';

export type SearchType = (typeof SEARCH_TYPE)[keyof typeof SEARCH_TYPE];

/** What narrows a search besides its text; each as the call takes it. */
export interface Filters {
  status?: string;
  paymentType?: string;
  joinedFrom?: BusinessDay;
  joinedTo?: BusinessDay;
}

const OF_PAYEES = ['status', 'paymentType', 'joinedFrom', 'joinedTo'] as const;
/** Which filters a kind has: members have no payment type, and no day on which they joined. */
export const FILTERS: Record<AccountKind, readonly (keyof Filters)[]> = {
  affiliate: OF_PAYEES,
  staff: OF_PAYEES,
  member: ['status'],
};

/** What the address bar holds: a link, a reload and the back button show the same. */
export interface SearchParams {
  /** undefined: nothing has been searched yet; the newest accounts are listed. */
  type?: SearchType;
  value: string;
  filters: Filters;
  page: number;
  /** Of the page, as the pages beside it gave it; without one the page is found by its number. */
  cursor?: string;
  sort?: { key: AccountSort; descending: boolean };
  /** Wire names of the columns shown besides those that always are. */
  columns: readonly string[];
  /** More rows in view. */
  compact: boolean;
  /** The selected row; it may be one that no search has found. */
  id?: number;
  /** The part of the details that is open; undefined: the first one. */
  tab?: string;
}

const TYPES: readonly number[] = Object.values(SEARCH_TYPE);

function positive(text: string | null): number | undefined {
  return text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Reads a filter; undefined for a text that is none. */
const READ: Record<keyof Filters, (text: string) => string | undefined> = {
  status: (text) => /^\d{1,2}$/.exec(text)?.[0],
  paymentType: (text) => /^[012]$/.exec(text)?.[0],
  joinedFrom: parseDay,
  joinedTo: parseDay,
};

/** Filters of an address, as far as the kind has them. */
const readFilters = (kind: AccountKind, params: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS[kind].flatMap((name) => {
      const value = READ[name](params.get(name) ?? '');
      return value ? [[name, value]] : [];
    }),
  );

/** Reads an address; what makes no sense in it is left out. */
export function readSearchParams(kind: AccountKind, params: URLSearchParams): SearchParams {
  const type = Number(params.get('type'));
  const searched = TYPES.includes(type);
  const key = ACCOUNT_KINDS[kind].sorts.find((column) => column === params.get('sort'));
  const newestFirst = !searched && { sort: { key: 'id', descending: true } as const };
  const id = positive(params.get('id'));
  const cursor = params.get('cursor');
  const tab = params.get('tab');
  const further = KINDS[kind].columns.flatMap(({ name, further }) => (further ? [name] : []));
  const asked = (params.get('columns') ?? '').split(',');
  return {
    ...(searched && { type: type as SearchType }),
    value: params.get('q') ?? '',
    filters: readFilters(kind, params),
    page: positive(params.get('page')) ?? 1,
    ...(cursor && { cursor }),
    ...(key ? { sort: { key, descending: params.get('order') === 'desc' } } : newestFirst),
    columns: further.filter((name) => asked.includes(name)),
    compact: params.get('rows') === 'compact',
    ...(id && { id }),
    ...(tab && { tab }),
  };
}

/** Writes an address, without what is as usual. */
export function writeSearchParams(params: SearchParams): Record<string, string> {
  const { type, value, filters, page, cursor, sort, columns, compact, id, tab } = params;
  const isUsual = !type && sort?.key === 'id' && sort.descending;
  return {
    ...(type && { type: String(type), q: value }),
    ...filters,
    ...(page > 1 && { page: String(page), ...(cursor && { cursor }) }),
    ...(sort && !isUsual && { sort: sort.key, ...(sort.descending && { order: 'desc' }) }),
    ...(columns.length > 0 && { columns: columns.join(',') }),
    ...(compact && { rows: 'compact' }),
    ...(id && { id: String(id), ...(tab && { tab }) }),
  };
}

/** The query of the search's calls; undefined for an id that is none. */
export function queryOf(
  kind: AccountKind,
  { type, value, filters, page, cursor, sort }: SearchParams,
): Record<string, string> | undefined {
  const wanted = value.trim();
  if (type === SEARCH_TYPE.id && !positive(wanted)) return undefined;
  const criterion = {
    [SEARCH_TYPE.id]: ACCOUNT_KINDS[kind].query,
    [SEARCH_TYPE.name]: 'SearchName',
    [SEARCH_TYPE.email]: 'Email',
  };
  return {
    ...(type && wanted && { [criterion[type]]: wanted }),
    ...filters,
    ...(page > 1 && { page: String(page), ...(cursor && { cursor }) }),
    ...(sort && { sort: sort.key, order: sort.descending ? 'desc' : 'asc' }),
  };
}

/** The address of this screen's search, and ways to change it; each that leaves the details asks about unsaved edits. */
export function useAccountSearchParams(kind: AccountKind) {
  const [params, setParams] = useSearchParams();
  const searchParams = useMemo(() => readSearchParams(kind, params), [kind, params]);
  const go = useCallback(
    (next: SearchParams): boolean => {
      if (!mayLeave()) return false;
      setParams(writeSearchParams(next), { preventScrollReset: true });
      return true;
    },
    [setParams],
  );
  const stay = (next: Partial<SearchParams>) =>
    setParams(writeSearchParams({ ...searchParams, ...next }), { replace: true, preventScrollReset: true });
  /** A new result set clears the selection (docs/PRODUCT.md §4). */
  const fresh = { ...searchParams, page: 1, cursor: undefined, id: undefined, tab: undefined };
  return {
    searchParams,
    search: (type: SearchType, value: string) => go({ ...fresh, type, value, sort: undefined }),
    filterBy: (filters: Filters) => go({ ...fresh, filters }),
    sortBy: ({ key, descending }: TableSort) =>
      go({ ...fresh, sort: { key: key as AccountSort, descending } }),
    toPage: (page: number, cursor?: string) => go({ ...fresh, page, cursor }),
    /** false: unsaved edits keep the person where they are. */
    select: (id: number | undefined) => go({ ...searchParams, id }),
    /** How the list and the details are shown: the edits of a section stay, and the back button goes on past it. */
    show: (view: Partial<Pick<SearchParams, 'columns' | 'compact' | 'tab'>>) => stay(view),
  };
}

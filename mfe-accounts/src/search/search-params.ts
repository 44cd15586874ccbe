import {
  ACCOUNT_KINDS,
  type AccountKind,
  ALL_TIME,
  type BusinessDay,
  isPaidKind,
  PERFORMANCE_ONLY,
  PERFORMANCE_PERIODS,
  type PerformanceOnly,
  type PerformancePeriod,
  parseDay,
  SEARCH_TYPE,
  USUAL_PERFORMANCE_PERIOD,
} from '@partnerdesk/contracts';
import { mayLeave, type TableSort, useSearchParams } from '@partnerdesk/web';
import { type GridParams, readGridParams, writeGridParams } from '@partnerdesk/web/grid';
import { useCallback, useMemo } from 'react';
import { KINDS } from '../kinds/account-kinds';

export type SearchType = (typeof SEARCH_TYPE)[keyof typeof SEARCH_TYPE];

/** What narrows a search besides its text; each as the call takes it. */
export interface Filters {
  status?: string;
  paymentType?: string;
  joinedFrom?: BusinessDay;
  joinedTo?: BusinessDay;
  only?: PerformanceOnly;
}

const OF_PAYEES = ['status', 'paymentType', 'joinedFrom', 'joinedTo'] as const;
/** Which filters a kind has: members have no payment type, and no day on which they joined. */
export const FILTERS: Record<AccountKind, readonly (keyof Filters)[]> = {
  affiliate: [...OF_PAYEES, 'only'],
  staff: OF_PAYEES,
  member: ['status'],
};

/** What the address bar holds: a link, a reload and the back button show the same. */
export interface SearchParams extends GridParams {
  /** undefined: nothing has been searched yet; the newest accounts are listed. */
  type?: SearchType;
  value: string;
  filters: Filters;
  /** Of which the performance is shown; that of members is of all time. */
  period?: PerformancePeriod;
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
  only: (text) => PERFORMANCE_ONLY.find((each) => each === text),
};

const readFilters = (kind: AccountKind, params: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS[kind].flatMap((name) => {
      const value = READ[name](params.get(name) ?? '');
      return value ? [[name, value]] : [];
    }),
  );

const NEWEST_FIRST: TableSort = { key: 'id', descending: true };

/** Reads an address; what makes no sense in it is left out. */
export function readSearchParams(kind: AccountKind, params: URLSearchParams): SearchParams {
  const type = Number(params.get('type'));
  const searched = TYPES.includes(type);
  const id = positive(params.get('id'));
  const tab = params.get('tab');
  const period = PERFORMANCE_PERIODS.find((each) => each === params.get('period'));
  return {
    ...readGridParams(params, {
      sorts: ACCOUNT_KINDS[kind].sorts,
      further: KINDS[kind].columns.flatMap(({ name, further, from }) => (further || from ? [name] : [])),
      ...(!searched && { usual: NEWEST_FIRST }),
    }),
    ...(searched && { type: type as SearchType }),
    value: params.get('q') ?? '',
    filters: readFilters(kind, params),
    ...(isPaidKind(kind) && { period: period ?? USUAL_PERFORMANCE_PERIOD }),
    ...(id && { id }),
    ...(tab && { tab }),
  };
}

/** Writes an address, without what is as usual. */
export function writeSearchParams(params: SearchParams): Record<string, string> {
  const { type, value, filters, period, id, tab } = params;
  return {
    ...(type && { type: String(type), q: value }),
    ...filters,
    ...(period && period !== USUAL_PERFORMANCE_PERIOD && { period }),
    ...writeGridParams(params, type ? undefined : NEWEST_FIRST),
    ...(id && { id: String(id), ...(tab && { tab }) }),
  };
}

/** The query of the search's calls; undefined for an id that is none. */
export function queryOf(
  kind: AccountKind,
  { type, value, filters, period, page, cursor, sort }: SearchParams,
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
    period: period ?? ALL_TIME,
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
    sortBy: (sort: TableSort) => go({ ...fresh, sort }),
    showPeriod: (period: PerformancePeriod) => go({ ...fresh, period }),
    toPage: (page: number, cursor?: string) => go({ ...fresh, page, cursor }),
    /** false: unsaved edits keep the person where they are. */
    select: (id: number | undefined) => go({ ...searchParams, id }),
    /** How the list and the details are shown: the edits of a section stay, and the back button goes on past it. */
    show: (view: Partial<Pick<SearchParams, 'columns' | 'compact' | 'tab'>>) => stay(view),
  };
}

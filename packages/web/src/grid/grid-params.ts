import { useSearchParams } from '@partnerdesk/web/core';
import { useMemo } from 'react';
import type { TableSort } from '../tables/cells';

/** How a list is shown: what the address of every grid says in the same words. */
export interface GridParams {
  /** `page`, counted from 1. */
  page: number;
  /** `cursor`: of the page, as the pages beside it gave it; without one the page is found by its number. */
  cursor?: string;
  /** `sort` and, where it is descending, `order=desc`. */
  sort?: TableSort;
  /** `columns`: those shown besides the ones that always are. */
  columns: readonly string[];
  /** `rows=compact`: more rows in view. */
  compact: boolean;
}

interface GridOf {
  sorts?: readonly string[];
  /** The order without one in the address. */
  usual?: TableSort;
  further?: readonly string[];
}

const positive = (text: string | null): number | undefined =>
  text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

/** Reads an address; what makes no sense in it is left out. */
export function readGridParams(
  params: URLSearchParams,
  { sorts = [], usual, further = [] }: GridOf,
): GridParams {
  const key = sorts.find((column) => column === params.get('sort'));
  const sort = key ? { key, descending: params.get('order') === 'desc' } : usual;
  const cursor = params.get('cursor');
  const asked = (params.get('columns') ?? '').split(',');
  return {
    page: positive(params.get('page')) ?? 1,
    ...(cursor && { cursor }),
    ...(sort && { sort }),
    columns: further.filter((name) => asked.includes(name)),
    compact: params.get('rows') === 'compact',
  };
}

/** Writes its part of an address, without what is as usual. */
export function writeGridParams(
  { page, cursor, sort, columns, compact }: GridParams,
  usual?: TableSort,
): Record<string, string> {
  const isUsual = sort?.key === usual?.key && sort?.descending === usual?.descending;
  return {
    ...(page > 1 && { page: String(page), ...(cursor && { cursor }) }),
    ...(sort && !isUsual && { sort: sort.key, ...(sort.descending && { order: 'desc' }) }),
    ...(columns.length > 0 && { columns: columns.join(',') }),
    ...(compact && { rows: 'compact' }),
  };
}

const WORDS = ['page', 'cursor', 'sort', 'order', 'columns', 'rows'];

/** A grid's part of the address bar, beside what else the screen keeps there. */
export function useGridParams(of: GridOf = {}) {
  const [params, setParams] = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a grid can be sorted by never changes
  const grid = useMemo(() => readGridParams(params, of), [params]);
  const write = (next: Partial<GridParams>, replace = false) => {
    const others = [...params].filter(([name]) => !WORDS.includes(name));
    const own = writeGridParams({ ...grid, ...next }, of.usual);
    setParams({ ...Object.fromEntries(others), ...own }, { replace, preventScrollReset: true });
  };
  return {
    grid,
    toPage: (page: number, cursor?: string) => write({ page, cursor }),
    sortBy: (sort: TableSort) => write({ sort, page: 1, cursor: undefined }),
    /** The back button goes on past it. */
    show: (view: Partial<Pick<GridParams, 'columns' | 'compact'>>) => write(view, true),
  };
}

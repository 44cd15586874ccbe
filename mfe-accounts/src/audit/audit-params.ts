import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditSubject,
  parseDay,
} from '@partnerdesk/contracts';
import { useSearchParams } from '@partnerdesk/web';
import { type GridParams, readGridParams, writeGridParams } from '@partnerdesk/web/grid';
import { useMemo } from 'react';

/** What the log is narrowed to; what is empty is not asked for. */
export interface AuditSearch {
  actor: string;
  action: AuditAction | '';
  subjectType: AuditSubject | '';
  subjectID: string;
  /** Business days, both included. */
  startDate: string;
  endDate: string;
}

export const NOTHING: AuditSearch = {
  actor: '',
  action: '',
  subjectType: '',
  subjectID: '',
  startDate: '',
  endDate: '',
};

const MAX_PAGE = 1000;

/** Reads an address; what makes no sense in it is left out. */
function readAuditSearch(params: URLSearchParams): AuditSearch {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const action = text('action');
  const subjectType = text('subjectType');
  const known = subjectType in AUDIT_SUBJECTS && text('subjectID') !== '';
  return {
    actor: text('actor'),
    action: action in AUDIT_ACTIONS ? (action as AuditAction) : '',
    subjectType: known ? (subjectType as AuditSubject) : '',
    subjectID: known ? text('subjectID') : '',
    startDate: parseDay(text('startDate')) ?? '',
    endDate: parseDay(text('endDate')) ?? '',
  };
}

/** The query of the call; in the address it is the same, without what is as usual. */
export function auditQueryOf(search: AuditSearch, page = 1): Record<string, string> {
  const given = Object.entries(search).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), ...(page > 1 && { page: String(page) }) };
}

/** The log's search as the address bar holds it, so that a link, a reload or the back button shows the same. */
export function useAuditParams() {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => readAuditSearch(params), [params]);
  const grid = useMemo(() => {
    const read = readGridParams(params, {});
    return { ...read, page: Math.min(read.page, MAX_PAGE) };
  }, [params]);
  const go = (next: AuditSearch, shown: Partial<GridParams>, replace = false) =>
    setParams({ ...auditQueryOf(next), ...writeGridParams({ ...grid, ...shown }) }, { replace });
  return {
    search,
    grid,
    searchFor: (next: AuditSearch) => go(next, { page: 1 }),
    toPage: (page: number) => go(search, { page }),
    show: (view: Partial<GridParams>) => go(search, view, true),
  };
}

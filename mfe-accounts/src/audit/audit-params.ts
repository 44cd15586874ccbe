import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditSubject,
  parseDay,
} from '@partnerdesk/contracts';
import { useSearchParams } from '@partnerdesk/web';
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

const MAX_PAGE = 1000;

/** Reads an address; what makes no sense in it is left out. */
export function readAuditParams(params: URLSearchParams): AuditSearch & { page: number } {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const action = text('action');
  const subjectType = text('subjectType');
  const known = subjectType in AUDIT_SUBJECTS && text('subjectID') !== '';
  const page = Number(text('page'));
  return {
    actor: text('actor'),
    action: action in AUDIT_ACTIONS ? (action as AuditAction) : '',
    subjectType: known ? (subjectType as AuditSubject) : '',
    subjectID: known ? text('subjectID') : '',
    startDate: parseDay(text('startDate')) ?? '',
    endDate: parseDay(text('endDate')) ?? '',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
  };
}

/** The query of the call, and the address: they are the same, without what is as usual. */
export function auditQueryOf({ page, ...search }: AuditSearch & { page: number }): Record<string, string> {
  const given = Object.entries(search).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), ...(page > 1 && { page: String(page) }) };
}

/** The log's search as the address bar holds it, so that a link, a reload or the back button shows the same. */
export function useAuditParams() {
  const [params, setParams] = useSearchParams();
  const searchParams = useMemo(() => readAuditParams(params), [params]);
  return {
    searchParams,
    search: (next: AuditSearch) => setParams(auditQueryOf({ ...next, page: 1 })),
    toPage: (page: number) => setParams(auditQueryOf({ ...searchParams, page })),
  };
}

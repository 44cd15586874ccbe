import { addDays, type BusinessDay, PAGE_SIZE } from '@partnerdesk/contracts';
import { startOfDay } from '../config';
import { endOfPrefix } from '../end-of-prefix';
import { type AuditLine, AuditModel } from './audit';

/** Which lines of the audit log; what is missing is not asked for. */
export interface AuditFilter {
  subject?: { type: string; id: string };
  /** How the email of who did it, as it was then, starts. */
  actor?: string;
  action?: string;
  /** First and last day, both included. */
  startDate?: BusinessDay;
  endDate?: BusinessDay;
}

export interface AuditPage {
  lines: AuditLine[];
  /** Whether there are older ones. */
  more: boolean;
}

/** A page of the audit log, newest first; page is 1-based. */
export async function readAudit(filter: AuditFilter, page: number): Promise<AuditPage> {
  const { subject, actor, action, startDate, endDate } = filter;
  const at = {
    ...(startDate && { $gte: startOfDay(startDate) }),
    ...(endDate && { $lt: startOfDay(addDays(endDate, 1)) }),
  };
  const query = {
    ...(subject && { 'subject.type': subject.type, 'subject.id': subject.id }),
    ...(actor && { 'actor.emailAddress': { $gte: actor, $lt: endOfPrefix(actor) } }),
    ...(action && { action }),
    ...((startDate || endDate) && { at }),
  };
  const lines = await AuditModel.find(query)
    .sort({ at: -1 })
    .skip((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE + 1)
    .lean<AuditLine[]>();
  return { lines: lines.slice(0, PAGE_SIZE), more: lines.length > PAGE_SIZE };
}

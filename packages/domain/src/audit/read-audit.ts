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

function queryOf(filter: AuditFilter) {
  const { subject, actor, action, startDate, endDate } = filter;
  const at = {
    ...(startDate && { $gte: startOfDay(startDate) }),
    ...(endDate && { $lt: startOfDay(addDays(endDate, 1)) }),
  };
  return {
    ...(subject && { 'subject.type': subject.type, 'subject.id': subject.id }),
    ...(actor && { 'actor.emailAddress': { $gte: actor, $lt: endOfPrefix(actor) } }),
    ...(action && { action }),
    ...((startDate || endDate) && { at }),
  };
}

/** A page of the audit log, newest first; page is 1-based. */
export async function readAudit(filter: AuditFilter, page: number): Promise<AuditPage> {
  const lines = await AuditModel.find(queryOf(filter))
    .sort({ at: -1 })
    .skip((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE + 1)
    .lean<AuditLine[]>();
  return { lines: lines.slice(0, PAGE_SIZE), more: lines.length > PAGE_SIZE };
}

/** Lines that are read at once. */
const CHUNK = 500;

/** All lines, newest first, page by page: memory does not grow with them. */
export async function* streamAudit(filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  let chunk: AuditLine[] = [];
  const lines = AuditModel.find(queryOf(filter)).sort({ at: -1 }).lean<AuditLine[]>();
  for await (const line of lines.cursor({ batchSize: CHUNK })) {
    chunk.push(line);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

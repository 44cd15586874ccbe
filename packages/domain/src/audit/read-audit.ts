import { PAGE_SIZE } from '@partnerdesk/contracts';
import { type AuditLine, AuditModel } from './audit';

/** Which lines of the audit log; what is missing is not asked for. */
export interface AuditFilter {
  subject?: { type: string; id: string };
  /** Who did it. */
  actorID?: number;
  action?: string;
  /** Instants, first included, last not. */
  from?: Date;
  to?: Date;
}

export interface AuditPage {
  lines: AuditLine[];
  /** Whether there are older ones. */
  more: boolean;
}

/** A page of the audit log, newest first; page is 1-based. */
export async function readAudit(filter: AuditFilter, page: number): Promise<AuditPage> {
  const { subject, actorID, action, from, to } = filter;
  const query = {
    ...(subject && { 'subject.type': subject.type, 'subject.id': subject.id }),
    ...(actorID !== undefined && { 'actor.id': actorID, 'actor.kind': 'administrator' }),
    ...(action && { action }),
    ...((from || to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
  };
  const lines = await AuditModel.find(query)
    .sort({ at: -1 })
    .skip((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE + 1)
    .lean<AuditLine[]>();
  return { lines: lines.slice(0, PAGE_SIZE), more: lines.length > PAGE_SIZE };
}

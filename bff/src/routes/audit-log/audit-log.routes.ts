import {
  type AuditAction,
  type AuditRow,
  type AuditSubject,
  accountHistoryCall,
  auditColumns,
  auditLogCall,
  exportAuditLogCall,
  type QueryOf,
} from '@partnerdesk/contracts';
import {
  type AuditFilter,
  type AuditLine,
  type GroupedLine,
  readAudit,
  streamAudit,
  subjectNames,
} from '@partnerdesk/domain';
import { audit, type Ctx } from '../../context';
import { answerCsv, csvOfPages } from '../answer-csv';
import type { AddRoutes } from '../route-deps';

/** The audit log, and the lines of it that are about one account. */
export const addAuditLogRoutes: AddRoutes = ({ handle }) => {
  handle(auditLogCall, ({ ctx, query }) => answerAudit(ctx, auditFilterOf(query), query.page));

  handle(exportAuditLogCall, async ({ ctx, query }) => {
    const subject = { type: 'export', id: 'audit-log' } as const;
    await audit(ctx, { action: 'audit-log.exported', subject, after: { ...query } });
    const pages = presentedPages(streamAudit(auditFilterOf(query)));
    return answerCsv(ctx, 'audit-log', csvOfPages(auditColumns(), pages));
  });

  handle(accountHistoryCall, ({ ctx, query: { kind, id, page } }) =>
    answerAudit(ctx, { subject: { type: kind, id: String(id) } }, page),
  );
};

async function answerAudit(ctx: Ctx, filter: AuditFilter, page: number) {
  const { lines, more } = await readAudit(filter, page);
  ctx.set('X-More', String(more));
  return presentAuditLines(lines);
}

function auditFilterOf({
  subjectType,
  subjectID,
  actor,
  action,
  startDate,
  endDate,
}: QueryOf<typeof exportAuditLogCall>): AuditFilter {
  return {
    ...(subjectType && subjectID && { subject: { type: subjectType, id: subjectID } }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

function presentAuditLine(line: GroupedLine, name: string | undefined): AuditRow {
  const { _id, at, actor, action, subject, before, after, address, erasedBy, grouped } = line;
  return {
    id: _id,
    at: at.toISOString(),
    actor: { kind: actor?.kind ?? '', id: actor?.id ?? 0, emailAddress: actor?.emailAddress ?? '' },
    action: action as AuditAction,
    subject: {
      type: subject?.type as AuditSubject,
      id: subject?.id ?? '',
      ...(name && { name }),
    },
    ...(before && { before }),
    ...(after && { after }),
    ...(address && { address }),
    ...(erasedBy && { erased: true }),
    ...(grouped && { grouped }),
  };
}

/** Lines of the audit log, with the names that people have now. */
async function presentAuditLines(lines: readonly GroupedLine[]): Promise<AuditRow[]> {
  const names = await subjectNames(lines);
  return lines.map((line) => presentAuditLine(line, names.get(`${line.subject?.type}:${line.subject?.id}`)));
}

async function* presentedPages(pages: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<AuditRow[]> {
  for await (const lines of pages) yield presentAuditLines(lines);
}

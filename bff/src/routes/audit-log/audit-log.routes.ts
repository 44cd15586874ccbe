import { Readable } from 'node:stream';
import { auditLogCall, exportAuditLogCall, type QueryOf } from '@partnerdesk/contracts';
import { type AuditFilter, readAudit, streamAudit, today, writeAudit } from '@partnerdesk/domain';
import { ANSWERED } from '../../calls/handle';
import { auditedBy, type Ctx } from '../../context';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import { mayUseAccounts } from '../accounts/accounts.policy';
import type { AddRoutes } from '../route-deps';
import { csvOfAudit, presentAuditLines } from './audit-log.presenter';
import { historyQuery } from './audit-log.schema';

/** The audit log, and the lines of it that are about one account. */
export const addAuditLogRoutes: AddRoutes = (router, { session }) => {
  router.handle(auditLogCall, ({ ctx, query }) => answerAudit(ctx, auditFilterOf(query), query.page));

  router.handle(exportAuditLogCall, async ({ ctx, query }) => {
    const subject = { type: 'export', id: 'audit-log' } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'audit-log.exported', subject, after: { ...query } });
    ctx.attachment(`audit-log-${today()}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = Readable.from(csvOfAudit(streamAudit(auditFilterOf(query))), { objectMode: false });
    return ANSWERED;
  });

  router.get('/account-history', session, permit(mayUseAccounts), validQuery(historyQuery), async (ctx) => {
    const { kind, id, page } = ctx.state.query;
    ctx.body = await answerAudit(ctx, { subject: { type: kind, id: String(id) } }, page);
  });
};

/** A page of the log; X-More says whether there are older lines. */
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

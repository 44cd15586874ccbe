import { Readable } from 'node:stream';
import { type AuditFilter, readAudit, streamAudit, today, writeAudit } from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import type { InputOf } from '../../middleware/joi-types';
import { notCrossSite } from '../../middleware/origin-check';
import { mustHave, permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import { mayUseAccounts } from '../accounts/accounts.policy';
import type { AddRoutes } from '../route-deps';
import { csvOfAudit, presentAuditLines } from './audit-log.presenter';
import { auditExportQuery, auditQuery, historyQuery } from './audit-log.schema';

/** The audit log, and the lines of it that are about one account. */
export const addAuditLogRoutes: AddRoutes = (router, { session }) => {
  router.get('/audit-log', session, permit(mustHave('audit')), validQuery(auditQuery), async (ctx) => {
    const { query } = ctx.state;
    await answerAudit(ctx, auditFilterOf(query), query.page);
  });

  router.get('/export-audit-log', notCrossSite, validQuery(auditExportQuery), async (ctx) => {
    const { query } = ctx.state;
    const subject = { type: 'export', id: 'audit-log' } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'audit-log.exported', subject, after: { ...query } });
    ctx.attachment(`audit-log-${today()}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = Readable.from(csvOfAudit(streamAudit(auditFilterOf(query))), { objectMode: false });
  });

  router.get('/account-history', session, permit(mayUseAccounts), validQuery(historyQuery), async (ctx) => {
    const { kind, id, page } = ctx.state.query;
    await answerAudit(ctx, { subject: { type: kind, id: String(id) } }, page);
  });
};

/** Answers a page of the log; X-More says whether there are older lines. */
async function answerAudit(ctx: Ctx, filter: AuditFilter, page: number): Promise<void> {
  const { lines, more } = await readAudit(filter, page);
  ctx.set('X-More', String(more));
  ctx.body = await presentAuditLines(lines);
}

function auditFilterOf({
  subjectType,
  subjectID,
  actor,
  action,
  startDate,
  endDate,
}: Omit<InputOf<typeof auditQuery>, 'page'>): AuditFilter {
  return {
    ...(subjectType && subjectID && { subject: { type: subjectType, id: subjectID } }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

import { type AuditFilter, readAudit } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import type { InputOf } from '../../middleware/joi-types';
import { mustHave, permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import { mayUseAccounts } from '../accounts/accounts.policy';
import type { AddRoutes } from '../route-deps';
import { presentAuditLine } from './audit-log.presenter';
import { auditQuery, historyQuery } from './audit-log.schema';

/** The audit log, and the lines of it that are about one account. */
export const addAuditLogRoutes: AddRoutes = (router, { session }) => {
  router.get('/audit-log', session, permit(mustHave('audit')), validQuery(auditQuery), async (ctx) => {
    const { query } = ctx.state;
    await answerAudit(ctx, auditFilterOf(query), query.page);
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
  ctx.body = lines.map(presentAuditLine);
}

function auditFilterOf({
  subjectType,
  subjectID,
  actor,
  action,
  startDate,
  endDate,
}: InputOf<typeof auditQuery>): AuditFilter {
  return {
    ...(subjectType && subjectID && { subject: { type: subjectType, id: subjectID } }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
}

import {
  type AuditFilter,
  accountFigures,
  findAccountOrThrow,
  findAnyone,
  readAudit,
  revealNumber,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import type { InputOf } from '../../middleware/joi-types';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayUseAccounts } from './accounts.policy';
import { presentAuditLine, presentFigures, presentFound } from './accounts.presenter';
import { accountQuery, auditQuery, findQuery, revealBody } from './beside-account.schema';

/** Hits of each kind in the box that finds anyone. */
const FOUND_PER_KIND = 5;

/** What stands beside a record: figures, history, hidden numbers; the audit log; the box that finds anyone. */
export const addBesideAccountRoutes: AddRoutes = (router, { session }) => {
  const allowed = permit(mayUseAccounts);

  router.get('/account-figures', session, allowed, validQuery(accountQuery), async (ctx) => {
    const { kind, id } = ctx.state.query;
    await findAccountOrThrow(kind, id);
    ctx.body = presentFigures(await accountFigures(kind, id));
  });

  router.get('/account-history', session, allowed, validQuery(accountQuery), async (ctx) => {
    const { kind, id, page } = ctx.state.query;
    await answerAudit(ctx, { subject: { type: kind, id: String(id) } }, page);
  });

  router.get('/audit-log', session, allowed, validQuery(auditQuery), async (ctx) => {
    const query = ctx.state.query;
    await answerAudit(ctx, auditFilterOf(query), query.page);
  });

  router.post('/reveal-number', session, allowed, validBody(revealBody), async (ctx) => {
    const { kind, id, field } = ctx.state.body;
    ctx.body = { value: await revealNumber(kind, id, field, auditedBy(ctx)) };
  });

  router.get('/find-anyone', session, allowed, validQuery(findQuery), async (ctx) => {
    const { q } = ctx.state.query;
    ctx.body = (await findAnyone(q, FOUND_PER_KIND)).map(presentFound);
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

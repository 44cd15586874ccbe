import { FAILED_WORK_KINDS, type FailedWorkPage, PAGE_SIZE, type RetryOutcome } from '@partnerdesk/contracts';
import { retryFailed, writeAudit } from '@partnerdesk/domain';
import Joi from 'joi';
import { auditedBy, principalOf } from '../../context';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { failedWorkSources, presentFailedItem, presentFailedWork } from './failed-work.presenter';

const pageQuery = Joi.object({ page: Joi.number().integer().min(1).max(1000).default(1) });
const retryBody = Joi.object({ id: Joi.string().max(200) });

/** Work that has failed for good: seen, and begun again (docs/RULES.md, Accounts and access "Failed work"). */
export const addFailedWorkRoutes: AddRoutes = (router, { queues }) => {
  const sources = failedWorkSources(queues);

  router.get('/failed-work', async (ctx) => {
    ctx.body = await presentFailedWork(principalOf(ctx), queues);
  });

  for (const kind of FAILED_WORK_KINDS) {
    router.get(`/failed-work/${kind}`, validQuery(pageQuery), async (ctx) => {
      const found = await sources[kind].list((ctx.state.query.page - 1) * PAGE_SIZE, PAGE_SIZE + 1);
      const rows = found.slice(0, PAGE_SIZE).map(presentFailedItem);
      ctx.body = { rows, more: found.length > PAGE_SIZE } satisfies FailedWorkPage;
    });

    router.post(`/failed-work/${kind}`, validBody(retryBody), async (ctx) => {
      const { id } = ctx.state.body;
      await writeAudit({
        ...auditedBy(ctx),
        action: 'failed-work.retried',
        subject: { type: 'failedWork', id: id ? `${kind} ${id}` : kind },
      });
      const outcome: RetryOutcome = await retryFailed(sources[kind], id);
      ctx.body = outcome;
    });
  }
};

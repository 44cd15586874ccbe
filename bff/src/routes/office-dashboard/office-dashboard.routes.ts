import { AppError } from '@partnerdesk/contracts';
import { writeAudit } from '@partnerdesk/domain';
import { retryFailedJob } from '@partnerdesk/queues';
import Joi from 'joi';
import { auditedBy, principalOf } from '../../context';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { maySeeQueue, queueOfJob } from './office-dashboard.policy';
import { presentOfficeDashboard } from './office-dashboard.presenter';

const retryBody = Joi.object({ id: Joi.string().max(200).required() });

/** The office's start page: what waits, what is due, how the system is. */
export const addOfficeDashboardRoutes: AddRoutes = (router, deps) => {
  const { queues } = deps;

  router.get('/office-dashboard', async (ctx) => {
    ctx.body = await presentOfficeDashboard(principalOf(ctx), deps);
  });

  router.post('/retry-job', validBody(retryBody), async (ctx) => {
    const { id } = ctx.state.body;
    const queue = queueOfJob(id);
    // Which jobs there are is the business of those whose jobs they are.
    if (!queue || !maySeeQueue(queue, principalOf(ctx)))
      throw new AppError('forbidden', 'You may not do this');
    const outcome = await retryFailedJob(queues[queue], id);
    if (outcome === 'gone') throw new AppError('not_found', 'There is no such job (any more)');
    if (outcome === 'not-failed') throw new AppError('conflict', 'This job is being tried again already');
    await writeAudit({ ...auditedBy(ctx), action: 'job.retried', subject: { type: 'job', id } });
    ctx.body = true;
  });
};

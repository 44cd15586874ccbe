import { AppError } from '@partnerdesk/contracts';
import { JOBS, jobNameOf, jobStatus } from '@partnerdesk/queues';
import { allowOrThrow } from '../../middleware/policy';
import type { AddRoutes } from '../route-deps';
import { MAY_SEE_JOB } from './jobs.policy';

const MAX_ID_LENGTH = 200;

export const addJobRoutes: AddRoutes = (router, { session, queues }) => {
  router.get('/jobs/:id', session, async (ctx) => {
    const id = String(ctx.params.id);
    const name = id.length <= MAX_ID_LENGTH ? jobNameOf(id) : undefined;
    const policy = name && MAY_SEE_JOB[name];
    // Visitors learn nothing of which jobs there are.
    allowOrThrow(ctx.state.principal, policy ?? (() => true), undefined);
    const status = policy && name ? await jobStatus(queues[JOBS[name].queue], id) : null;
    if (!status) throw new AppError('not_found', 'There is no such job');
    ctx.body = status;
  });
};

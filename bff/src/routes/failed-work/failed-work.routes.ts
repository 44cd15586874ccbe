import { FAILED_WORK_KINDS, failedWorkCall, failedWorkCalls, PAGE_SIZE } from '@partnerdesk/contracts';
import { retryFailed, writeAudit } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { failedWorkSources, presentFailedItem, presentFailedWork } from './failed-work.presenter';

/** Work that has failed for good: seen, and begun again (docs/RULES.md, Accounts and access "Failed work"). */
export const addFailedWorkRoutes: AddRoutes = ({ handle }, { queues }) => {
  const sources = failedWorkSources(queues);

  handle(failedWorkCall, ({ ctx }) => presentFailedWork(principalOf(ctx), queues));

  for (const kind of FAILED_WORK_KINDS) {
    handle(failedWorkCalls[kind].list, async ({ query: { page } }) => {
      const found = await sources[kind].list((page - 1) * PAGE_SIZE, PAGE_SIZE + 1);
      return { rows: found.slice(0, PAGE_SIZE).map(presentFailedItem), more: found.length > PAGE_SIZE };
    });

    handle(failedWorkCalls[kind].retry, async ({ ctx, body: { id } }) => {
      await writeAudit({
        ...auditedBy(ctx),
        action: 'failed-work.retried',
        subject: { type: 'failedWork', id: id ? `${kind} ${id}` : kind },
      });
      return retryFailed(sources[kind], id);
    });
  }
};

import {
  FAILED_WORK_COLUMNS,
  FAILED_WORK_KINDS,
  failedWorkCall,
  failedWorkCalls,
  PAGE_SIZE,
} from '@partnerdesk/contracts';
import { type FailedWorkSource, retryFailed, writeAudit } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { answerCsv, csvOfPages } from '../answer-csv';
import type { AddRoutes } from '../route-deps';
import { failedWorkSources, presentFailedItem, presentFailedWork } from './failed-work.presenter';

/** Rows of an export that are read at once. */
const STEP = 500;

/** Work that has failed for good: seen, and begun again (docs/RULES.md, Accounts and access "Failed work"). */
export const addFailedWorkRoutes: AddRoutes = ({ handle }, { queues }) => {
  const sources = failedWorkSources(queues);

  handle(failedWorkCall, ({ ctx }) => presentFailedWork(principalOf(ctx), queues));

  for (const kind of FAILED_WORK_KINDS) {
    handle(failedWorkCalls[kind].list, async ({ query: { page } }) => {
      const found = await sources[kind].list((page - 1) * PAGE_SIZE, PAGE_SIZE + 1);
      return { rows: found.slice(0, PAGE_SIZE).map(presentFailedItem), more: found.length > PAGE_SIZE };
    });

    handle(failedWorkCalls[kind].export, async ({ ctx }) => {
      const subject = { type: 'failedWork', id: kind } as const;
      await writeAudit({ ...auditedBy(ctx), action: 'failed-work.exported', subject });
      return answerCsv(ctx, kind, csvOfPages(FAILED_WORK_COLUMNS, pagesOf(sources[kind])));
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

async function* pagesOf({ list }: FailedWorkSource) {
  for (let skip = 0; ; skip += STEP) {
    const found = await list(skip, STEP);
    if (found.length > 0) yield found.map(presentFailedItem);
    if (found.length < STEP) return;
  }
}

import {
  FAILED_WORK_COLUMNS,
  FAILED_WORK_KINDS,
  type FailedWorkKind,
  type FailedWorkRow,
  type FailedWorkSummary,
  failedWorkCall,
  failedWorkCalls,
  PAGE_SIZE,
} from '@partnerdesk/contracts';
import {
  type FailedItem,
  type FailedWorkSource,
  failedMails,
  overdueEvents,
  type Principal,
  refusedEvents,
  retryFailed,
  summarizeFailed,
} from '@partnerdesk/domain';
import { failedJobsOf } from '@partnerdesk/queues';
import { audit } from '../../context';
import { policyOf } from '../../middleware/policy';
import { answerCsv, csvOfPages } from '../answer-csv';
import type { AddRoutes, RouteDeps } from '../route-deps';

const STEP = 500;

/** Work that has failed for good: seen, and begun again (docs/RULES.md, Accounts and access "Failed work"). */
export const addFailedWorkRoutes: AddRoutes = ({ handle }, { queues }) => {
  const sources = failedWorkSources(queues);

  handle(failedWorkCall, ({ principal }) => presentFailedWork(principal, queues));

  for (const kind of FAILED_WORK_KINDS) {
    handle(failedWorkCalls[kind].list, async ({ query: { page } }) => {
      const found = await sources[kind].list((page - 1) * PAGE_SIZE, PAGE_SIZE + 1);
      return { rows: found.slice(0, PAGE_SIZE).map(presentFailedItem), more: found.length > PAGE_SIZE };
    });

    handle(failedWorkCalls[kind].export, async ({ ctx }) => {
      await audit(ctx, { action: 'failed-work.exported', subject: { type: 'failedWork', id: kind } });
      return answerCsv(ctx, kind, csvOfPages(FAILED_WORK_COLUMNS, pagesOf(sources[kind])));
    });

    handle(failedWorkCalls[kind].retry, async ({ ctx, body: { id } }) => {
      const subject = { type: 'failedWork', id: id ? `${kind} ${id}` : kind } as const;
      await audit(ctx, { action: 'failed-work.retried', subject });
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

type Queues = RouteDeps['queues'];

/** Where each kind of failed work is found. */
const failedWorkSources = (queues: Queues): Record<FailedWorkKind, FailedWorkSource> => ({
  'payroll-jobs': failedJobsOf(queues.payroll),
  'picture-jobs': failedJobsOf(queues.pictures),
  mails: failedMails,
  'waiting-events': overdueEvents,
  'refused-events': refusedEvents,
});

/** How much of each kind has failed; those that the person's permissions don't reach are not even counted. */
export function presentFailedWork(principal: Principal, queues: Queues): Promise<FailedWorkSummary[]> {
  const sources = failedWorkSources(queues);
  const seen = FAILED_WORK_KINDS.filter((kind) => policyOf(failedWorkCalls[kind].list.who)(principal));
  return Promise.all(seen.map(async (kind) => ({ kind, ...(await summarizeFailed(sources[kind])) })));
}

const presentFailedItem = ({ at, ...item }: FailedItem): FailedWorkRow => ({
  ...item,
  at: at.toISOString(),
});

import {
  FAILED_WORK_KINDS,
  type FailedWorkKind,
  type FailedWorkRow,
  type FailedWorkSummary,
  failedWorkCalls,
} from '@partnerdesk/contracts';
import {
  type FailedItem,
  type FailedWorkSource,
  failedMails,
  overdueEvents,
  type Principal,
  refusedEvents,
  summarizeFailed,
} from '@partnerdesk/domain';
import { failedJobsOf } from '@partnerdesk/queues';
import { policyOf } from '../guard';
import type { RouteDeps } from '../route-deps';

type Queues = RouteDeps['queues'];

/** Where each kind of failed work is found. */
export const failedWorkSources = (queues: Queues): Record<FailedWorkKind, FailedWorkSource> => ({
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

export const presentFailedItem = ({ at, ...item }: FailedItem): FailedWorkRow => ({
  ...item,
  at: at.toISOString(),
});

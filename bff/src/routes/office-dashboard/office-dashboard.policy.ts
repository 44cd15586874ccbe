import type { Permission } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';
import { JOBS, type JobName, jobNameOf, type QueueName } from '@partnerdesk/queues';
import { mustHave } from '../../middleware/policy';

/** Whose business the jobs of a queue are. */
const QUEUE_PERMISSION: Record<QueueName, Permission> = {
  payroll: 'payroll',
  mail: 'accounts',
  pictures: 'moderation',
};

export const maySeeQueue = (queue: QueueName, principal: Principal): boolean =>
  mustHave(QUEUE_PERMISSION[queue])(principal, undefined);

/** Who may have a job tried again: those whose business its queue is. */
export function queueOfJob(id: string): QueueName | undefined {
  const name: JobName | undefined = jobNameOf(id);
  return name && JOBS[name].queue;
}

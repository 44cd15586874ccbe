import type { Permission } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';
import type { QueueName } from '@partnerdesk/queues';
import { mustHave } from '../../middleware/policy';

/** Whose business the jobs of a queue are. */
const QUEUE_PERMISSION: Record<QueueName, Permission> = {
  payroll: 'payroll',
  mail: 'accounts',
  pictures: 'moderation',
  postbacks: 'accounts',
};

export const maySeeQueue = (queue: QueueName, principal: Principal): boolean =>
  mustHave(QUEUE_PERMISSION[queue])(principal);

import { type CheckedOf, each, instant, nullable, number, object } from '../schema/schema';
import { QUEUE_NAMES } from '../wire-moderation';
import { call } from './call';

/* How much waits for moderators: of its own, since every screen of the office shows it in its menu. */

const count = number();
const queues = object(each(QUEUE_NAMES, count));
/** How many items wait in each queue. */
export type ModerationQueues = CheckedOf<typeof queues>;

export const oldestWaiting = nullable(
  instant({ about: 'When the oldest waiting item arrived; null: none waits' }),
);
/** What waits for a first judgement in a queue. */
export const waitingItems = object({ count, oldest: oldestWaiting });
export type WaitingItems = CheckedOf<typeof waitingItems>;

export const moderationQueuesCall = call('GET /api/moderation-queues', {
  about: 'How many items wait in each queue',
  who: 'moderation',
  answer: queues,
});

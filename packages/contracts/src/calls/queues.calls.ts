import * as s from '../schema/schema';
import { QUEUE_NAMES } from '../wire-moderation';
import { call } from './call';

/* How much waits for moderators: of its own, since every screen of the office shows it in its menu. */

const count = s.number();
const queues = s.object(s.each(QUEUE_NAMES, count));
export type ModerationQueues = s.CheckedOf<typeof queues>;

export const oldestWaiting = s.nullable(
  s.instant({ about: 'When the oldest waiting item arrived; null: none waits' }),
);
/** What waits for a first judgement in a queue. */
export const waitingItems = s.object({ count, oldest: oldestWaiting });
export type WaitingItems = s.CheckedOf<typeof waitingItems>;

export const moderationQueuesCall = call('GET /api/moderation-queues', {
  about: 'How many items wait in each queue',
  who: 'moderation',
  answer: queues,
});

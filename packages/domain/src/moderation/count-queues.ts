import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  type ModerationQueues,
  PROFILE_STATUS,
  type QueueName,
  type QueueProgress,
  REVIEW_KINDS,
  type ReviewKind,
  STAFF_STATUS,
  type WaitingItems,
} from '@partnerdesk/contracts';
import { startOfDay, today } from '../platform';
import { TARGETS } from './targets';

/** The items of a queue, and those of them that wait for a first judgement; both are counted on indexes. */
interface Queue {
  kind: ReviewKind;
  items: Record<string, unknown>;
  waiting: Record<string, unknown>;
}

const pictures = (type: ImageType): Queue => ({
  kind: 'image',
  items: { type },
  waiting: { type, listed: true, status: IMAGE_STATUS.unprocessed },
});

const QUEUES: Record<QueueName, Queue> = {
  photoIds: pictures(IMAGE_TYPE.photoId),
  profilePics: pictures(IMAGE_TYPE.profilePic),
  galleryPics: pictures(IMAGE_TYPE.galleryPic),
  memberPics: pictures(IMAGE_TYPE.memberPic),
  profiles: { kind: 'profile', items: {}, waiting: { status: PROFILE_STATUS.pending } },
  staff: { kind: 'staff', items: {}, waiting: { status: STAFF_STATUS.pending } },
};

const countWaiting = ({ kind, waiting }: Queue) => TARGETS[kind].model.countDocuments(waiting);

/** When the oldest waiting item of a queue arrived, ISO 8601; null when none waits. */
async function oldestOf({ kind, waiting }: Queue): Promise<string | null> {
  const { model, idField } = TARGETS[kind];
  // Ids are given in the order of arrival.
  const item = await model
    .findOne(waiting)
    .sort({ [idField]: 1 })
    .select({ createdAt: 1 })
    .lean<{ createdAt?: Date }>();
  return item?.createdAt?.toISOString() ?? null;
}

async function ofEachQueue<Value>(read: (queue: Queue) => Promise<Value>): Promise<Record<QueueName, Value>> {
  const names = Object.keys(QUEUES) as QueueName[];
  const entries = names.map(async (name) => [name, await read(QUEUES[name])] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<QueueName, Value>;
}

/** How many items wait for a first judgement in each queue. */
export const countModerationQueues = (): Promise<ModerationQueues> => ofEachQueue(countWaiting);

/** The same, with since when the oldest waits. */
export function readModerationQueues(): Promise<Record<QueueName, WaitingItems>> {
  return ofEachQueue(async (queue) => {
    const [count, oldest] = await Promise.all([countWaiting(queue), oldestOf(queue)]);
    return { count, oldest };
  });
}

const doneTodayBy = (moderatorID: number) => ({
  decidedBy: moderatorID,
  decidedAt: { $gte: startOfDay(today()) },
});

/** How far a queue is: what is left, since when the oldest waits, and what this moderator has done since midnight. */
export async function queueProgress(name: QueueName, moderatorID: number): Promise<QueueProgress> {
  const queue = QUEUES[name];
  const [left, doneToday, oldest] = await Promise.all([
    countWaiting(queue),
    TARGETS[queue.kind].model.countDocuments({ ...queue.items, ...doneTodayBy(moderatorID) }),
    oldestOf(queue),
  ]);
  return { left, doneToday, oldest };
}

/** How many items of all queues a moderator has decided since midnight. */
export async function countDoneToday(moderatorID: number): Promise<number> {
  const done = doneTodayBy(moderatorID);
  const counts = await Promise.all(REVIEW_KINDS.map((kind) => TARGETS[kind].model.countDocuments(done)));
  return counts.reduce((sum, count) => sum + count, 0);
}

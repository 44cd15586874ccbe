import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  type ModerationQueues,
  PROFILE_STATUS,
  type QueueProgress,
  type ReviewKind,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import { startOfDay, today } from '../config';
import { TARGETS } from './targets';

type QueueName = keyof ModerationQueues;

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

/** How many items wait for a first judgement in each queue. */
export async function countModerationQueues(): Promise<ModerationQueues> {
  const names = Object.keys(QUEUES) as QueueName[];
  const counts = await Promise.all(names.map((name) => countWaiting(QUEUES[name])));
  return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as unknown as ModerationQueues;
}

/** How far a queue is: what is left, since when the oldest waits, and what this moderator has done since midnight. */
export async function queueProgress(name: QueueName, moderatorID: number): Promise<QueueProgress> {
  const { kind, items, waiting } = QUEUES[name];
  const { model, idField } = TARGETS[kind];
  const [left, doneToday, oldest] = await Promise.all([
    countWaiting(QUEUES[name]),
    model.countDocuments({ ...items, decidedBy: moderatorID, decidedAt: { $gte: startOfDay(today()) } }),
    // Ids are given in the order of arrival.
    model
      .findOne(waiting)
      .sort({ [idField]: 1 })
      .select({ createdAt: 1 })
      .lean<{ createdAt?: Date }>(),
  ]);
  return { left, doneToday, oldest: oldest?.createdAt?.toISOString() ?? null };
}

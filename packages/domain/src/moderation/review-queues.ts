import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  type imagesForReviewCall,
  type ModerationQueues,
  type NearPicture,
  PROFILE_STATUS,
  type QueryOf,
  type QueueName,
  type QueueProgress,
  REVIEW_KINDS,
  type ReviewKind,
  STAFF_STATUS,
  type WaitingItems,
} from '@partnerdesk/contracts';
import { type Staff, StaffModel } from '../accounts';
import { startOfDay, today } from '../platform';
import { judgedNear } from './near-pictures';
import { type Picture, PictureModel, type Profile, ProfileModel } from './review.models';
import { TARGETS } from './review-items';

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

/** How many wait, and when the oldest of them arrived, ISO 8601; null when none waits. */
async function readWaiting(queue: Queue): Promise<WaitingItems> {
  const { model, idField } = TARGETS[queue.kind];
  // Ids are given in the order of arrival.
  const first = model.findOne(queue.waiting).sort({ [idField]: 1 });
  const [count, oldest] = await Promise.all([
    countWaiting(queue),
    first.select({ createdAt: 1 }).lean<{ createdAt?: Date }>(),
  ]);
  return { count, oldest: oldest?.createdAt?.toISOString() ?? null };
}

async function ofEachQueue<Value>(read: (queue: Queue) => Promise<Value>): Promise<Record<QueueName, Value>> {
  const names = Object.keys(QUEUES) as QueueName[];
  const entries = names.map(async (name) => [name, await read(QUEUES[name])] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<QueueName, Value>;
}

/** How many items wait for a first judgement in each queue. */
export const countModerationQueues = (): Promise<ModerationQueues> => ofEachQueue(countWaiting);

/** The same, with since when the oldest waits. */
export const readModerationQueues = () => ofEachQueue(readWaiting);

const doneTodayBy = (moderatorID: number) => ({
  decidedBy: moderatorID,
  decidedAt: { $gte: startOfDay(today()) },
});

/** How far a queue is: what is left, since when the oldest waits, and what this moderator has done since midnight. */
export async function queueProgress(name: QueueName, moderatorID: number): Promise<QueueProgress> {
  const queue = QUEUES[name];
  const [{ count: left, oldest }, doneToday] = await Promise.all([
    readWaiting(queue),
    TARGETS[queue.kind].model.countDocuments({ ...queue.items, ...doneTodayBy(moderatorID) }),
  ]);
  return { left, doneToday, oldest };
}

/** How many items of all queues a moderator has decided since midnight. */
export async function countDoneToday(moderatorID: number): Promise<number> {
  const done = doneTodayBy(moderatorID);
  const counts = await Promise.all(REVIEW_KINDS.map((kind) => TARGETS[kind].model.countDocuments(done)));
  return counts.reduce((sum, count) => sum + count, 0);
}

type PicturePage = QueryOf<typeof imagesForReviewCall>;

/** A picture of a queue, and of the judged pictures that it resembles the one judged last. */
export type ListedPicture = { picture: Picture; near?: NearPicture };

/** A page of a queue, by key: the millionth costs what the first does. Hidden pictures are on no list (docs/PRODUCT.md §2). */
export async function listPictures(page: PicturePage): Promise<ListedPicture[]> {
  const { type, status, staffID, memberID, order, limit } = page;
  const found = await PictureModel.find({
    type,
    listed: true,
    ...(status !== undefined && { status }),
    ...(staffID !== undefined && { staffID }),
    ...(memberID !== undefined && { memberID }),
    ...bounds(page),
  })
    .sort({ photoID: order === 'newest' ? -1 : 1 })
    .limit(limit)
    .lean();
  const nearOf = await judgedNear(found);
  return found.map((picture) => {
    const [near] = nearOf.get(picture.photoID) ?? [];
    return { picture, ...(near && { near }) };
  });
}

function bounds({ order, after, from }: PicturePage): { photoID?: Record<string, number> } {
  const [past, at] = order === 'newest' ? ['$lt', '$lte'] : ['$gt', '$gte'];
  if (after !== undefined) return { photoID: { [past]: after } };
  if (from !== undefined) return { photoID: { [at]: from } };
  return {};
}

/** Pending applications and profiles per answer; the next ones follow once these are decided. */
const PAGE = 500;

/** File names of the pictures of a type that count, by their owner's id. */
async function photosOf(
  type: ImageType,
  ownerField: 'staffID' | 'profileID',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const counting = { stage: 'ready', status: { $ne: IMAGE_STATUS.hidden } } as const;
  const found = await PictureModel.find({ type, [ownerField]: { $in: ids }, ...counting })
    .select({ [ownerField]: 1, photo: 1 })
    .lean();
  return new Map(found.map((picture) => [picture[ownerField], picture.photo]));
}

/** Staff who applied, the first first (docs/PRODUCT.md §2 "Staff review"), each with their photo id, if there is one. */
export async function listStaffForReview(): Promise<{ staff: Staff; photo: string }[]> {
  const applied = await StaffModel.find({ status: STAFF_STATUS.pending })
    .sort({ staffID: 1 })
    .limit(PAGE)
    .lean<Staff[]>();
  const ids = applied.map(({ staffID }) => staffID);
  const photos = await photosOf(IMAGE_TYPE.photoId, 'staffID', ids);
  return applied.map((staff) => ({ staff, photo: photos.get(staff.staffID) ?? '' }));
}

/** Profiles awaiting approval, the oldest first (docs/PRODUCT.md §2 "Profile review"). */
export async function listProfilesForReview(): Promise<{ profile: Profile; photo: string }[]> {
  const profiles = await ProfileModel.find({ status: PROFILE_STATUS.pending })
    .sort({ profileID: 1 })
    .limit(PAGE)
    .lean();
  const ids = profiles.map(({ profileID }) => profileID);
  const photos = await photosOf(IMAGE_TYPE.profilePic, 'profileID', ids);
  return profiles.map((profile) => ({ profile, photo: photos.get(profile.profileID) ?? '' }));
}

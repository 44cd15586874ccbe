import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { StaffModel } from '../accounts';
import { databaseNow } from '../ledger';
import { PictureModel, removePicture } from '../moderation';
import { type Storage, SYSTEM_ACTOR, slicesOf } from '../platform';

const DAY_MS = 86_400_000;
/** Staff whose pictures are looked up at once. */
const CHUNK = 500;

const REMOVAL = { actor: SYSTEM_ACTOR, action: 'photo-id.removed' } as const;

/** Of staff any status above 1 is a closed account: rejected, or closed by the office. */
const CLOSED = { $gt: 1 };

/**
 * Notes when accounts of staff were closed, wherever that was written, and forgets it of those that were opened again. It
 * never dates a closing too early: what opens an account forgets it in the same write (account.models.ts).
 */
async function noteClosings(now: Date): Promise<void> {
  await StaffModel.updateMany({ closedAt: null, status: CLOSED }, { $set: { closedAt: now } });
  await StaffModel.updateMany(
    { closedAt: { $gt: new Date(0) }, status: { $lte: 1 } },
    { $unset: { closedAt: 1 } },
  );
}

/**
 * Deletes the photo ids of staff whose account was closed more than `days` ago (docs/RULES.md, Accounts and access), by the
 * database's time. Safe to repeat and to race with itself. @returns how many
 */
export async function expirePhotoIds(storage: Storage, days: number, now = databaseNow()): Promise<number> {
  await noteClosings(now);
  const expired = { closedAt: { $lte: new Date(now.getTime() - days * DAY_MS) }, status: CLOSED };
  const staff = await StaffModel.find(expired, { _id: 0, staffID: 1 }).lean();
  let removed = 0;
  for (const step of slicesOf(staff, CHUNK)) {
    const photoIds = await PictureModel.find({
      type: IMAGE_TYPE.photoId,
      staffID: { $in: step.map(({ staffID }) => staffID) },
      stage: { $ne: 'removed' },
    }).lean();
    for (const { photoID, staffID } of photoIds) {
      // Somebody may have opened the account since.
      if (!(await StaffModel.exists({ staffID, ...expired }))) continue;
      const entry = { ...REMOVAL, subject: { type: 'staff', id: staffID }, after: { photoID } } as const;
      if (await removePicture(storage, photoID, entry)) removed += 1;
    }
  }
  return removed;
}

import { IMAGE_TYPE, STAFF_STATUS } from '@partnerdesk/contracts';
import { type Staff, StaffModel } from '../accounts';
import type { Actor } from '../platform';
import { decideItem, type Origin } from './decide-item';
import { photosOf } from './owner-photos';

/** Applications per answer; the next ones follow once these are decided. */
const PAGE = 500;

/**
 * Staff who applied, the first first (docs/PRODUCT.md §2 "Staff review"). The photo is their photo id, if there is
 * one.
 */
export async function listStaffForReview(): Promise<{ staff: Staff; photo: string }[]> {
  const applied = await StaffModel.find({ status: STAFF_STATUS.pending })
    .sort({ staffID: 1 })
    .limit(PAGE)
    .lean<Staff[]>();
  const ids = applied.map(({ staffID }) => staffID);
  const photos = await photosOf(IMAGE_TYPE.photoId, 'staffID', ids);
  return applied.map((staff) => ({ staff, photo: photos.get(staff.staffID) ?? '' }));
}

/**
 * Approves (1) or rejects (10) an application (docs/PRODUCT.md §4).
 * @throws AppError as decideItem
 */
export function decideStaff(
  judgement: { staffID: number; to: number; review?: number; reason?: string; note?: string },
  moderator: Actor,
  origin: Origin = {},
) {
  const { staffID, ...rest } = judgement;
  return decideItem({ kind: 'staff', id: staffID, from: [STAFF_STATUS.pending], ...rest }, moderator, origin);
}

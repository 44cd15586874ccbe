import type { NearPicture, ReviewKind } from '@partnerdesk/contracts';
import type { Actor } from '../platform';
import { claimItem } from './claims';
import { judgedNear } from './near-pictures';
import type { Picture } from './picture.model';
import type { ReviewedItem } from './targets';

/** An item as it is opened, and for pictures the judged ones that they resemble, the nearest first. */
export interface OpenedForReview {
  item: ReviewedItem;
  picture?: Picture;
  near: NearPicture[];
}

/**
 * Opens an item for a moderator: claims it unless somebody else has it, and returns it with similar pictures.
 * @throws AppError not_found
 */
export async function openItem(kind: ReviewKind, id: number, moderator: Actor): Promise<OpenedForReview> {
  const item = await claimItem(kind, id, moderator);
  if (kind !== 'image') return { item, near: [] };
  const picture = item as unknown as Picture;
  return { item, picture, near: (await judgedNear([picture])).get(id) ?? [] };
}

import type { HistoryLine, OpenedItem, ReviewKind } from '@partnerdesk/contracts';
import type { Actor } from '../audit/audit';
import type { HistoryEntry } from '../review-fields';
import { claimItem, presentClaim } from './claims';
import { presentPicture } from './list-pictures';
import { judgedNear } from './near-pictures';
import type { Picture } from './picture.model';

/**
 * Opens an item for a moderator: claims it unless somebody else has it, and returns its history and similar pictures.
 * @throws AppError not_found
 */
export async function openItem(kind: ReviewKind, id: number, moderator: Actor): Promise<OpenedItem> {
  const item = await claimItem(kind, id, moderator);
  const opened: OpenedItem = {
    kind,
    id,
    status: item.status,
    review: item.review,
    claim: presentClaim(item.claim, moderator.id) ?? null,
    history: item.history.map(presentLine),
    near: [],
  };
  if (kind !== 'image') return opened;
  const picture = item as unknown as Picture;
  const near = (await judgedNear([picture])).get(id) ?? [];
  return { ...opened, near, image: presentPicture(picture, moderator.id, near[0]) };
}

function presentLine({ at, name, action, from, to, reason, note }: HistoryEntry): HistoryLine {
  return { at: at.toISOString(), by: name, action, from, to, reason, note };
}

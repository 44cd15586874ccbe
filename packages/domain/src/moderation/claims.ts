import { CLAIM_MS, type NearPicture, type ReviewKind } from '@partnerdesk/contracts';
import type { Claim } from '../accounts';
import type { Actor } from '../platform';
import { judgedNear } from './near-pictures';
import type { Picture } from './picture.model';
import { findItemOrThrow, type ReviewedItem, TARGETS } from './targets';

/** What a filter needs so that nobody else has the item open at this moment. */
export const freeFor = (moderatorID: number, now: Date): Record<string, unknown> => ({
  $or: [{ claim: null }, { 'claim.by': moderatorID }, { 'claim.until': { $lte: now } }],
});

/** The claim that holds at this moment; undefined when there is none, or it has run out. */
export const currentClaim = (claim: Claim | null | undefined): Claim | undefined =>
  claim && claim.until > new Date() ? claim : undefined;

/** The claim by which somebody else holds an item at this moment. */
export function claimOfAnother(claim: Claim | null | undefined, moderatorID: number): Claim | undefined {
  const held = currentClaim(claim);
  return held && held.by !== moderatorID ? held : undefined;
}

/** Gives the moderator's own claim back; nothing happens without one. */
export async function releaseItem(kind: ReviewKind, id: number, moderator: Actor): Promise<void> {
  const { model, idField } = TARGETS[kind];
  await model.updateOne({ [idField]: id, 'claim.by': moderator.id }, { $unset: { claim: 1 } });
}

/** An item as it is opened, and for pictures the judged ones that they resemble, the last judgement first. */
export interface OpenedForReview {
  item: ReviewedItem;
  picture?: Picture;
  near: NearPicture[];
}

/** Opens an item: it is this moderator's for CLAIM_MS, unless the claim of the answer is another's. @throws AppError not_found */
export async function openItem(kind: ReviewKind, id: number, moderator: Actor): Promise<OpenedForReview> {
  const { model, idField, scope } = TARGETS[kind];
  const now = new Date();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claim: Claim = { by: moderator.id, name: moderator.emailAddress, until };
  const free = { [idField]: id, ...scope, ...freeFor(moderator.id, now) };
  const claimed = await model
    .findOneAndUpdate(free, { $set: { claim } }, { returnDocument: 'after' })
    .lean<ReviewedItem>();
  const item = claimed ?? (await findItemOrThrow(kind, id));
  if (kind !== 'image') return { item, near: [] };
  const picture = item as unknown as Picture;
  return { item, picture, near: (await judgedNear([picture])).get(id) ?? [] };
}

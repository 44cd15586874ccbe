import {
  AppError,
  type BulkResult,
  type ClaimInfo,
  type HistoryLine,
  type ImageForReview,
  MESSAGE,
  type OpenedItem,
  type ProfileForReview,
  type ReviewKind,
  type StaffForReview,
} from '@partnerdesk/contracts';
import {
  type Claim,
  currentClaim,
  type HistoryEntry,
  type ItemOutcome,
  type ListedPicture,
  type OpenedForReview,
  type Profile,
  type Staff,
} from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { pick } from '../pick';

/** One item of a decision on many; what went wrong inside is logged, not answered. */
export function presentOutcome(ctx: Ctx, outcome: ItemOutcome): BulkResult {
  if ('result' in outcome) return { ok: true, ...outcome.result };
  const { id, error } = outcome;
  if (error instanceof AppError) return { ok: false, id, code: error.code, message: error.message };
  ctx.state.logger.error({ err: error, id }, 'decision on one of many failed');
  return { ok: false, id, code: 'internal', message: MESSAGE.genericError };
}

/** A claim as a moderator sees it; undefined when it has run out. */
function presentClaim(claim: Claim | null | undefined, moderatorID: number): ClaimInfo | undefined {
  const held = currentClaim(claim);
  return held && { by: held.name, until: held.until.toISOString(), mine: held.by === moderatorID };
}

/** A picture as moderators review it (docs/PRODUCT.md §3 "Image for review"). */
export function presentPicture({ picture, near }: ListedPicture, moderatorID: number): ImageForReview {
  const claim = presentClaim(picture.claim, moderatorID);
  const last = picture.decisions.at(-1);
  return {
    ...pick(
      picture,
      'staffID',
      'profileID',
      'photoID',
      'photo',
      'status',
      'type',
      'memberID',
      'review',
      'width',
      'height',
    ),
    dateCreated: picture.createdAt.toISOString(),
    ...(claim && { claim }),
    ...(last && {
      judgement: {
        status: picture.status,
        by: last.name,
        at: last.at.toISOString(),
        reason: last.reason,
        note: last.note,
      },
    }),
    ...(near && { near }),
  };
}

/** A profile awaiting approval. */
export function presentProfile(
  { profile, photo }: { profile: Profile; photo: string },
  moderatorID: number,
): ProfileForReview {
  const claim = presentClaim(profile.claim, moderatorID);
  return {
    ...pick(profile, 'staffID', 'profileID', 'profileName'),
    photo,
    ...pick(profile, 'tagLine', 'description', 'isGood', 'review'),
    dateCreated: profile.createdAt.toISOString(),
    ...(claim && { claim }),
  };
}

/** Somebody who applied to be staff. */
export function presentApplicant(
  { staff, photo }: { staff: Staff; photo: string },
  moderatorID: number,
): StaffForReview {
  const claim = presentClaim(staff.claim as Claim | null | undefined, moderatorID);
  return {
    ...pick(staff, 'staffID', 'firstName', 'lastName', 'address1', 'address2'),
    photo,
    review: staff.review ?? 0,
    dateCreated: staff.createdAt.toISOString(),
    ...(claim && { claim }),
  };
}

/** An item as it is opened, with its history and what it resembles. */
export function presentOpened(
  kind: ReviewKind,
  id: number,
  { item, picture, near }: OpenedForReview,
  moderatorID: number,
): OpenedItem {
  const [nearest] = near;
  return {
    kind,
    id,
    status: item.status,
    review: item.review,
    claim: presentClaim(item.claim, moderatorID) ?? null,
    history: item.history.map(presentLine),
    near,
    ...(picture && {
      image: presentPicture({ picture, ...(nearest && { near: nearest }) }, moderatorID),
    }),
  };
}

function presentLine({ at, name, action, from, to, reason, note }: HistoryEntry): HistoryLine {
  return { at: at.toISOString(), by: name, action, from, to, reason, note };
}

import {
  AppError,
  type BulkResult,
  type ClaimInfo,
  claimItemCall,
  type HistoryLine,
  type ImageForReview,
  imagesForReviewCall,
  lookAtItemCall,
  MESSAGE,
  moderationChangesCall,
  moderationDecisionsCall,
  moderationProgressCall,
  moderationQueuesCall,
  type OpenedItem,
  type ProfileForReview,
  profilesForReviewCall,
  type ReviewKind,
  rejectionReasonsCall,
  releaseItemCall,
  type StaffForReview,
  staffForReviewCall,
  undoDecisionCall,
  updateImageStatusCall,
  updateImageStatusesCall,
  updateProfileStatusCall,
  updateStaffStatusCall,
} from '@partnerdesk/contracts';
import {
  type Claim,
  countModerationQueues,
  currentClaim,
  decidePicture,
  decidePictures,
  decideProfile,
  decideStaff,
  findPhotoIdOrThrow,
  type HistoryEntry,
  type ItemOutcome,
  type ListedPicture,
  listPictures,
  listProfilesForReview,
  listStaffForReview,
  listUndoable,
  type OpenedForReview,
  openItem,
  type Profile,
  queueProgress,
  releaseItem,
  type Staff,
  undoDecision,
} from '@partnerdesk/domain';
import { look, lookAway } from '@partnerdesk/queues';
import type { Ctx } from '../../context';
import { answerStream } from '../../live/live-changes';
import { mustHave } from '../../middleware/policy';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

/** What pictures, profiles and applications have in common: queues, claims, undo, reasons. */
export const addModerationRoutes: AddRoutes = ({ handle }, deps) => {
  const { env, redis, prefix } = deps;
  handle(moderationQueuesCall, () => countModerationQueues());
  handle(moderationProgressCall, ({ query, by }) => queueProgress(query.queue, by.actor.id));
  handle(rejectionReasonsCall, () => env.rejectionReasons);

  handle(claimItemCall, async ({ body: { kind, id }, by: { actor } }) => {
    const opened = await openItem(kind, id, actor);
    await look(redis, { kind, id, moderator: actor }, prefix);
    return presentOpened(kind, id, opened, actor.id);
  });

  handle(releaseItemCall, async ({ body: { kind, id }, by: { actor } }) => {
    await releaseItem(kind, id, actor);
    await lookAway(redis, { kind, id, moderator: actor }, prefix);
    return true;
  });

  handle(lookAtItemCall, async ({ body: { kind, id }, by }) => {
    await look(redis, { kind, id, moderator: by.actor }, prefix);
    return true;
  });

  handle(moderationChangesCall, ({ ctx }) =>
    answerStream(ctx, deps, { allows: mustHave('moderation'), about: 'queues' }),
  );

  handle(moderationDecisionsCall, ({ by }) => listUndoable(by.actor.id));

  handle(undoDecisionCall, async ({ ctx, body: { decisionID }, by }) => {
    const { others, ...first } = await undoDecision(by, decisionID);
    return { ...first, others: others.map((outcome) => presentOutcome(ctx, outcome)) };
  });
};

/** What is judged: pictures, profiles and who applied to be staff (docs/PRODUCT.md §2, §7). */
export const addReviewRoutes: AddRoutes = ({ handle }) => {
  handle(imagesForReviewCall, async ({ query, principal: { id } }) => {
    return (await listPictures(query)).map((listed) => presentPicture(listed, id));
  });

  handle(updateImageStatusCall, async ({ body, by }) => {
    const { identifier, type, status, photoID: seen, review, reason, note } = body;
    const photoID = await findPhotoIdOrThrow(type, identifier);
    // What the moderator looked at was replaced by a newer picture of the same owner.
    if (seen !== undefined && seen !== photoID)
      throw new AppError('conflict', 'A newer picture has replaced this one');
    return decidePicture({ photoID, type, to: status, review, reason, note }, by);
  });

  handle(updateImageStatusesCall, async ({ ctx, body: { type, status, items, reason, note }, by }) => {
    const judgements = items.map((item) => ({ ...item, type, to: status, reason, note }));
    const outcomes = await decidePictures(judgements, by);
    return outcomes.map((outcome) => presentOutcome(ctx, outcome));
  });

  handle(profilesForReviewCall, async ({ principal: { id } }) => {
    return (await listProfilesForReview()).map((each) => presentProfile(each, id));
  });

  handle(updateProfileStatusCall, ({ body: { status, ...judgement }, by }) =>
    decideProfile({ ...judgement, to: status }, by),
  );

  handle(staffForReviewCall, async ({ principal: { id } }) => {
    return (await listStaffForReview()).map((each) => presentApplicant(each, id));
  });

  handle(updateStaffStatusCall, ({ body: { status, ...judgement }, by }) =>
    decideStaff({ ...judgement, to: status }, by),
  );
};

/** One item of a decision on many; what went wrong inside is logged, not answered. */
function presentOutcome(ctx: Ctx, outcome: ItemOutcome): BulkResult {
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
function presentPicture({ picture, near }: ListedPicture, moderatorID: number): ImageForReview {
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

function presentProfile(
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

function presentApplicant(
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
function presentOpened(
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

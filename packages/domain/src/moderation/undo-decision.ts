import {
  AppError,
  type DecisionResult,
  type ImageType,
  REVIEW_KINDS,
  type ReviewKind,
  UNDO_LIMIT,
  type UndoableDecision,
} from '@partnerdesk/contracts';
import { type Actor, writeAudit } from '../audit/audit';
import { free, presentClaim } from './claims';
import { type Origin, reviewIs } from './decide-item';
import type { Picture } from './picture.model';
import { type Decision, KEPT_HISTORY } from './review-fields';
import { findItemOrThrow, type ReviewedItem, TARGETS, withReview } from './targets';

/**
 * What a moderator can take back, the last first: of their last decisions those that still stand. One over which
 * somebody else has decided since is theirs no more.
 */
export async function listUndoable(moderatorID: number): Promise<UndoableDecision[]> {
  const found = await Promise.all(REVIEW_KINDS.map((kind) => undoableOf(kind, moderatorID)));
  return found
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, UNDO_LIMIT);
}

async function undoableOf(kind: ReviewKind, moderatorID: number): Promise<UndoableDecision[]> {
  const { model, idField, scope } = TARGETS[kind];
  const items = await model
    .find({ decidedBy: moderatorID, ...scope })
    .sort({ decidedAt: -1 })
    .limit(UNDO_LIMIT)
    .lean<(ReviewedItem & Partial<Pick<Picture, 'type'>>)[]>();
  return items.flatMap((item) => standingOwn(item, moderatorID).map((decision) => present(decision, item)));

  function present(
    { decisionID, from, to, at }: Decision,
    item: ReviewedItem & { type?: ImageType },
  ): UndoableDecision {
    const type = item.type === undefined ? {} : { type: item.type };
    return { decisionID, kind, id: item[idField], ...type, from, to, at: at.toISOString() };
  }
}

/** The decisions on top of the stack that are all this moderator's: each can be taken back once those above it are. */
function standingOwn(item: ReviewedItem, moderatorID: number): Decision[] {
  const { decisions, status } = withReview(item);
  // The accounts screens may have changed the status of staff since.
  if (decisions.at(-1)?.to !== status) return [];
  const other = decisions.findLastIndex(({ by }) => by !== moderatorID);
  return decisions.slice(other + 1);
}

/**
 * Takes back the moderator's last decision that stands, or the one named: the item is as it was before.
 * @throws AppError not_found when there is none; conflict when the item was changed or is open elsewhere
 */
export async function undoDecision(
  moderator: Actor,
  decisionID: string | undefined,
  origin: Origin = {},
): Promise<DecisionResult> {
  const undoable = await listUndoable(moderator.id);
  const found = decisionID ? undoable.find((each) => each.decisionID === decisionID) : undoable[0];
  if (!found) throw new AppError('not_found', 'There is no decision of yours to undo');
  const { kind, id } = found;
  const item = await findItemOrThrow(kind, id);
  const decision = item.decisions.at(-1);
  if (decision?.decisionID !== found.decisionID || item.status !== decision.to)
    throw new AppError('conflict', 'This item was changed since, so the decision cannot be undone');
  const claim = presentClaim(item.claim, moderator.id);
  if (claim && !claim.mine) throw new AppError('conflict', `${claim.by} has this item open`);
  if (!(await write(kind, item, decision, moderator)))
    throw new AppError('conflict', 'This item is being changed by others. Please look again');
  await writeAudit({
    actor: moderator,
    action: `${kind}.decision-undone`,
    subject: { type: kind, id },
    before: { status: decision.to },
    after: { status: decision.from },
    ...origin,
  });
  return { kind, id, status: decision.from, review: item.review + 1 };
}

async function write(
  kind: ReviewKind,
  item: ReviewedItem,
  decision: Decision,
  moderator: Actor,
): Promise<boolean> {
  const { model, idField, scope, changesWith } = TARGETS[kind];
  const now = new Date();
  const decisions = item.decisions.slice(0, -1);
  const before = decisions.at(-1);
  const line = {
    by: moderator.id,
    name: moderator.emailAddress,
    at: now,
    action: 'undone',
    from: decision.to,
    to: decision.from,
    reason: '',
    note: '',
  };
  const { matchedCount } = await model.updateOne(
    {
      [idField]: item[idField],
      ...scope,
      // The accounts screens change the status of staff without a review.
      status: decision.to,
      review: reviewIs(item.review),
      ...free(moderator.id, now),
    },
    {
      $set: {
        status: decision.from,
        review: item.review + 1,
        decisions,
        decidedBy: before?.by ?? null,
        decidedAt: before?.at ?? null,
        ...changesWith(decision.from),
        ...(decision.wasGood !== undefined && { isGood: decision.wasGood }),
      },
      $push: { history: { $each: [line], $slice: -KEPT_HISTORY } },
    },
  );
  return matchedCount === 1;
}

import {
  AppError,
  type DecisionResult,
  MAX_BULK_ITEMS,
  REVIEW_KINDS,
  type ReviewKind,
  UNDO_LIMIT,
  type UndoableDecision,
} from '@partnerdesk/contracts';
import { type Decision, KEPT_HISTORY } from '../accounts';
import { type Actor, type AuditEntry, deliverAudit, withAudit } from '../platform';
import { claimOfAnother, free } from './claims';
import { type Origin, reviewIs } from './decide-item';
import { type ItemOutcome, outcomeOfEach } from './outcome-of-each';
import type { Picture } from './picture.model';
import { publishReviewChange } from './review-changes';
import { type ReviewedItem, TARGETS, type Target, withReview } from './targets';

/** So many of a moderator's items are looked at for each kind: the largest bulk decision, and single ones below it. */
const LOOKED_AT = MAX_BULK_ITEMS + UNDO_LIMIT;

type Item = ReviewedItem & Partial<Pick<Picture, 'type'> & Record<Target['nameFields'][number], string>>;

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
  const { model, idField, nameFields, scope } = TARGETS[kind];
  const items = await model
    .find({ decidedBy: moderatorID, ...scope })
    .sort({ decidedAt: -1 })
    .limit(LOOKED_AT)
    .select([idField, 'type', 'status', 'decisions', ...nameFields])
    .lean<Item[]>();
  const decisions = new Map<string, UndoableDecision>();
  for (const item of items) {
    for (const { decisionID, from, to, at } of standingOwn(item, moderatorID)) {
      const known = decisions.get(decisionID);
      if (known) known.items += 1;
      else {
        const type = item.type === undefined ? {} : { type: item.type };
        const id = item[idField];
        const name = nameFields
          .map((field) => item[field] ?? '')
          .join(' ')
          .trim();
        decisions.set(decisionID, {
          decisionID,
          kind,
          id,
          ...type,
          from,
          to,
          at: at.toISOString(),
          ...(name && { name }),
          items: 1,
        });
      }
    }
  }
  return [...decisions.values()];
}

/** The decisions on top of the stack that are all this moderator's: each can be taken back once those above it are. */
function standingOwn(item: ReviewedItem, moderatorID: number): Decision[] {
  const { decisions, status } = withReview(item);
  // The accounts screens may have changed the status of staff since.
  if (decisions.at(-1)?.to !== status) return [];
  const other = decisions.findLastIndex(({ by }) => by !== moderatorID);
  return decisions.slice(other + 1);
}

/** What became of an undo: the first item that is as it was before, and the others of a bulk decision. */
export type Undone = DecisionResult & { others: ItemOutcome[] };

/**
 * Takes back the moderator's last decision that stands, or the one named: its items are as they were before. Of a bulk
 * decision each item that was changed since or is open elsewhere stays, and the others come back.
 * @throws AppError not_found when there is none; conflict when no item of it could be brought back
 */
export async function undoDecision(
  moderator: Actor,
  decisionID: string | undefined,
  origin: Origin = {},
): Promise<Undone> {
  const undoable = await listUndoable(moderator.id);
  const found = decisionID ? undoable.find((each) => each.decisionID === decisionID) : undoable[0];
  if (!found) throw new AppError('not_found', 'There is no decision of yours to undo');
  const { model, idField, scope } = TARGETS[found.kind];
  const items = await model
    .find({ decidedBy: moderator.id, decidedAt: new Date(found.at), ...scope })
    .lean<ReviewedItem[]>();
  const outcomes = await outcomeOfEach(
    items.filter((item) => topOf(item)?.decisionID === found.decisionID),
    (item) => item[idField],
    (item) => undoItem(found.kind, withReview(item), moderator, origin),
  );
  const first = outcomes.find((outcome) => 'result' in outcome);
  if (first) return { ...first.result, others: outcomes.filter((outcome) => outcome !== first) };
  const [refused] = outcomes;
  if (refused && 'error' in refused) throw refused.error;
  throw new AppError('conflict', 'This item was changed since, so the decision cannot be undone');
}

const topOf = (item: ReviewedItem) => withReview(item).decisions.at(-1);

async function undoItem(
  kind: ReviewKind,
  item: ReviewedItem,
  moderator: Actor,
  origin: Origin,
): Promise<DecisionResult> {
  const id = item[TARGETS[kind].idField];
  const decision = topOf(item);
  if (!decision || item.status !== decision.to)
    throw new AppError('conflict', 'This item was changed since, so the decision cannot be undone');
  const claim = claimOfAnother(item.claim, moderator.id);
  if (claim) throw new AppError('conflict', `${claim.name} has this item open`);
  const entry: AuditEntry = {
    actor: moderator,
    action: `${kind}.decision-undone`,
    subject: { type: kind, id },
    before: { status: decision.to },
    after: { status: decision.from },
    ...origin,
  };
  if (!(await write(kind, item, decision, entry)))
    throw new AppError('conflict', 'This item is being changed by others. Please look again');
  publishReviewChange({ kind, id, moderator });
  return { kind, id, status: decision.from, review: item.review + 1 };
}

async function write(
  kind: ReviewKind,
  item: ReviewedItem,
  decision: Decision,
  entry: AuditEntry,
): Promise<boolean> {
  const { model, idField, scope, changesWith } = TARGETS[kind];
  const now = new Date();
  const { actor: moderator } = entry;
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
  const update = {
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
    withAudit(update, entry),
  );
  if (matchedCount === 0) return false;
  await deliverAudit(model, { [idField]: item[idField] });
  return true;
}

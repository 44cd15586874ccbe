import {
  AppError,
  type DecisionResult,
  MAX_BULK_ITEMS,
  REVIEW_KINDS,
  type ReviewKind,
  UNDO_LIMIT,
  type UndoableDecision,
} from '@partnerdesk/contracts';
import type { Decision } from '../accounts';
import { type By, getOrMake } from '../platform';
import { CHANGING, type ItemOutcome, outcomeOfEach, writeReview } from './decide-item';
import type { Picture } from './review.models';
import { claimOfAnother, type ReviewedItem, TARGETS, type Target } from './review-items';

/** So many of a moderator's items are looked at for each kind: the largest bulk decision, and single ones below it. */
const LOOKED_AT = MAX_BULK_ITEMS + UNDO_LIMIT;

type Item = ReviewedItem & Partial<Pick<Picture, 'type'> & Record<Target['nameFields'][number], string>>;

/** What a moderator can take back, the last first. A decision over which somebody else has decided is theirs no more. */
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
    .select([idField, 'type', 'status', 'decisions', 'decidedAt', ...nameFields])
    .lean<Item[]>();
  const decisions = new Map<string, UndoableDecision>();
  for (const item of items) {
    const { [idField]: id, type } = item;
    const names = nameFields.map((field) => item[field] ?? '');
    const name = names.join(' ').trim();
    for (const { decisionID, from, to, at } of standingOwn(item, moderatorID)) {
      const shown = { ...(type !== undefined && { type }), ...(name && { name }) };
      const made = { decisionID, kind, id, from, to, at: at.toISOString(), ...shown, items: 0 };
      getOrMake(decisions, decisionID, (): UndoableDecision => made).items += 1;
    }
  }
  const last = items.at(-1);
  const cut = items.length === LOOKED_AT && decisions.get(last?.decisions.at(-1)?.decisionID ?? '');
  // It may be about more items than were looked at: all of them come back.
  if (last && cut)
    cut.items = await model.countDocuments({ decidedBy: moderatorID, decidedAt: last.decidedAt, ...scope });
  return [...decisions.values()];
}

/** The decisions on top of the stack that are all this moderator's: each can be taken back once those above it are. */
function standingOwn({ decisions, status }: ReviewedItem, moderatorID: number): Decision[] {
  // The accounts screens may have changed the status of staff since.
  if (decisions.at(-1)?.to !== status) return [];
  const other = decisions.findLastIndex(({ by }) => by !== moderatorID);
  return decisions.slice(other + 1);
}

/**
 * Takes back the moderator's last decision that stands, or the one named. Of a bulk decision each item that was changed
 * since or is open elsewhere stays, and the others are as they were before.
 * @returns the first item that is as it was before, and what became of the others of a bulk decision
 * @throws AppError not_found when there is none; conflict when no item of it could be brought back
 */
export async function undoDecision(
  by: By,
  decisionID: string | undefined,
): Promise<DecisionResult & { others: ItemOutcome[] }> {
  const moderatorID = by.actor.id;
  const undoable = await listUndoable(moderatorID);
  const found = decisionID ? undoable.find((each) => each.decisionID === decisionID) : undoable[0];
  if (!found) throw new AppError('not_found', 'There is no decision of yours to undo');
  const { model, idField, scope } = TARGETS[found.kind];
  const items = await model
    .find({ decidedBy: moderatorID, decidedAt: new Date(found.at), ...scope })
    .lean<ReviewedItem[]>();
  const outcomes = await outcomeOfEach(
    items.filter(({ decisions }) => decisions.at(-1)?.decisionID === found.decisionID),
    (item) => item[idField],
    (item) => undoItem(found.kind, item, by),
  );
  const first = outcomes.find((outcome) => 'result' in outcome);
  if (first) return { ...first.result, others: outcomes.filter((outcome) => outcome !== first) };
  const [refused] = outcomes;
  if (refused && 'error' in refused) throw refused.error;
  throw new AppError('conflict', CHANGED_SINCE);
}

const CHANGED_SINCE = 'This item was changed since, so the decision cannot be undone';

async function undoItem(kind: ReviewKind, item: ReviewedItem, by: By): Promise<DecisionResult> {
  const decision = item.decisions.at(-1);
  if (!decision || item.status !== decision.to) throw new AppError('conflict', CHANGED_SINCE);
  const { id, emailAddress: name } = by.actor;
  const claim = claimOfAnother(item.claim, id);
  if (claim) throw new AppError('conflict', `${claim.name} has this item open`);
  const { from, to, wasGood } = decision;
  const decisions = item.decisions.slice(0, -1);
  const before = decisions.at(-1);
  const given = { by: id, name, at: new Date(), from: to, to: from, reason: '', note: '' };
  const decided = { decidedBy: before?.by ?? null, decidedAt: before?.at ?? null };
  const undone = await writeReview(kind, item, by, {
    line: { ...given, action: 'undone' },
    set: { decisions, ...decided, ...(wasGood !== undefined && { isGood: wasGood }) },
    entry: { action: `${kind}.decision-undone`, before: { status: to }, after: { status: from } },
  });
  if (!undone) throw new AppError('conflict', CHANGING);
  return undone;
}

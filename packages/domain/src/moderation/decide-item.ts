import { randomUUID } from 'node:crypto';
import { AppError, type AuditAction, type DecisionResult, type ReviewKind } from '@partnerdesk/contracts';
import { type Decision, KEPT_DECISIONS, KEPT_HISTORY } from '../accounts';
import { type Actor, type AuditEntry, deliverAudit, domainConfig, withAudit } from '../platform';
import { claimOfAnother, free } from './claims';
import { publishReviewChange } from './review-changes';
import { findItemOrThrow, type ReviewedItem, TARGETS } from './targets';

/** A judgement of one item. */
export interface Judgement {
  kind: ReviewKind;
  id: number;
  to: number;
  /** What else the item has to be. */
  where?: Record<string, unknown>;
  /** States it may be given in. */
  from: readonly number[];
  /** The item's `review` as the moderator saw it; missing: whatever state allows it. */
  review?: number | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  /** Of profiles. */
  isGood?: boolean | undefined;
  /** Missing: a decision of its own. */
  stamp?: DecisionStamp | undefined;
}

/** What makes several judgements one decision, which is undone as one. */
export interface DecisionStamp {
  decisionID: string;
  at: Date;
}

/** The stamp of a decision that is made now. */
export const newStamp = (): DecisionStamp => ({ decisionID: randomUUID(), at: new Date() });

/** Where the request came from, for the audit log. */
export interface Origin {
  requestId?: string;
  address?: string;
}

/** One that was changed between the look and the write is looked at again so often. */
const TRIES = 4;

/**
 * Gives an item its new status, in one write that only succeeds on the state that was looked at and while nobody else
 * has the item open. The moderator's own last decision once more is that decision: a repeat changes nothing.
 * @throws AppError not_found; conflict saying what happened: decided meanwhile, not allowed in its state, claimed
 */
export async function decideItem(
  judgement: Judgement,
  moderator: Actor,
  origin: Origin = {},
): Promise<DecisionResult> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const item = await findItemOrThrow(judgement.kind, judgement.id, judgement.where);
    const { kind, id, to: status } = judgement;
    if (isRepeat(judgement, item, moderator)) return { kind, id, status, review: item.review };
    checkOrThrow(judgement, item, moderator);
    const decision = decisionOf(judgement, item, moderator);
    const entry = entryOf(judgement, decision, moderator, origin);
    if (!(await write(judgement, item, decision, entry))) continue;
    publishReviewChange({ kind, id, moderator });
    return { kind, id, status, review: item.review + 1 };
  }
  throw new AppError('conflict', 'This item is being changed by others. Please look again');
}

/** Whether the item is as it is by this very judgement: its answer was lost, or it was sent twice. */
function isRepeat(judgement: Judgement, item: ReviewedItem, moderator: Actor): boolean {
  const { to, review, reason = '', note = '', isGood } = judgement;
  const last = item.history.at(-1);
  return (
    item.status === to &&
    last?.by === moderator.id &&
    last.to === to &&
    last.reason === reason &&
    last.note === note &&
    (review === undefined || review === item.review - 1) &&
    (isGood === undefined || isGood === item.isGood)
  );
}

function checkOrThrow({ kind, to, from, review }: Judgement, item: ReviewedItem, moderator: Actor): void {
  const changed = review !== undefined && review !== item.review;
  if (changed || !from.includes(item.status)) {
    throw new AppError('conflict', whatHappened(kind, item, to), undefined, {
      status: item.status,
      review: item.review,
    });
  }
  const claim = claimOfAnother(item.claim, moderator.id);
  if (claim) {
    throw new AppError('conflict', `${claim.name} has this item open`, undefined, {
      status: item.status,
      review: item.review,
      claim: { by: claim.name, until: claim.until.toISOString(), mine: false },
    });
  }
}

/** The item's last line of history in words. */
function whatHappened(kind: ReviewKind, item: ReviewedItem, to: number): string {
  const last = item.history.at(-1);
  if (last) return `Already ${last.action} by ${last.name}, ${momentText(last.at)}`;
  return `This item may not be ${TARGETS[kind].actions[to] ?? 'changed'} in its state`;
}

/** In the business's time, as the history beside the item has it. */
function momentText(at: Date): string {
  const { timeZone } = domainConfig();
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

function decisionOf(judgement: Judgement, item: ReviewedItem, moderator: Actor): Decision {
  return {
    ...(judgement.stamp ?? newStamp()),
    by: moderator.id,
    name: moderator.emailAddress,
    from: item.status,
    to: judgement.to,
    reason: judgement.reason ?? '',
    note: judgement.note ?? '',
    ...(judgement.isGood !== undefined && { wasGood: item.isGood ?? false }),
  };
}

/**
 * @param entry of the audit log, about it
 * @returns whether the item was still in the state that was looked at
 */
async function write(
  { kind, id, to, isGood }: Judgement,
  item: ReviewedItem,
  decision: Decision,
  entry: AuditEntry,
): Promise<boolean> {
  const { model, idField, scope, actions, changesWith } = TARGETS[kind];
  const { decisionID: _, wasGood: __, ...line } = decision;
  const update = {
    $set: {
      status: to,
      review: (item.review ?? 0) + 1,
      decidedBy: decision.by,
      decidedAt: decision.at,
      ...changesWith(to),
      ...(isGood !== undefined && { isGood }),
    },
    $unset: { claim: 1 as const },
    $push: {
      decisions: { $each: [decision], $slice: -KEPT_DECISIONS },
      history: { $each: [{ ...line, action: actions[to] }], $slice: -KEPT_HISTORY },
    },
  };
  const { matchedCount } = await model.updateOne(
    {
      [idField]: id,
      ...scope,
      status: item.status,
      review: reviewIs(item.review),
      ...free(decision.by, decision.at),
    },
    withAudit(update, entry),
  );
  if (matchedCount === 0) return false;
  await deliverAudit(model, { [idField]: id });
  return true;
}

/** Staff who were there before reviews were have none yet. */
export function reviewIs(review: number | undefined): number | null | { $in: (number | null)[] } {
  return review ? review : { $in: [0, null] };
}

function entryOf(
  { kind, id, isGood }: Judgement,
  { from, to, reason, note, wasGood }: Decision,
  actor: Actor,
  origin: Origin,
): AuditEntry {
  return {
    actor,
    action: `${kind}.${TARGETS[kind].actions[to]}` as AuditAction,
    subject: { type: kind, id },
    before: { status: from, ...(wasGood !== undefined && { isGood: wasGood }) },
    after: { status: to, reason, note, ...(isGood !== undefined && { isGood }) },
    ...origin,
  };
}

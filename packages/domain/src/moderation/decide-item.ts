import { randomUUID } from 'node:crypto';
import { AppError, type AuditAction, type DecisionResult, type ReviewKind } from '@partnerdesk/contracts';
import { type Decision, type HistoryEntry, KEPT_DECISIONS, KEPT_HISTORY } from '../accounts';
import {
  type Actor,
  type AuditEntry,
  type By,
  deliverAudit,
  domainConfig,
  slicesOf,
  withAudit,
} from '../platform';
import { claimOfAnother, freeFor } from './claims';
import { publishReviewChange } from './review-changes';
import { findItemOrThrow, type ReviewedItem, TARGETS } from './targets';

/** What a moderator gives an item. */
export interface Given {
  to: number;
  /** The item's `review` as the moderator saw it; missing: whatever state allows it. */
  review?: number | undefined;
  reason?: string | undefined;
  note?: string | undefined;
  /** Missing: a decision of its own. */
  stamp?: ReturnType<typeof newStamp> | undefined;
}

interface Judgement extends Given {
  kind: ReviewKind;
  id: number;
  /** What else the item has to be. */
  where?: Record<string, unknown>;
  /** States it may be given in. */
  from: readonly number[];
  /** Of profiles. */
  isGood?: boolean | undefined;
}

/** The stamp of a decision that is made now: judgements that have the same are undone as one. */
export const newStamp = () => ({ decisionID: randomUUID(), at: new Date() });

/** Where the request came from, for the audit log. */
export type Origin = Omit<By, 'actor'>;

/** One that was changed between the look and the write is looked at again so often. */
const TRIES = 4;

/**
 * Gives an item its new status, in one write that only succeeds on the state that was looked at and while nobody else has it
 * open. The moderator's own last decision again changes nothing.
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
    const decided = await decideAsRead(judgement, item, moderator, origin);
    if (decided) return decided;
  }
  throw new AppError('conflict', CHANGING);
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
  const state = { status: item.status, review: item.review };
  const changed = review !== undefined && review !== item.review;
  if (changed || !from.includes(item.status))
    throw new AppError('conflict', whatHappened(kind, item, to), undefined, state);
  const claim = claimOfAnother(item.claim, moderator.id);
  if (!claim) return;
  const held = { by: claim.name, until: claim.until.toISOString(), mine: false };
  throw new AppError('conflict', `${claim.name} has this item open`, undefined, { ...state, claim: held });
}

/** The item's last line of history in words. */
function whatHappened(kind: ReviewKind, item: ReviewedItem, to: number): string {
  const last = item.history.at(-1);
  if (!last) return `This item may not be ${TARGETS[kind].actions[to] ?? 'changed'} in its state`;
  // In the business's time, as the history beside the item has it.
  const { timeZone } = domainConfig();
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return `Already ${last.action} by ${last.name}, ${moment.format(last.at)}`;
}

/** @returns undefined as writeReview */
function decideAsRead(
  { kind, to, isGood, reason = '', note = '', stamp = newStamp() }: Judgement,
  item: ReviewedItem,
  moderator: Actor,
  origin: Origin,
): Promise<DecisionResult | undefined> {
  const wasGood = isGood === undefined ? undefined : (item.isGood ?? false);
  const { decisionID, at } = stamp;
  const given = { at, by: moderator.id, name: moderator.emailAddress, from: item.status, to, reason, note };
  const decision: Decision = { decisionID, ...given, ...(wasGood !== undefined && { wasGood }) };
  const action = TARGETS[kind].actions[to] as string;
  const author: By = { actor: moderator, ...origin };
  return writeReview(kind, item, author, {
    line: { ...given, action },
    set: { decidedBy: moderator.id, decidedAt: at },
    isGood,
    update: { $unset: { claim: 1 }, $push: { decisions: { $each: [decision], $slice: -KEPT_DECISIONS } } },
    entry: {
      action: `${kind}.${action}` as AuditAction,
      before: { status: item.status, ...(wasGood !== undefined && { isGood: wasGood }) },
      after: { status: to, reason, note, ...(isGood !== undefined && { isGood }) },
    },
  });
}

/** A judgement, or what takes one back. */
interface ReviewWrite {
  line: HistoryEntry;
  set: Partial<ReviewedItem>;
  /** Of profiles. */
  isGood: boolean | undefined;
  update?: { $unset?: object; $push?: object };
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>;
}

/** What is said of an item that others are too quick with. */
export const CHANGING = 'This item is being changed by others. Please look again';

/** Gives an item the status of `line`, if it still is as read and nobody else has it open. @returns undefined: it is not */
export async function writeReview(
  kind: ReviewKind,
  item: ReviewedItem,
  author: By,
  { line, set, isGood, update, entry }: ReviewWrite,
): Promise<DecisionResult | undefined> {
  const { model, idField, scope, changesWith } = TARGETS[kind];
  const { at, by, to: status } = line;
  const id = item[idField];
  const review = item.review + 1;
  const reviewed = {
    ...update,
    $set: { status, review, ...set, ...changesWith(status), ...(isGood !== undefined && { isGood }) },
    $push: { ...update?.$push, history: { $each: [line], $slice: -KEPT_HISTORY } },
  };
  const { matchedCount } = await model.updateOne(
    {
      [idField]: id,
      ...scope,
      // The accounts screens change the status of staff without a review.
      status: item.status,
      // Staff who were there before reviews were have none yet.
      review: item.review || { $in: [0, null] },
      ...freeFor(by, at),
    },
    withAudit(reviewed, { ...author, ...entry, subject: { type: kind, id } }),
  );
  if (matchedCount === 0) return undefined;
  await deliverAudit(model, { [idField]: id });
  publishReviewChange({ kind, id, moderator: author.actor });
  return { kind, id, status, review };
}

/** What became of one item of a decision on many: its new state, or why it was refused. */
export type ItemOutcome = { id: number; result: DecisionResult } | { id: number; error: unknown };

/** At a time: enough to hide the waits, few enough to leave the database to others. */
const AT_A_TIME = 4;

/** Works on each item by itself: one that is refused does not keep the others back. Outcomes in the order given. */
export async function outcomeOfEach<Item>(
  items: readonly Item[],
  idOf: (item: Item) => number,
  work: (item: Item) => Promise<DecisionResult>,
): Promise<ItemOutcome[]> {
  const outcomes: ItemOutcome[] = [];
  for (const slice of slicesOf(items, AT_A_TIME)) {
    const group = slice.map((item): Promise<ItemOutcome> => {
      const id = idOf(item);
      return work(item).then(
        (result) => ({ id, result }),
        (error: unknown) => ({ id, error }),
      );
    });
    outcomes.push(...(await Promise.all(group)));
  }
  return outcomes;
}

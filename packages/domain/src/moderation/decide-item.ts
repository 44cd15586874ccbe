import { randomUUID } from 'node:crypto';
import {
  AppError,
  type AuditAction,
  type DecisionResult,
  type ImageType,
  imageStatesBefore,
  PICTURE_TYPES,
  PROFILE_STATUS,
  type ReviewKind,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import { type Decision, type HistoryEntry, KEPT_DECISIONS, KEPT_HISTORY } from '../accounts';
import { type AuditEntry, type By, domainConfig, slicesOf, updateAudited } from '../platform';
import { PictureModel } from './review.models';
import {
  claimOfAnother,
  findItemOrThrow,
  freeFor,
  publishReviewChange,
  type ReviewedItem,
  TARGETS,
} from './review-items';

/** What a moderator gives an item. */
interface Given {
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

type PictureJudgement = Given & { photoID: number; type: ImageType };

/** The stamp of a decision that is made now: judgements that have the same are undone as one. */
const newStamp = () => ({ decisionID: randomUUID(), at: new Date() });

/** The picture that a decision names by the identifier of its type (docs/PRODUCT.md §7). @throws AppError not_found */
export async function findPhotoIdOrThrow(type: ImageType, identifier: number): Promise<number> {
  const { namedBy } = PICTURE_TYPES[type];
  if (namedBy === 'photoID') return identifier;
  const picture = await PictureModel.findOne({ type, [namedBy]: identifier, stage: 'ready' })
    .sort({ photoID: -1 })
    .select({ photoID: 1 })
    .lean();
  if (!picture) throw new AppError('not_found', 'There is no such picture');
  return picture.photoID;
}

/** Approves, rejects or hides a picture (docs/PRODUCT.md §4). @throws AppError invalid_input: not of this type; as decideItem */
export async function decidePicture({ photoID: id, type, ...given }: PictureJudgement, by: By) {
  const from = imageStatesBefore(type, given.to);
  if (from.length === 0) throw new AppError('invalid_input', 'Pictures of this type do not have this status');
  // The type decides what is allowed, so it has to be the picture's own.
  return decideItem({ kind: 'image', id, where: { type }, from, ...given }, by);
}

/** Decides many: one decision, undone as one, though each picture is judged by itself. @returns outcomes in the order given */
export function decidePictures(judgements: readonly PictureJudgement[], by: By): Promise<ItemOutcome[]> {
  const stamp = newStamp();
  return outcomeOfEach(
    judgements,
    ({ photoID }) => photoID,
    (judgement) => decidePicture({ ...judgement, stamp }, by),
  );
}

/** Approves (1) or rejects (2) a pending profile (docs/PRODUCT.md §4). @throws AppError as decideItem */
export const decideProfile = (
  { profileID: id, ...given }: Given & { profileID: number; isGood: boolean },
  by: By,
) => decideItem({ kind: 'profile', id, from: [PROFILE_STATUS.pending], ...given }, by);

/** Approves (1) or rejects (10) an application (docs/PRODUCT.md §4). @throws AppError as decideItem */
export const decideStaff = ({ staffID: id, ...given }: Given & { staffID: number }, by: By) =>
  decideItem({ kind: 'staff', id, from: [STAFF_STATUS.pending], ...given }, by);

/** One that was changed between the look and the write is looked at again so often. */
const TRIES = 4;

/**
 * Gives an item its new status, in one write that only succeeds on the state that was looked at and while nobody else has it
 * open. The moderator's own last decision again changes nothing.
 * @throws AppError not_found; conflict saying what happened: decided meanwhile, not allowed in its state, claimed
 */
export async function decideItem(judgement: Judgement, by: By): Promise<DecisionResult> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const item = await findItemOrThrow(judgement.kind, judgement.id, judgement.where);
    const { kind, id, to: status } = judgement;
    if (isRepeat(judgement, item, by.actor.id)) return { kind, id, status, review: item.review };
    checkOrThrow(judgement, item, by.actor.id);
    const decided = await decideAsRead(judgement, item, by);
    if (decided) return decided;
  }
  throw new AppError('conflict', CHANGING);
}

/** Whether the item is as it is by this very judgement: its answer was lost, or it was sent twice. */
function isRepeat(judgement: Judgement, item: ReviewedItem, moderatorID: number): boolean {
  const { to, review, reason = '', note = '', isGood } = judgement;
  const last = item.history.at(-1);
  return (
    item.status === to &&
    last?.by === moderatorID &&
    last.to === to &&
    last.reason === reason &&
    last.note === note &&
    (review === undefined || review === item.review - 1) &&
    (isGood === undefined || isGood === item.isGood)
  );
}

function checkOrThrow({ kind, to, from, review }: Judgement, item: ReviewedItem, moderatorID: number): void {
  const state = { status: item.status, review: item.review };
  const changed = review !== undefined && review !== item.review;
  if (changed || !from.includes(item.status))
    throw new AppError('conflict', whatHappened(kind, item, to), undefined, state);
  const claim = claimOfAnother(item.claim, moderatorID);
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
function decideAsRead(judgement: Judgement, item: ReviewedItem, by: By): Promise<DecisionResult | undefined> {
  const { kind, to, isGood, reason = '', note = '', stamp = newStamp() } = judgement;
  const wasGood = isGood === undefined ? undefined : (item.isGood ?? false);
  const { decisionID, at } = stamp;
  const { id, emailAddress: name } = by.actor;
  const given = { at, by: id, name, from: item.status, to, reason, note };
  const decision: Decision = { decisionID, ...given, ...(wasGood !== undefined && { wasGood }) };
  const action = TARGETS[kind].actions[to] as string;
  return writeReview(kind, item, by, {
    line: { ...given, action },
    set: { decidedBy: id, decidedAt: at, ...(isGood !== undefined && { isGood }) },
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
  { line, set, update, entry }: ReviewWrite,
): Promise<DecisionResult | undefined> {
  const { model, idField, scope, changesWith } = TARGETS[kind];
  const { at, by, to: status } = line;
  const id = item[idField];
  const review = item.review + 1;
  const reviewed = {
    ...update,
    $set: { status, review, ...set, ...changesWith?.(status) },
    $push: { ...update?.$push, history: { $each: [line], $slice: -KEPT_HISTORY } },
  };
  const asRead = {
    [idField]: id,
    ...scope,
    // The accounts screens change the status of staff without a review.
    status: item.status,
    // Staff who were there before reviews were have none yet.
    review: item.review || { $in: [0, null] },
    ...freeFor(by, at),
  };
  const audited = { ...author, ...entry, subject: { type: kind, id } };
  if (!(await updateAudited(model, asRead, reviewed, audited))) return undefined;
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

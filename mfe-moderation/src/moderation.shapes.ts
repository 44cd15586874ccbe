import type {
  BulkResult,
  ClaimInfo,
  DecisionResult,
  HistoryLine,
  ImageForReview,
  JudgementInfo,
  NearPicture,
  OpenedItem,
  ProfileForReview,
  QueueProgress,
  StaffForReview,
  UndoResult,
} from '@partnerdesk/contracts';
import { shape } from '@partnerdesk/web';

const { code, either, flag, listOf, nullable, number, oneOf, optional, record, text, word } = shape;

const isClaim = record<ClaimInfo>({ by: text, until: text, mine: flag });

const JUDGEMENT = { status: number, by: text, at: text, reason: text, note: text };

const isNear = record<NearPicture>({ ...JUDGEMENT, photoID: number, type: code, photo: text });

export const isImage = record<ImageForReview>({
  staffID: number,
  profileID: number,
  photoID: number,
  photo: text,
  status: number,
  type: code,
  memberID: number,
  review: number,
  width: number,
  height: number,
  dateCreated: text,
  claim: optional(isClaim),
  judgement: optional(record<JudgementInfo>(JUDGEMENT)),
  near: optional(isNear),
});

/** What rows lack that have the fields of docs/PRODUCT.md §3 alone. */
export const beyondImage = () => ({ type: 0, memberID: 0, review: 0, width: 0, height: 0, dateCreated: '' });
export const beyondProfile = () => ({ photo: '', isGood: false, review: 0, dateCreated: '' });
export const beyondApplication = () => ({ photo: '', review: 0, dateCreated: '' });

export const isProfile = record<ProfileForReview>({
  staffID: number,
  profileID: number,
  profileName: text,
  photo: text,
  tagLine: text,
  description: text,
  isGood: flag,
  review: number,
  dateCreated: text,
  claim: optional(isClaim),
});

export const isApplication = record<StaffForReview>({
  staffID: number,
  firstName: text,
  lastName: text,
  address1: text,
  address2: text,
  photo: text,
  review: number,
  dateCreated: text,
  claim: optional(isClaim),
});

export const isOpened = record<OpenedItem>({
  kind: word,
  id: number,
  status: number,
  review: number,
  claim: nullable(isClaim),
  history: listOf(
    record<HistoryLine>({
      at: text,
      by: text,
      action: text,
      from: number,
      to: number,
      reason: text,
      note: text,
    }),
  ),
  image: optional(isImage),
  near: listOf(isNear),
});

const DECISION = { kind: word<DecisionResult['kind']>, id: number, status: number, review: number };

/** A decision is answered with the item's new state, or with `true` (docs/RULES.md, On the wire). */
export const isDecided = either(record<DecisionResult>(DECISION), oneOf(true));

export const isBulk = listOf<BulkResult>(
  either(
    record<Extract<BulkResult, { ok: true }>>({ ...DECISION, ok: oneOf(true) }),
    record<Extract<BulkResult, { ok: false }>>({ ok: oneOf(false), id: number, code: text, message: text }),
  ),
);

export const isUndo = record<UndoResult>({ ...DECISION, others: isBulk });

export const isProgress = record<QueueProgress>({
  left: number,
  doneToday: number,
  oldest: nullable(text),
});

export const isReasons = listOf(text);

import { IMAGE_STATUS, type ImageType, PROFILE_STATUS, STAFF_STATUS } from './codes';
import { formatCount } from './formats';
import { PICTURE_TYPES } from './pictures';
import type { AccountKind } from './wire-accounts';
import type { ReviewKind } from './wire-moderation';

export type StatusKind = AccountKind | 'administrator' | 'image' | 'profile';

/** What the numbers of a status mean, as the office reads them (docs/PRODUCT.md §4). */
const STATUS_TEXT: Readonly<Record<StatusKind, Readonly<Record<number, string>>>> = {
  affiliate: { 0: 'New', 1: 'Approved', 2: 'Closed' },
  staff: {
    [STAFF_STATUS.pending]: 'Awaiting approval',
    [STAFF_STATUS.approved]: 'Approved',
    [STAFF_STATUS.rejected]: 'Rejected',
  },
  member: { 0: 'Inactive', 1: 'Active' },
  administrator: { 0: 'Open', 1: 'Open', 2: 'Closed' },
  image: {
    [IMAGE_STATUS.unprocessed]: 'Unprocessed',
    [IMAGE_STATUS.approved]: 'Approved',
    [IMAGE_STATUS.rejected]: 'Rejected',
    [IMAGE_STATUS.hidden]: 'Hidden',
  },
  profile: {
    [PROFILE_STATUS.pending]: 'Pending',
    [PROFILE_STATUS.approved]: 'Approved',
    [PROFILE_STATUS.rejected]: 'Rejected',
  },
};

export const isStatusKind = (kind: string): kind is StatusKind => Object.hasOwn(STATUS_TEXT, kind);

export const statusTexts = (kind: StatusKind) => STATUS_TEXT[kind];

/** A status in words; any further one of an affiliate is a closed account. */
export function statusText(kind: StatusKind, status: number): string {
  // An answer may name a kind that this version does not know.
  const known = statusTexts(kind)?.[status];
  if (known) return known;
  return kind === 'affiliate' ? `Closed (${status})` : `Status ${status}`;
}

const NOUNS: Readonly<Record<ReviewKind, string>> = {
  image: 'picture',
  profile: 'profile',
  staff: 'application',
};

/** What a moderator judges, in a sentence; of a picture its type. */
export const nounOfItem = ({ kind, type }: { kind: ReviewKind; type?: ImageType }): string =>
  (type && PICTURE_TYPES[type]?.noun) || NOUNS[kind];

/** What of a decision says in words what was decided; see UndoableDecision. */
interface DecidedItem {
  kind: ReviewKind;
  id: number;
  name?: string;
  to: number;
  items: number;
}

/** `Photo 12 approved`, `3 pictures rejected`, `Ann (4) approved`. */
export const decisionText = (decision: DecidedItem): string =>
  `${itemOf(decision)} ${statusText(decision.kind, decision.to).toLowerCase()}`;

function itemOf({ kind, id, name, items }: DecidedItem): string {
  if (items > 1) return `${formatCount(items)} pictures`;
  if (kind === 'image') return `Photo ${id}`;
  return name ? `${name} (${id})` : `${nounOfItem({ kind })} ${id}`;
}

import { type ReviewKind, STAFF_STATUS, statusText as textOfStatus } from '@partnerdesk/contracts';

/** A status in words (docs/PRODUCT.md §3); applications of staff are pending here. */
export function statusText(kind: ReviewKind, status: number): string {
  return kind === 'staff' && status === STAFF_STATUS.pending ? 'Pending' : textOfStatus(kind, status);
}

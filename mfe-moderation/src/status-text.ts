import { IMAGE_STATUS, type ReviewKind, STAFF_STATUS } from '@partnerdesk/contracts';

const IMAGE: Record<number, string> = {
  [IMAGE_STATUS.unprocessed]: 'Unprocessed',
  [IMAGE_STATUS.approved]: 'Approved',
  [IMAGE_STATUS.rejected]: 'Rejected',
  [IMAGE_STATUS.hidden]: 'Hidden',
};

/** A status in words (docs/PRODUCT.md §3). */
export function statusText(kind: ReviewKind, status: number): string {
  if (kind === 'image') return IMAGE[status] ?? String(status);
  if (status === 0) return 'Pending';
  if (kind === 'staff' && status === STAFF_STATUS.rejected) return 'Rejected';
  return IMAGE[status] ?? String(status);
}

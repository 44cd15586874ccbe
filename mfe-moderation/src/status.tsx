import {
  IMAGE_STATUS,
  type ReviewKind,
  STAFF_STATUS,
  statusText as textOfStatus,
} from '@partnerdesk/contracts';
import { Badge, type BadgeTone } from '@partnerdesk/web';

/** A status in words (docs/PRODUCT.md §3); applications of staff are pending here. */
export function statusText(kind: ReviewKind, status: number): string {
  return kind === 'staff' && status === STAFF_STATUS.pending ? 'Pending' : textOfStatus(kind, status);
}

const TONES: Partial<Record<number, BadgeTone>> = {
  [IMAGE_STATUS.approved]: 'good',
  [IMAGE_STATUS.rejected]: 'bad',
  [STAFF_STATUS.rejected]: 'bad',
};

interface StatusBadgeProps {
  kind: ReviewKind;
  status: number;
  /** Changes are read aloud. */
  live?: boolean;
}

/** The status of an item. */
export function StatusBadge({ kind, status, live = false }: StatusBadgeProps) {
  return (
    <Badge tone={TONES[status] ?? 'neutral'} live={live}>
      {statusText(kind, status)}
    </Badge>
  );
}

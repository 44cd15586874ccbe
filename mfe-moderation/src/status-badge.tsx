import { IMAGE_STATUS, type ReviewKind, STAFF_STATUS } from '@partnerdesk/contracts';
import { Badge, type BadgeTone } from '@partnerdesk/web';
import { statusText } from './status-text';

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

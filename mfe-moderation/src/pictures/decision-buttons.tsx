import { IMAGE_STATUS, type ImageForReview, mayChangeImage, PICTURE_TYPES } from '@partnerdesk/contracts';
import { singleClick } from '@partnerdesk/web';
import { SHOW_FIRST } from '../display/use-display';
import { Key } from '../key';

const { approved, rejected, hidden } = IMAGE_STATUS;
const DECISIONS = [
  { to: approved, label: 'Approve', key: 'A', look: 'btn-approve' },
  { to: rejected, label: 'Reject', key: 'R', look: 'btn-reject' },
  { to: hidden, label: 'Hide', key: 'H', look: 'btn-hide' },
];

interface DecisionButtonsProps {
  picture: ImageForReview;
  onDecide: (status: number) => void;
  /** Small and in lower case, as under a thumbnail; their accessible names then carry the photoID. */
  compact?: boolean;
  busy?: boolean;
  /** It has to be shown before it can be approved. */
  isUnread?: boolean;
  /** Why nothing can be decided at this moment. */
  held?: string;
}

/** The decisions that a status allows (docs/PRODUCT.md §2), each in its own place: a click too many decides nothing. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { picture, onDecide, compact = false, busy = false, isUnread = false, held } = props;
  const { photoID, type, status } = picture;
  const places = DECISIONS.filter(({ to }) => to !== hidden || PICTURE_TYPES[type].mayHide);
  const hintOf = (to: number) => held ?? (isUnread && to === approved ? SHOW_FIRST : undefined);
  return places.map(({ to, label, key, look }) =>
    mayChangeImage(type, status, to) ? (
      <button
        key={key}
        type="button"
        className={`btn ${compact ? 'btn-sm' : ''} ${look}`}
        aria-label={compact ? `${label.toLowerCase()} photo ${photoID}` : undefined}
        aria-disabled={busy || hintOf(to) !== undefined}
        title={hintOf(to)}
        onClick={singleClick(() => onDecide(to))}
      >
        {label}
        {!compact && <Key>{key}</Key>}
      </button>
    ) : (
      <span key={key} />
    ),
  );
}

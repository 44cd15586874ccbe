import {
  IMAGE_STATUS,
  type OfficeDashboard,
  PICTURE_TYPES,
  type ReviewKind,
  type UndoableDecision,
} from '@partnerdesk/contracts';
import { formatCount, Moment, Panel } from '@partnerdesk/web';

/** How far the person has come today, and their last decisions; nothing for who has decided nothing. */
export function OwnDecisions({
  decisions: { today, latest },
}: {
  decisions: NonNullable<OfficeDashboard['ownDecisions']>;
}) {
  if (latest.length === 0) return null;
  return (
    <Panel title="Your decisions">
      <p className="pd-panel-muted">{formatCount(today)} today. The latest:</p>
      <ul className="sh-decisions">
        {latest.map((decision) => (
          <li key={decision.decisionID}>
            <span>{wordsOf(decision)}</span>
            <span className="pd-panel-muted">
              <Moment at={decision.at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const NOUNS: Record<ReviewKind, string> = { image: 'picture', profile: 'profile', staff: 'application' };

/** `Approved photo id 12`, `Rejected 5 gallery pictures`. */
function wordsOf({ kind, type, id, to, items }: UndoableDecision): string {
  const noun = type ? PICTURE_TYPES[type].noun : NOUNS[kind];
  const verb =
    to === IMAGE_STATUS.approved
      ? 'Approved'
      : kind === 'image' && to === IMAGE_STATUS.hidden
        ? 'Hid'
        : 'Rejected';
  return items > 1 ? `${verb} ${formatCount(items)} ${noun}s` : `${verb} ${noun} ${id}`;
}

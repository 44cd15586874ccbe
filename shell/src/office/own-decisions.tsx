import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  type OfficeDashboard,
  type UndoableDecision,
} from '@partnerdesk/contracts';
import { formatCount, Moment, Panel } from '@partnerdesk/web';

const PICTURES: Record<ImageType, string> = {
  [IMAGE_TYPE.photoId]: 'photo id',
  [IMAGE_TYPE.profilePic]: 'profile picture',
  [IMAGE_TYPE.galleryPic]: 'gallery picture',
  [IMAGE_TYPE.memberPic]: 'member picture',
};

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

/** `Approved photo id 12`, `Rejected 5 gallery pictures`. */
function wordsOf({ kind, type, id, to, items }: UndoableDecision): string {
  const noun =
    kind === 'staff' ? 'application' : kind === 'profile' ? 'profile' : type ? PICTURES[type] : 'picture';
  const verb =
    to === IMAGE_STATUS.approved
      ? 'Approved'
      : kind === 'image' && to === IMAGE_STATUS.hidden
        ? 'Hid'
        : 'Rejected';
  return items > 1 ? `${verb} ${formatCount(items)} ${noun}s` : `${verb} ${noun} ${id}`;
}

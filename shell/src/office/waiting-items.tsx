import { type ModerationQueues, QUEUE_OF_PATH } from '@partnerdesk/contracts';
import { formatCount, Panel } from '@partnerdesk/web';
import { MenuLink } from '../menus/menu-link';

const LABELS: Record<keyof ModerationQueues, string> = {
  photoIds: 'Photo ids',
  profilePics: 'Profile pictures',
  galleryPics: 'Gallery pictures',
  memberPics: 'Member pictures',
  profiles: 'Profiles',
  staff: 'Staff applications',
};

/** How many items wait to be judged in each queue, each a way to its screen. */
export function WaitingItems({ waiting }: { waiting: ModerationQueues }) {
  const all = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  return (
    <Panel title={all ? 'Waiting for moderation' : 'Waiting for moderation: nothing'}>
      <ul className="pd-tiles pd-tiles-narrow">
        {Object.entries(QUEUE_OF_PATH).map(([path, queue]) => (
          <li key={path}>
            <MenuLink path={path} className="pd-tile sh-count-tile">
              <span>{LABELS[queue]}</span>
              <strong>{formatCount(waiting[queue])}</strong>
            </MenuLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { type OfficeDashboard, QUEUE_OF_PATH } from '@partnerdesk/contracts';
import { formatAge, formatCount, formatUsd } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { ScreenLink } from '../menus/screen-link';

type Waiting = NonNullable<OfficeDashboard['waiting']>;

const LABELS: Record<keyof Waiting, string> = {
  photoIds: 'Photo ids',
  profilePics: 'Profile pictures',
  galleryPics: 'Gallery pictures',
  memberPics: 'Member pictures',
  profiles: 'Profiles',
  staff: 'Staff applications',
};

/** What waits for somebody, and since when: the moderators' queues, and payrolls that need a second person. */
export function QueueCards({ waiting, approvals }: Pick<OfficeDashboard, 'waiting' | 'approvals'>) {
  if (!waiting && !approvals) return null;
  return (
    <section className="sh-cards sh-queues" aria-labelledby="queues-title">
      <h2 id="queues-title">Waiting</h2>
      <FigureCards>
        {waiting &&
          Object.entries(QUEUE_OF_PATH).map(([path, queue]) => (
            <FigureCard
              key={path}
              label={<ScreenLink path={path}>{LABELS[queue]}</ScreenLink>}
              value={formatCount(waiting[queue].count)}
              note={ageNote(waiting[queue].oldest)}
            />
          ))}
        {approvals && (
          <FigureCard
            label={<ScreenLink path="/payroll-approvals">Payroll approvals</ScreenLink>}
            value={formatCount(approvals.waiting)}
            note={`${formatUsd(approvals.amount)}, ${ageNote(approvals.oldestAt)}`}
          />
        )}
      </FigureCards>
    </section>
  );
}

const ageNote = (oldest: string | null) => (oldest ? `oldest ${formatAge(oldest)}` : 'nothing waits');

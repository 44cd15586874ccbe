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

/** The queue whose oldest item waits longest, and how to name it; undefined: nothing waits. */
export function longestWait(waiting: Waiting) {
  const [next] = Object.entries(QUEUE_OF_PATH)
    .flatMap(([path, queue]) => {
      const { oldest } = waiting[queue];
      return oldest ? [{ path, label: LABELS[queue], oldest }] : [];
    })
    .sort((one, other) => one.oldest.localeCompare(other.oldest));
  return next;
}

/** What waits for somebody, and since when: the moderators' queues, and payrolls that need a second person. */
export function QueueCards({
  waiting,
  approvals,
  isFirst,
}: Pick<OfficeDashboard, 'waiting' | 'approvals'> & {
  /** Reviewing is what the person comes for: its button is the primary one. */
  isFirst: boolean;
}) {
  if (!waiting && !approvals) return null;
  const next = waiting && longestWait(waiting);
  return (
    <section className="sh-cards sh-queues" aria-labelledby="queues-title">
      <div className="pd-panel-header">
        <h2 id="queues-title">Waiting</h2>
        {next && (
          <div className="pd-actions">
            <span className="pd-panel-muted">{`${next.label} wait longest: ${formatAge(next.oldest)}`}</span>
            <ScreenLink
              path={next.path}
              className={`btn btn-sm ${isFirst ? 'btn-primary' : 'btn-outline-primary'}`}
            >
              Start reviewing
            </ScreenLink>
          </div>
        )}
      </div>
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

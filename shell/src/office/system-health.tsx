import type { FailedJob, OfficeDashboard, QueueHealth, WaitingEventsSummary } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  formatCount,
  formatMoment,
  Panel,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useRetryJobMutation } from './office.api';

type Health = OfficeDashboard['health'];

/** How the system is, and the jobs that need somebody. */
export function SystemHealth({ health }: { health: Health }) {
  const formatTime = useFormatTime();
  return (
    <Panel title="System">
      <dl className="pd-facts">
        <dt>Worker</dt>
        <dd>{health.workerAlive ? 'running' : <strong className="text-danger">not heard from</strong>}</dd>
        <dt>Events last came in</dt>
        <dd>{health.lastEventsAt ? formatTime(health.lastEventsAt) : 'never'}</dd>
        {health.waitingEvents && (
          <>
            <dt>Waiting events</dt>
            <dd>{waitingText(health.waitingEvents, formatTime)}</dd>
          </>
        )}
      </dl>
      {health.queues.length > 0 && (
        <DataTable
          caption="Queues"
          columns={QUEUE_COLUMNS}
          rows={health.queues}
          rowKey={({ name }) => name}
        />
      )}
      {health.failedJobs.length > 0 && <FailedJobs jobs={health.failedJobs} />}
    </Panel>
  );
}

/** How many events wait, since when, and for what most of them do. */
function waitingText(
  { count, more, oldestSince, keys }: WaitingEventsSummary,
  formatTime: (instant: string) => string,
): string {
  const named = keys.map((each) => `${each.key.replace(':', ' ')} (${formatCount(each.count)})`).join(', ');
  const counted = `${more ? 'more than ' : ''}${formatCount(count)}`;
  return `${counted}, the oldest since ${formatTime(oldestSince)}; they wait for ${named}`;
}

const QUEUE_COLUMNS: Column<QueueHealth>[] = [
  { header: 'Queue', cell: ({ name, paused }) => (paused ? `${name} (paused)` : name), rowHeader: true },
  ...(['waiting', 'active', 'delayed', 'failed'] as const).map((state) => ({
    header: state[0]?.toUpperCase() + state.slice(1),
    cell: (queue: QueueHealth) => formatCount(queue[state]),
    numeric: true,
  })),
];

/** Jobs that have failed for good, each with a way to have it tried again. */
function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const formatTime = useFormatTime();
  const alerts = useAlerts();
  const [retryJob, { isLoading, originalArgs }] = useRetryJobMutation();
  const retry = async (id: string) => {
    // What fails raises its alert already.
    const answer = await retryJob(id);
    if (answer.data) alerts.success('The job is being tried again');
  };
  return (
    <>
      <h3 className="pd-subheading">Failed jobs</h3>
      <ul className="sh-failed-jobs">
        {jobs.map(({ id, name, failedAt, attempts, reason }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong> <code>{id}</code>
              <div className="pd-field-hint">
                {formatTime(failedAt)}, tried {attempts === 1 ? 'once' : `${attempts} times`}: {reason}
              </div>
            </div>
            <Button
              variant="outline-primary"
              size="sm"
              aria-label={`Retry ${id}`}
              disabled={isLoading && originalArgs === id}
              onClick={() => retry(id)}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Instants in the business's time. */
function useFormatTime(): (instant: string) => string {
  const { businessTimezone: timeZone } = useConfiguration();
  return (instant) => formatMoment(instant, timeZone);
}

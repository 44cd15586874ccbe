import type {
  FailedWorkSummary,
  OfficeDashboard,
  QueueHealth,
  WaitingEventsSummary,
} from '@partnerdesk/contracts';
import {
  type Column,
  DataTable,
  formatCount,
  formatMoment,
  Link,
  Panel,
  useConfiguration,
} from '@partnerdesk/web';
import { FAILED_WORK_LABELS } from '../failed-work/failed-work.api';

type Health = OfficeDashboard['health'];

/** How the system is, and the work that needs somebody. */
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
      {health.failedWork.length > 0 && <FailedWork failed={health.failedWork} />}
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

/** What needs somebody, and the way to it. */
function FailedWork({ failed }: { failed: readonly FailedWorkSummary[] }) {
  return (
    <>
      <h3 className="pd-subheading">Failed work</h3>
      <ul className="sh-failed-work">
        {failed.map(({ kind, count, more, reasons: [first] }) => (
          <li key={kind}>
            <Link to={`/failed-work?kind=${kind}`}>
              {FAILED_WORK_LABELS[kind]}: {more && 'more than '}
              {formatCount(count)}
            </Link>
            {first && <div className="pd-field-hint">{first.reason}</div>}
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

import type {
  OfficeDashboard,
  QueueHealth,
  RevealsOfPerson,
  WaitingEventsSummary,
} from '@partnerdesk/contracts';
import { formatAge, formatCount, Panel, useSession } from '@partnerdesk/web';
import type { ReactNode } from 'react';
import { FAILED_WORK_LABELS } from '../failed-work/failed-work.api';
import { ScreenLink } from '../menus/screen-link';

type ProblemsProps = Pick<OfficeDashboard, 'health' | 'reveals'>;

/** What went wrong or needs an eye; nothing while all is well. */
export function Problems({ health, reveals = [] }: ProblemsProps) {
  const { workerAlive, queues, failedWork, waitingEvents } = health;
  const problems: ReactNode[] = [
    !workerAlive && <Problem key="worker" title="The worker is not running" text={backlogText(queues)} />,
    ...queues
      .filter(({ paused }) => paused)
      .map(({ name, waiting }) => (
        <Problem
          key={name}
          title={`The queue ${name} is paused`}
          text={`${formatCount(waiting)} jobs wait`}
        />
      )),
    // All waiting events are one problem, below.
    ...failedWork
      .filter(({ kind }) => kind !== 'waiting-events')
      .map(({ kind, count, more, reasons: [first] }) => (
        <Problem
          key={kind}
          path="/failed-work"
          search={`?kind=${kind}`}
          title={`${FAILED_WORK_LABELS[kind]}: ${countText(count, more)}`}
          text={first?.reason}
        />
      )),
    waitingEvents && <WaitingEvents key="waiting" waiting={waitingEvents} />,
    ...reveals.map((person) => <Reveals key={person.emailAddress} {...person} />),
  ].filter(Boolean);
  if (problems.length === 0) return null;
  return (
    <Panel title="Problems">
      <ul className="sh-problems">{problems}</ul>
    </Panel>
  );
}

interface ProblemProps {
  title: string;
  text?: string | undefined;
  /** Where it is put right or looked into. */
  path?: string | undefined;
  search?: string;
}

function Problem({ title, text, path, search }: ProblemProps) {
  return (
    <li>
      {path ? (
        <ScreenLink path={path} search={search}>
          {title}
        </ScreenLink>
      ) : (
        <strong>{title}</strong>
      )}
      {text && <div className="pd-panel-muted">{text}</div>}
    </li>
  );
}

/** How many events wait, since when, and for what most of them do. */
function WaitingEvents({ waiting: { count, more, oldestSince, keys } }: { waiting: WaitingEventsSummary }) {
  const mayOpen = useSession()?.permissions.includes('payroll');
  const named = keys.map((each) => `${each.key.replace(':', ' ')} (${formatCount(each.count)})`).join(', ');
  return (
    <Problem
      path={mayOpen ? '/failed-work' : undefined}
      search="?kind=waiting-events"
      title={`Waiting events: ${countText(count, more)}`}
      text={`oldest ${formatAge(oldestSince)}; they wait for ${named}`}
    />
  );
}

/** Who has seen hidden numbers in full recently. */
function Reveals({ emailAddress, lastHour, lastDay }: RevealsOfPerson) {
  return (
    <Problem
      path="/audit-log"
      search={`?${new URLSearchParams({ actor: emailAddress })}`}
      title={`Numbers shown in full: ${formatCount(lastDay)}`}
      text={`to ${emailAddress} in the last day, ${formatCount(lastHour)} of them in the last hour`}
    />
  );
}

const countText = (count: number, more: boolean) => `${more ? 'more than ' : ''}${formatCount(count)}`;

/** What piles up meanwhile, of the queues that the permissions reach. */
function backlogText(queues: readonly QueueHealth[]): string | undefined {
  const jobs = queues.reduce((sum, { waiting }) => sum + waiting, 0);
  return jobs > 0 ? `${formatCount(jobs)} jobs wait` : undefined;
}

import type { OfficeDashboard, QueueHealth, WaitingEventsSummary } from '@partnerdesk/contracts';
import { formatAge, formatCount, useSession } from '@partnerdesk/web';
import { FAILED_WORK_LABELS } from '../failed-work/failed-work.api';

/** Something that waits for somebody. */
export interface Need {
  title: string;
  text?: string;
  /** Where it is done or looked into; the title leads there. */
  path?: string;
  search?: string;
  /** What goes wrong if nobody comes: first something that is broken or late, then money, then what waits in a queue. */
  risk: 'bad' | 'money' | 'queue';
  /** Instant or day since which, or until which, it waits: the earliest first. */
  since: string;
  badge?: string;
  action?: { label: string; path: string };
}

/** What went wrong or needs an eye; nothing while all is well. */
export function useProblems({ health, reveals = [] }: Pick<OfficeDashboard, 'health' | 'reveals'>): Need[] {
  const mayOpenWork = useSession()?.permissions.includes('payroll');
  const { workerAlive, queues, failedWork, waitingEvents } = health;
  const problem = (need: Omit<Need, 'risk' | 'since'>, since = ''): Need => ({ ...need, risk: 'bad', since });
  return [
    ...(workerAlive ? [] : [problem({ title: 'The worker is not running', text: backlogText(queues) })]),
    ...queues
      .filter(({ paused }) => paused)
      .map(({ name, waiting }) =>
        problem({ title: `The queue ${name} is paused`, text: `${formatCount(waiting)} jobs wait` }),
      ),
    // All waiting events are one problem, below.
    ...failedWork
      .filter(({ kind }) => kind !== 'waiting-events')
      .map(({ kind, count, more, oldestAt, reasons: [first] }) =>
        problem(
          {
            path: '/failed-work',
            search: `?kind=${kind}`,
            title: `${FAILED_WORK_LABELS[kind]}: ${countText(count, more)}`,
            text: first?.reason,
          },
          oldestAt ?? '',
        ),
      ),
    ...(waitingEvents
      ? [
          problem(
            {
              path: mayOpenWork ? '/failed-work' : undefined,
              search: '?kind=waiting-events',
              title: `Waiting events: ${countText(waitingEvents.count, waitingEvents.more)}`,
              text: waitingText(waitingEvents),
            },
            waitingEvents.oldestSince,
          ),
        ]
      : []),
    // Who has seen hidden numbers in full recently.
    ...reveals.map(({ emailAddress, lastHour, lastDay }) =>
      problem(
        {
          path: '/audit-log',
          search: `?${new URLSearchParams({ actor: emailAddress })}`,
          title: `Numbers shown in full: ${formatCount(lastDay)}`,
          text: `to ${emailAddress} in the last day, ${formatCount(lastHour)} of them in the last hour`,
        },
        'after all that is broken',
      ),
    ),
  ];
}

/** Since when events wait, and for what most of them do. */
function waitingText({ oldestSince, keys }: WaitingEventsSummary): string {
  const named = keys.map((each) => `${each.key.replace(':', ' ')} (${formatCount(each.count)})`).join(', ');
  return `oldest ${formatAge(oldestSince)}; they wait for ${named}`;
}

const countText = (count: number, more: boolean) => `${more ? 'more than ' : ''}${formatCount(count)}`;

/** What piles up meanwhile, of the queues that the permissions reach. */
function backlogText(queues: readonly QueueHealth[]): string | undefined {
  const jobs = queues.reduce((sum, { waiting }) => sum + waiting, 0);
  return jobs > 0 ? `${formatCount(jobs)} jobs wait` : undefined;
}

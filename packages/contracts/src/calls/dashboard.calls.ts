import {
  type CheckedOf,
  each,
  flag,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema/schema';
import { QUEUE_NAMES, REVIEW_KINDS } from '../wire-moderation';
import { call } from './call';
import { undoableFields } from './moderation.calls';
import { failedWorkSummary } from './office.calls';
import { payrollSchedule } from './payments.calls';
import { waitingItems } from './queues.calls';
import { statisticsDay, statisticsPeriod } from './statistics.calls';

/* The office's start page: what waits, what is due, how the product does (docs/PRODUCT.md §2). */

/** Of a kind whose screen the page can link to. */
const decision = object({ ...undoableFields, kind: oneOf(REVIEW_KINDS) });

/** How many hidden numbers (tax ids, account numbers) somebody of the office has seen in full. */
const reveals = object({
  emailAddress: text(),
  lastHour: number(),
  lastDay: number({ about: 'The last 24 hours' }),
});
export type RevealsOfPerson = CheckedOf<typeof reveals>;
const queueHealth = object({
  name: text(),
  waiting: number(),
  active: number(),
  delayed: number(),
  failed: number(),
  paused: flag(),
});
/** How a queue stands. */
export type QueueHealth = CheckedOf<typeof queueHealth>;
const waitingEvents = object({
  count: number({ about: '10,000 at most' }),
  more: flag({ about: 'Whether there are more' }),
  oldestSince: instant({ about: 'Since when the oldest one waits' }),
  keys: list(object({ key: text({ example: 'member:12' }), count: number() }), {
    about: 'What most of them wait for',
  }),
});
/** Events that wait for a member, sale or person not known yet. */
export type WaitingEventsSummary = CheckedOf<typeof waitingEvents>;

const dashboard = object({
  waiting: optional(
    object(each(QUEUE_NAMES, waitingItems), { about: 'Permission moderation: what waits to be judged' }),
  ),
  ownDecisions: optional(
    object(
      { today: number(), latest: list(decision) },
      { about: 'Permission moderation: how many items the person decided today, and the last decisions' },
    ),
  ),
  payrollDue: optional(
    object(
      { affiliates: payrollSchedule, operators: payrollSchedule },
      { about: 'Permission payroll: what is to be paid by when' },
    ),
  ),
  approvals: optional(
    object(
      { waiting: number(), amount: number(), oldestAt: instant() },
      { about: 'Permission payroll or payroll.approve: requests that wait for a second person, if any do' },
    ),
  ),
  reveals: optional(
    list(reveals, { about: 'Permission audit: who has seen hidden numbers in full within the last day' }),
  ),
  figures: optional(
    object(
      {
        today: statisticsDay,
        yesterday: statisticsDay,
        month: statisticsPeriod,
        monthBefore: statisticsPeriod,
      },
      { about: 'Permission statistics: two days, the month so far and the same days of the month before' },
    ),
  ),
  health: object({
    workerAlive: flag(),
    lastEventsAt: nullable(instant({ about: 'When events last came in; null: never' })),
    waitingEvents: nullable(waitingEvents),
    queues: list(queueHealth, { about: 'Those whose jobs the permissions reach' }),
    failedWork: list(failedWorkSummary, { about: 'Of the kinds that the permissions reach, those with any' }),
  }),
});
export type OfficeDashboard = CheckedOf<typeof dashboard>;

export const officeDashboardCall = call('GET /api/office-dashboard', {
  about: 'What waits, what is due and how the product does: each part as far as the permissions reach',
  who: 'office',
  answer: dashboard,
});

import type {
  OfficeDashboard,
  PayrollSchedule,
  QueueHealth,
  RevealsOfPerson,
  StatisticsPeriod,
  UndoableDecision,
  WaitingEventsSummary,
  WaitingItems,
} from '@partnerdesk/contracts';
import { type FailedWorkSummary, failedWorkSummary, matches, REVIEW_KINDS } from '@partnerdesk/contracts';
import { api, type Shape, shape } from '@partnerdesk/web';

const { either, flag, listOf, mapOf, nullable, number, oneOf, optional, record, text } = shape;

const isSchedule = record<PayrollSchedule>({
  dueDate: text,
  endDate: text,
  persons: number,
  amount: number,
  overdue: flag,
});
const isItems = record<WaitingItems>({ count: number, oldest: nullable(text) });
type Figures = NonNullable<OfficeDashboard['figures']>;
/** A day and any of its figures. */
const isDay = mapOf(either(text, number)) as Shape<Figures['today']>;
const isPeriod = record<StatisticsPeriod>({
  startDate: text,
  endDate: text,
  statistics: mapOf(number),
  days: listOf(isDay),
});
const isQueue = record<QueueHealth>({
  name: text,
  waiting: number,
  active: number,
  delayed: number,
  failed: number,
  paused: flag,
});
const isWaitingEvents = record<WaitingEventsSummary>({
  count: number,
  more: flag,
  oldestSince: text,
  keys: listOf(record<WaitingEventsSummary['keys'][number]>({ key: text, count: number })),
});
const isOwnDecision = record<UndoableDecision>({
  decisionID: text,
  kind: oneOf(...REVIEW_KINDS),
  id: number,
  type: optional(number) as Shape<UndoableDecision['type']>,
  from: number,
  to: number,
  at: text,
  items: number,
});
const isDashboard = record<OfficeDashboard>({
  waiting: optional(
    record<NonNullable<OfficeDashboard['waiting']>>({
      photoIds: isItems,
      profilePics: isItems,
      galleryPics: isItems,
      memberPics: isItems,
      profiles: isItems,
      staff: isItems,
    }),
  ),
  ownDecisions: optional(
    record<NonNullable<OfficeDashboard['ownDecisions']>>({ today: number, latest: listOf(isOwnDecision) }),
  ),
  payrollDue: optional(
    record<NonNullable<OfficeDashboard['payrollDue']>>({ affiliates: isSchedule, operators: isSchedule }),
  ),
  approvals: optional(
    record<NonNullable<OfficeDashboard['approvals']>>({ waiting: number, amount: number, oldestAt: text }),
  ),
  reveals: optional(
    listOf(record<RevealsOfPerson>({ emailAddress: text, lastHour: number, lastDay: number })),
  ),
  figures: optional(
    record<Figures>({ today: isDay, yesterday: isDay, week: isPeriod, weekBefore: isPeriod }),
  ),
  health: record<OfficeDashboard['health']>({
    workerAlive: flag,
    lastEventsAt: nullable(text),
    waitingEvents: nullable(isWaitingEvents),
    queues: listOf(isQueue),
    failedWork: listOf((each): each is FailedWorkSummary => matches(failedWorkSummary, each)),
  }),
});

const officeApi = api.enhanceEndpoints({ addTagTypes: ['Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load, and asks again. */
    getOfficeDashboard: build.query<OfficeDashboard, void>({
      query: () => 'office-dashboard',
      extraOptions: { quiet: true, expects: isDashboard },
      providesTags: ['Office'],
    }),
  }),
});

export const { useGetOfficeDashboardQuery } = officeApi;

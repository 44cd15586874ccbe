import type { PayrollSchedule } from './calls/payments.calls';
import type { BusinessDay, DayRange } from './days';
import type { FailedWorkSummary } from './wire-failed-work';
import type { ModerationQueues, UndoableDecision, WaitingItems } from './wire-moderation';

/** A figure of the statistics screens: its name on the wire, what it says, how it is shown (docs/PRODUCT.md §9). */
interface StatisticsFieldInfo {
  name: string;
  label: string;
  unit: 'count' | 'usd';
  /** The heading it stands under. */
  group: 'Sales' | 'Notifications' | 'Messages' | 'Packages' | 'Calls' | 'Tips';
  /** Also a figure of staff statistics (docs/PRODUCT.md §3 "Staff statistics"). */
  staff: boolean;
}

/** Every figure, in the order of docs/PRODUCT.md §3 "Site statistics". */
export const STATISTICS_FIELDS = [
  { name: 'salesCount', group: 'Sales', label: 'Sales', unit: 'count', staff: false },
  { name: 'salesAmount', group: 'Sales', label: 'Sales amount', unit: 'usd', staff: false },
  { name: 'payoutAmount', group: 'Sales', label: 'Payout amount', unit: 'usd', staff: false },
  { name: 'refundsCount', group: 'Sales', label: 'Refunds', unit: 'count', staff: false },
  { name: 'refundsAmount', group: 'Sales', label: 'Refunds amount', unit: 'usd', staff: false },
  { name: 'newMembersCount', group: 'Sales', label: 'New members', unit: 'count', staff: false },
  {
    name: 'textNotificationsSentToStaff',
    group: 'Notifications',
    label: 'Text notifications sent to staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'emailNotificationsSentToStaff',
    group: 'Notifications',
    label: 'Email notifications sent to staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'textNotificationsSentToMember',
    group: 'Notifications',
    label: 'Text notifications sent to members',
    unit: 'count',
    staff: false,
  },
  {
    name: 'emailNotificationsSentToMember',
    group: 'Notifications',
    label: 'Email notifications sent to members',
    unit: 'count',
    staff: false,
  },
  {
    name: 'singleMessagesSentByMembers',
    group: 'Messages',
    label: 'Single messages sent by members',
    unit: 'count',
    staff: true,
  },
  {
    name: 'singleMessagesSentByStaff',
    group: 'Messages',
    label: 'Single messages sent by staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'singleMessagesSentByStaffPaid',
    group: 'Messages',
    label: 'Single messages sent by staff, paid',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackageRequests',
    group: 'Packages',
    label: 'Sexting package requests',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackageSaleAmounts',
    group: 'Packages',
    label: 'Sexting package sale amounts',
    unit: 'usd',
    staff: true,
  },
  {
    name: 'sextingPackagesConfirmed',
    group: 'Packages',
    label: 'Sexting packages confirmed',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackagesMissed',
    group: 'Packages',
    label: 'Sexting packages missed',
    unit: 'count',
    staff: true,
  },
  { name: 'phoneCallSalesCount', group: 'Calls', label: 'Phone call sales', unit: 'count', staff: true },
  {
    name: 'phoneCallSalesAmount',
    group: 'Calls',
    label: 'Phone call sales amount',
    unit: 'usd',
    staff: true,
  },
  { name: 'phoneCallMinutes', group: 'Calls', label: 'Phone call minutes', unit: 'count', staff: true },
  { name: 'missedCalls', group: 'Calls', label: 'Calls missed by staff', unit: 'count', staff: true },
  {
    name: 'missedCallsMembers',
    group: 'Calls',
    label: 'Calls missed by members',
    unit: 'count',
    staff: false,
  },
  { name: 'tipsCount', group: 'Tips', label: 'Tips', unit: 'count', staff: true },
  { name: 'tipsAmount', group: 'Tips', label: 'Tips amount', unit: 'usd', staff: true },
] as const satisfies readonly StatisticsFieldInfo[];

export type StatisticsField = (typeof STATISTICS_FIELDS)[number];
export type StatisticsFigure = StatisticsField['name'];
export type StaffFigure = Extract<StatisticsField, { staff: true }>['name'];

/** Money in dollars. */
export type SiteStatistics = Record<StatisticsFigure, number>;
export type StaffStatistics = Record<StaffFigure, number>;

/** GET /admin-get-statistics (docs/PRODUCT.md §7; docs/RULES.md, On the wire). */
export type AdminStatistics =
  | { adminSiteStatistics: SiteStatistics }
  | { adminStaffStatistics: StaffStatistics };

/** A day and those of its figures that are not zero; money in dollars. */
export type StatisticsDay = { day: BusinessDay } & Partial<SiteStatistics>;

/** A range with its sums and its days that have figures, oldest first. */
export interface StatisticsPeriod extends DayRange {
  statistics: Partial<SiteStatistics>;
  days: StatisticsDay[];
}

/** GET /admin-get-statistics-by-day: the range, and the one that it is compared with. */
export interface StatisticsByDay {
  current: StatisticsPeriod;
  previous: StatisticsPeriod;
}

/** What the stream of GET /statistics-changes sends as the event `changed`. */
export interface StatisticsChange {
  /** Days whose figures have changed; missing: any may have. */
  days?: BusinessDay[];
}

/** How a queue stands. */
export interface QueueHealth {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  paused: boolean;
}

/** Events that wait for a member, sale or person not known yet. */
export interface WaitingEventsSummary {
  /** 10,000 at most; `more`: there are more. */
  count: number;
  more: boolean;
  /** Since when the oldest one waits, ISO 8601. */
  oldestSince: string;
  /** What most of them wait for, e.g. `member:12`. */
  keys: { key: string; count: number }[];
}

/** How many hidden numbers (tax ids, account numbers) somebody of the office has seen in full. */
export interface RevealsOfPerson {
  emailAddress: string;
  lastHour: number;
  /** The last 24 hours. */
  lastDay: number;
}

/** GET /office-dashboard: each part is there as far as the permissions reach. */
export interface OfficeDashboard {
  /** Permission moderation: what waits to be judged. */
  waiting?: Record<keyof ModerationQueues, WaitingItems>;
  /** Permission moderation: how many items the person decided today, and their last decisions, the last first. */
  ownDecisions?: { today: number; latest: UndoableDecision[] };
  /** Permission payroll: what is to be paid by when. */
  payrollDue?: { affiliates: PayrollSchedule; operators: PayrollSchedule };
  /** Permission payroll or payroll.approve: requests that wait for a second person, if there are any; dollars. */
  approvals?: { waiting: number; amount: number; oldestAt: string };
  /** Permission audit: who has seen hidden numbers in full within the last day, if anybody has. */
  reveals?: RevealsOfPerson[];
  /** Permission statistics: two days, the last seven whole days and the seven before them. */
  figures?: {
    today: StatisticsDay;
    yesterday: StatisticsDay;
    week: StatisticsPeriod;
    weekBefore: StatisticsPeriod;
  };
  health: {
    workerAlive: boolean;
    /** When events last came in, ISO 8601; null: never. */
    lastEventsAt: string | null;
    /** Events that wait for a member, sale or person not known yet; null: none. */
    waitingEvents: WaitingEventsSummary | null;
    /** Those whose jobs the permissions reach. */
    queues: QueueHealth[];
    /** Work that has failed for good, of the kinds that the permissions reach; kinds without any are left out. */
    failedWork: FailedWorkSummary[];
  };
}

import type { PayrollSchedule } from './calls/payments.calls';
import type { StatisticsDay, StatisticsPeriod } from './calls/statistics.calls';
import type { BusinessDay } from './days';
import type { FailedWorkSummary } from './wire-failed-work';
import type { ModerationQueues, UndoableDecision, WaitingItems } from './wire-moderation';

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

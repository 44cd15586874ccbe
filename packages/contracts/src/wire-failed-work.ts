/** Kinds of work that can fail for good, each with its own permission (docs/RULES.md, Accounts and access "Failed work"). */
export const FAILED_WORK_KINDS = [
  'payroll-jobs',
  'picture-jobs',
  'mails',
  'waiting-events',
  'refused-events',
] as const;
export type FailedWorkKind = (typeof FAILED_WORK_KINDS)[number];

/** How much of one kind has failed. GET /failed-work answers those that the permissions reach. */
export interface FailedWorkSummary {
  kind: FailedWorkKind;
  /** 1,000 at most; `more`: there are more. */
  count: number;
  more: boolean;
  /** When the oldest of those counted failed, ISO 8601; null: none has. */
  oldestAt: string | null;
  /** The most frequent ones first. */
  reasons: { reason: string; count: number }[];
}

/** `with-all`: by Retry all too. `alone`: only by itself, since it may be done already. `never`: it is refused for good. */
export type RetryRule = 'with-all' | 'alone' | 'never';

export interface FailedWorkRow {
  id: string;
  /** A job's name, what a mail is for, an event's type. */
  what: string;
  /** When it failed, or since when it waits; ISO 8601. */
  at: string;
  /** What may be shown of the reason. */
  reason: string;
  retry: RetryRule;
  /** Jobs and mails: how often it was tried. Refused events: how often it came. */
  attempts?: number;
  /** Refused events: the line of the call or file, counted from 1. */
  line?: number;
  /** Events: what came. */
  content?: string;
}

/** GET /failed-work/:kind: a page, the latest first; waiting events the oldest first. */
export interface FailedWorkPage {
  rows: FailedWorkRow[];
  /** Whether there is a next page. */
  more: boolean;
}

/** POST /failed-work/:kind. */
export interface RetryRequest {
  /** One of them; missing: all that may be retried together, 500 a call. */
  id?: string;
}

export interface RetryOutcome {
  /** Begun again, or done by this call. */
  retried: number;
  /** Still as they were: what they wait for is missing, they were refused again, or somebody else was quicker. */
  left: number;
}

import type { Permission } from '../codes';
import { REMOTE_NAMES } from '../routes';
import * as s from '../schema/schema';
import { QUEUE_NAMES, type QueueName, REVIEW_KINDS } from '../wire-moderation';
import { call, raw } from './call';
import { undoableFields } from './moderation.calls';
import { payrollSchedule } from './payments.calls';
import { payrollType } from './payroll-fields';
import { waitingItems } from './queues.calls';
import { statisticsDay, statisticsPeriod } from './statistics.calls';

/** Kinds of work that can fail for good, each with its own permission (docs/RULES.md, Accounts and access "Failed work"). */
export const FAILED_WORK_KINDS = [
  'payroll-jobs',
  'picture-jobs',
  'mails',
  'waiting-events',
  'refused-events',
] as const;
export type FailedWorkKind = (typeof FAILED_WORK_KINDS)[number];

/** `with-all`: by Retry all too. `alone`: only by itself, since it may be done already. `never`: it is refused for good. */
export const RETRY_RULES = ['with-all', 'alone', 'never'] as const;
export type RetryRule = (typeof RETRY_RULES)[number];

/** Who gets a build: all; a share of visitors; only pages that are open; nobody, for it is not whole or of this version. */
export const REMOTE_BUILD_STATES = ['current', 'canary', 'replaced', 'unusable'] as const;
export type RemoteBuildState = (typeof REMOTE_BUILD_STATES)[number];

/** What waits in the queues of moderation, in words. */
export const QUEUE_LABELS: Readonly<Record<QueueName, string>> = {
  photoIds: 'Photo ids',
  profilePics: 'Profile pictures',
  galleryPics: 'Gallery pictures',
  memberPics: 'Member pictures',
  profiles: 'Profiles',
  staff: 'Staff applications',
};

export const FRAUD_RULES = [
  'own-sign-ups',
  'click-burst',
  'join-burst',
  'refund-rate',
  'shared-account',
  'disposable-mail',
] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

export const MAX_SIGNAL_NOTE = 500;

/* How the product does, for the office: failed work, builds of the remotes, the daily mail. */

const office = { who: 'office' } as const;

const digest = s.object({ on: s.flag({ strict: true }) });
export type DigestSetting = s.CheckedOf<typeof digest>;
export const dailyDigestCall = call('GET /api/daily-digest', {
  about: 'Whether the signed-in administrator gets a mail a day about what waits',
  ...office,
  answer: digest,
});
export const saveDailyDigestCall = call('POST /api/daily-digest', {
  about: 'Switches this mail on or off',
  ...office,
  body: digest,
  answer: digest,
});

export const failedWorkSummary = s.object({
  kind: s.code(FAILED_WORK_KINDS),
  count: s.number({ about: '1,000 at most' }),
  more: s.flag({ about: 'Whether there are more' }),
  oldestAt: s.nullable(s.instant({ about: 'When the oldest of those counted failed; null: none has' })),
  reasons: s.list(s.object({ reason: s.text(), count: s.number() }), {
    about: 'The most frequent ones first',
  }),
});
export type FailedWorkSummary = s.CheckedOf<typeof failedWorkSummary>;
export const failedWorkCall = call('GET /api/failed-work', {
  about: 'How much work of each kind has failed for good, as far as the permissions reach',
  ...office,
  answer: s.list(failedWorkSummary),
});

const failedWork = s.object({
  id: s.text(),
  what: s.text({ about: 'A job’s name, what a mail is for, an event’s type' }),
  at: s.instant({ about: 'When it failed, or since when it waits' }),
  reason: s.text({ about: 'What may be shown of the reason' }),
  retry: s.code(RETRY_RULES, {
    about:
      'with-all: by Retry all too; alone: only by itself, since it may be done already; never: it is refused for good',
  }),
  attempts: s.optional(
    s.number({ about: 'Jobs and mails: how often it was tried. Refused events: how often it came' }),
  ),
  line: s.optional(s.number({ about: 'Refused events: the line of the call or file, counted from 1' })),
  content: s.optional(s.text({ about: 'Events: what came' })),
});
export type FailedWorkRow = s.CheckedOf<typeof failedWork>;
const failedWorkPage = s.object({
  rows: s.list(failedWork),
  more: s.flag({ about: 'Whether there is a next page' }),
});
export type FailedWorkPage = s.CheckedOf<typeof failedWorkPage>;
const retry = s.object({
  id: s.optional(s.text({ max: 200, about: 'One of them; missing: all that may be retried together' })),
});
const retryOutcome = s.object({
  retried: s.number({ about: 'Begun again, or done by this call' }),
  left: s.number({
    about:
      'Still as they were: what they wait for is missing, they were refused again, somebody else was first, or the call had no time for them',
  }),
});
export type RetryOutcome = s.CheckedOf<typeof retryOutcome>;

/** Reading, exporting and retrying one kind: each is the business of those whose work it is. */
const ofKind = (kind: FailedWorkKind, who: Permission) => ({
  list: call(`GET /api/failed-work/${kind}`, {
    about: 'A page of this kind, the latest first; waiting events the oldest first',
    who,
    query: { page: s.standard(s.number({ whole: true, min: 1, max: 1000 }), 1) },
    answer: failedWorkPage,
  }),
  export: call(`GET /api/export-failed-work/${kind}`, {
    about: 'All of this kind, in the same order, as a table',
    who,
    sameSite: true,
    answer: raw('text/csv'),
  }),
  retry: call(`POST /api/failed-work/${kind}`, {
    about: 'Tries this again',
    who,
    body: retry,
    answer: retryOutcome,
    errors: ['not_found', 'conflict'],
  }),
});
export const failedWorkCalls = {
  'payroll-jobs': ofKind('payroll-jobs', 'payroll'),
  'picture-jobs': ofKind('picture-jobs', 'moderation'),
  mails: ofKind('mails', 'accounts'),
  'waiting-events': ofKind('waiting-events', 'payroll'),
  'refused-events': ofKind('refused-events', 'payroll'),
} satisfies Record<FailedWorkKind, unknown>;

const remoteBuild = s.object({
  name: s.code(REMOTE_NAMES),
  version: s.text(),
  state: s.code(REMOTE_BUILD_STATES),
  share: s.number({ about: 'Of the visitors, in percent' }),
  releasedAt: s.nullable(s.instant({ about: 'null: it came with the servers' })),
  replacedAt: s.nullable(s.instant()),
  loads: s.number({ about: 'Pages that loaded it in the last 24 hours' }),
  errors: s.number({ about: 'Errors that they reported' }),
});
export type RemoteBuild = s.CheckedOf<typeof remoteBuild>;
export const releasesCall = call('GET /api/releases', {
  about: 'Every build of every remote, those that run first, with how it does',
  who: ['audit', 'queues'],
  answer: s.list(remoteBuild),
});

/* The office's start page: what waits, what is due, how the product does (docs/PRODUCT.md §2). */

/** Of a kind whose screen the page can link to. */
const decision = s.object({ ...undoableFields, kind: s.oneOf(REVIEW_KINDS) });

/** How many hidden numbers (tax ids, account numbers) somebody of the office has seen in full. */
const reveals = s.object({
  emailAddress: s.text(),
  lastHour: s.number(),
  lastDay: s.number({ about: 'The last 24 hours' }),
});
export type RevealsOfPerson = s.CheckedOf<typeof reveals>;
const queueHealth = s.object({
  name: s.text(),
  waiting: s.number(),
  active: s.number(),
  delayed: s.number(),
  failed: s.number(),
  paused: s.flag(),
});
export type QueueHealth = s.CheckedOf<typeof queueHealth>;
const waitingEvents = s.object({
  count: s.number({ about: '10,000 at most' }),
  more: s.flag({ about: 'Whether there are more' }),
  oldestSince: s.instant({ about: 'Since when the oldest one waits' }),
  keys: s.list(s.object({ key: s.text({ example: 'member:12' }), count: s.number() }), {
    about: 'What most of them wait for',
  }),
});
/** Events that wait for a member, sale or person not known yet. */
export type WaitingEventsSummary = s.CheckedOf<typeof waitingEvents>;

const dashboard = s.object({
  waiting: s.optional(
    s.object(s.each(QUEUE_NAMES, waitingItems), { about: 'Permission moderation: what waits to be judged' }),
  ),
  ownDecisions: s.optional(
    s.object(
      { today: s.number(), latest: s.list(decision) },
      { about: 'Permission moderation: how many items the person decided today, and the last decisions' },
    ),
  ),
  payrollDue: s.optional(
    s.object(
      { affiliates: payrollSchedule, operators: payrollSchedule },
      { about: 'Permission payroll: what is to be paid by when' },
    ),
  ),
  unfiled: s.optional(
    s.list(s.object({ payrollType, endDate: s.day(), payments: s.number(), amount: s.number() }), {
      about:
        'Permission payroll: executed payments in no pay file, of the payroll of each kind that runs and of the one before, if there are any',
    }),
  ),
  approvals: s.optional(
    s.object(
      { waiting: s.number(), amount: s.number(), oldestAt: s.instant() },
      { about: 'Permission payroll or payroll.approve: requests that wait for a second person, if any do' },
    ),
  ),
  reveals: s.optional(
    s.list(reveals, { about: 'Permission audit: who has seen hidden numbers in full within the last day' }),
  ),
  figures: s.optional(
    s.object(
      {
        today: statisticsDay,
        yesterday: statisticsDay,
        month: statisticsPeriod,
        monthBefore: statisticsPeriod,
      },
      { about: 'Permission statistics: two days, the month so far and the same days of the month before' },
    ),
  ),
  health: s.object({
    workerAlive: s.flag(),
    lastEventsAt: s.nullable(s.instant({ about: 'When events last came in; null: never' })),
    waitingEvents: s.nullable(waitingEvents),
    queues: s.list(queueHealth, { about: 'Those whose jobs the permissions reach' }),
    failedWork: s.list(failedWorkSummary, {
      about: 'Of the kinds that the permissions reach, those with any',
    }),
  }),
});
export type OfficeDashboard = s.CheckedOf<typeof dashboard>;

export const officeDashboardCall = call('GET /api/office-dashboard', {
  about: 'What waits, what is due and how the product does: each part as far as the permissions reach',
  who: 'office',
  answer: dashboard,
});

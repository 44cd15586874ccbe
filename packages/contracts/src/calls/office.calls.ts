import type { Permission } from '../codes';
import { REMOTE_NAMES } from '../routes';
import {
  type CheckedOf,
  code,
  flag,
  instant,
  list,
  nullable,
  number,
  object,
  optional,
  standard,
  text,
} from '../schema/schema';
import { FAILED_WORK_KINDS, type FailedWorkKind, REMOTE_BUILD_STATES, RETRY_RULES } from '../wire-office';
import { call, raw } from './call';

/* How the product does, for the office: failed work, builds of the remotes, the daily mail. */

const office = { who: 'office' } as const;

const digest = object({ on: flag({ strict: true }) });
export type DigestSetting = CheckedOf<typeof digest>;
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

export const failedWorkSummary = object({
  kind: code(FAILED_WORK_KINDS),
  count: number({ about: '1,000 at most' }),
  more: flag({ about: 'Whether there are more' }),
  oldestAt: nullable(instant({ about: 'When the oldest of those counted failed; null: none has' })),
  reasons: list(object({ reason: text(), count: number() }), { about: 'The most frequent ones first' }),
});
export type FailedWorkSummary = CheckedOf<typeof failedWorkSummary>;
export const failedWorkCall = call('GET /api/failed-work', {
  about: 'How much work of each kind has failed for good, as far as the permissions reach',
  ...office,
  answer: list(failedWorkSummary),
});

const failedWork = object({
  id: text(),
  what: text({ about: 'A job’s name, what a mail is for, an event’s type' }),
  at: instant({ about: 'When it failed, or since when it waits' }),
  reason: text({ about: 'What may be shown of the reason' }),
  retry: code(RETRY_RULES, {
    about:
      'with-all: by Retry all too; alone: only by itself, since it may be done already; never: it is refused for good',
  }),
  attempts: optional(
    number({ about: 'Jobs and mails: how often it was tried. Refused events: how often it came' }),
  ),
  line: optional(number({ about: 'Refused events: the line of the call or file, counted from 1' })),
  content: optional(text({ about: 'Events: what came' })),
});
export type FailedWorkRow = CheckedOf<typeof failedWork>;
const failedWorkPage = object({
  rows: list(failedWork),
  more: flag({ about: 'Whether there is a next page' }),
});
export type FailedWorkPage = CheckedOf<typeof failedWorkPage>;
const retry = object({
  id: optional(
    text({ max: 200, about: 'One of them; missing: all that may be retried together, 500 a call' }),
  ),
});
const retryOutcome = object({
  retried: number({ about: 'Begun again, or done by this call' }),
  left: number({
    about:
      'Still as they were: what they wait for is missing, they were refused again, or somebody else was first',
  }),
});
export type RetryOutcome = CheckedOf<typeof retryOutcome>;

/** Reading, exporting and retrying one kind: each is the business of those whose work it is. */
const ofKind = (kind: FailedWorkKind, who: Permission) => ({
  list: call(`GET /api/failed-work/${kind}`, {
    about: 'A page of this kind, the latest first; waiting events the oldest first',
    who,
    query: { page: standard(number({ whole: true, min: 1, max: 1000 }), 1) },
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

const remoteBuild = object({
  name: code(REMOTE_NAMES),
  version: text(),
  state: code(REMOTE_BUILD_STATES),
  share: number({ about: 'Of the visitors, in percent' }),
  releasedAt: nullable(instant({ about: 'null: it came with the servers' })),
  replacedAt: nullable(instant()),
  loads: number({ about: 'Pages that loaded it in the last 24 hours' }),
  errors: number({ about: 'Errors that they reported' }),
});
export type RemoteBuild = CheckedOf<typeof remoteBuild>;
export const releasesCall = call('GET /api/releases', {
  about: 'Every build of every remote, those that run first, with how it does',
  who: ['audit', 'queues'],
  answer: list(remoteBuild),
});

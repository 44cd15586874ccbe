import type { QueueName } from './wire-moderation';

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

/**
 * Who gets a build of a remote: the one that is in use; a share of the visitors; nobody any more, only pages that are open;
 * nobody, because it is not whole or for servers of another version.
 */
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

/** The rules of docs/RULES.md, Fraud signals. */
export const FRAUD_RULES = [
  'own-sign-ups',
  'click-burst',
  'join-burst',
  'refund-rate',
  'shared-account',
  'disposable-mail',
] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

/** Characters of a note about a signal. */
export const MAX_SIGNAL_NOTE = 500;

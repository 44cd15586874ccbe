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

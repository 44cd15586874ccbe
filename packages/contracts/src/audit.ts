/** Everything that the audit log records, and how the office reads it (docs/RULES.md, Accounts and access). */
export const AUDIT_ACTIONS = {
  'account-number.revealed': 'Account number looked at',
  'administrator.closed': 'Administrator closed',
  'administrator.invited': 'Administrator invited',
  'administrator.permissions-changed': 'Administrator’s permissions changed',
  'administrator.reopened': 'Administrator reopened',
  'administrator.second-factor-reset': 'Administrator’s second factor reset',
  'administrator.sessions-ended': 'Administrator’s sessions ended',
  'adjustment.reversed': 'Adjustment reversed',
  'affiliate.approved': 'Affiliate approved',
  'affiliate.closed': 'Affiliate closed',
  'affiliate.exported': 'Affiliates exported',
  'affiliate.payment-information-saved': 'Payment information saved by the affiliate',
  'affiliate.tax-information-saved': 'Tax information saved by the affiliate',
  'affiliate.updated': 'Affiliate changed',
  'approval.approved': 'Request approved',
  'approval.declined': 'Request declined',
  'approval.expired': 'Request expired',
  'approval.requested': 'Approval asked for',
  'balance.adjusted': 'Balance adjusted',
  'failed-work.retried': 'Failed work retried',
  'image.approved': 'Picture approved',
  'image.decision-undone': 'Picture: decision undone',
  'image.hidden': 'Picture hidden',
  'image.rejected': 'Picture rejected',
  'job.retried': 'Job retried',
  'member.exported': 'Members exported',
  'member.updated': 'Member changed',
  'pay-file.created': 'Pay file made',
  'pay-file.discarded': 'Pay file discarded',
  'pay-file.downloaded': 'Pay file downloaded',
  'payment-results.confirmed': 'Bank’s or PayPal’s results confirmed',
  'payment.paid': 'Payment marked paid',
  'payment.returned': 'Payment marked returned',
  'payment.unmarked': 'Payment’s mark taken back',
  'payroll-run.cancelled': 'Payroll run cancelled',
  'payroll.executed': 'Payroll executed',
  'payroll.execution-requested': 'Payroll execution asked for',
  'photo-id.removed': 'Photo id deleted, its time was over',
  'profile.approved': 'Profile approved',
  'profile.decision-undone': 'Profile: decision undone',
  'profile.rejected': 'Profile rejected',
  'second-factor.added': 'Second factor added',
  'second-factor.recovery-codes-made': 'Recovery codes made',
  'second-factor.removed': 'Second factor removed',
  'sessions.ended': 'Signed out everywhere',
  'staff.approved': 'Staff approved',
  'staff.decision-undone': 'Staff: decision undone',
  'staff.exported': 'Staff exported',
  'staff.rejected': 'Staff rejected',
  'staff.updated': 'Staff changed',
  'tax-id.revealed': 'Tax id looked at',
  'text-block.updated': 'Text block changed',
} as const;

/** How a person reads who did something: by their email; what no person did by its kind, such as `system`. */
export const actorName = ({ emailAddress, kind }: { emailAddress: string; kind: string }): string =>
  emailAddress || kind;

/** Past tense: what was done to what. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What a line of the audit log may be about; its id is a number, or a text block's name. */
export const AUDIT_SUBJECTS = {
  administrator: 'Administrator',
  affiliate: 'Affiliate',
  staff: 'Staff',
  member: 'Member',
  image: 'Picture',
  profile: 'Profile',
  payroll: 'Payment',
  payrollRun: 'Payroll run',
  payFile: 'Pay file',
  approval: 'Request',
  job: 'Job',
  failedWork: 'Failed work',
  export: 'Export',
  'text-block': 'Text block',
} as const;

export type AuditSubject = keyof typeof AUDIT_SUBJECTS;

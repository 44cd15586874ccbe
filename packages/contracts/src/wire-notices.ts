/** Mails that an affiliate can switch off; those about the account's safety go out whatever is switched off. */
export const NOTICES = ['payment-executed', 'payment-returned', 'weekly-summary'] as const;
export type Notice = (typeof NOTICES)[number];

/** The mail of the office that an administrator can switch on. */
export const DAILY_DIGEST = 'daily-digest';

export const NOTICE_TEXT: Record<Notice | typeof DAILY_DIGEST, string> = {
  'payment-executed': 'A payment to me was executed or sent',
  'payment-returned': 'A payment to me came back',
  'weekly-summary': 'What the week before brought, on Mondays',
  [DAILY_DIGEST]: 'What waits in the office, each morning',
};

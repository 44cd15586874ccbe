/** What an affiliate's address is called for (docs/RULES.md, Postbacks). */
export const POSTBACK_EVENTS = ['join', 'sale', 'refund'] as const;
export type PostbackEvent = (typeof POSTBACK_EVENTS)[number];

/** How people read what a call was for; `test`: the button of the screen. */
export const POSTBACK_EVENT_TEXT: Record<PostbackEvent | 'test', string> = {
  join: 'Join',
  sale: 'Sale',
  refund: 'Refund',
  test: 'Test',
};

/**
 * What an address may hold in braces, and is called with: the only list of macros. What has no value (the amount of a
 * join) is empty. `example` is what a test sends.
 */
export const POSTBACK_MACROS = {
  event: { means: 'What happened: join, sale, refund or test', example: 'test' },
  id: { means: 'Of this call: the same in every try of it', example: '' },
  time: { means: 'When it happened, ISO 8601 in UTC, such as 2026-03-02T15:00:00.000Z', example: '' },
  trackid: { means: 'Your track id', example: '' },
  tid: { means: 'The tracking source', example: 'source-1' },
  lp: { means: 'The landing page', example: 'home' },
  sub1: { means: 'Sub-id s1 of the link', example: 'sub-1' },
  sub2: { means: 'Sub-id s2 of the link', example: 'sub-2' },
  sub3: { means: 'Sub-id s3 of the link', example: 'sub-3' },
  sub4: { means: 'Sub-id s4 of the link', example: 'sub-4' },
  sub5: { means: 'Sub-id s5 of the link', example: 'sub-5' },
  sale: { means: 'Number of the sale; of a refund, of the sale that it takes back', example: '12' },
  type: { means: 'Transaction type of the sale', example: 'initial' },
  amount: { means: 'Amount of the sale in dollars; of a refund below zero', example: '10.00' },
  payout: { means: 'What you earn in dollars; of a refund below zero', example: '2.50' },
} as const;
export type PostbackMacro = keyof typeof POSTBACK_MACROS;

/** Longest address, before its macros are filled in. */
export const MAX_POSTBACK_ADDRESS = 1000;
/** So many calls the log shows. */
export const POSTBACK_LOG_ROWS = 200;

/** `waiting`: for its first or next try. `failed`: every try of 24 hours failed. `cancelled`: switched off before. */
export type PostbackCallState = 'waiting' | 'delivered' | 'failed' | 'cancelled';

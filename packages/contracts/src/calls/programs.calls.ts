import * as s from '../schema/schema';
import { call } from './call';

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

/** What an address may hold in braces: the only list of macros. What has no value is empty; `example` is what a test sends. */
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
export const POSTBACK_LOG_ROWS = 200;

/** `waiting`: for its first or next try. `failed`: every try of 24 hours failed. `cancelled`: switched off before. */
export const POSTBACK_CALL_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const;
export type PostbackCallState = (typeof POSTBACK_CALL_STATES)[number];

export const MAX_API_KEYS = 20;
export const MAX_API_KEY_NAME = 60;
export const API_KEY_DAYS = [30, 90, 365] as const;
export type ApiKeyDays = (typeof API_KEY_DAYS)[number];

/* What affiliates set up for their own programs: keys and a postback (docs/RULES.md, API keys, Postbacks). */

const affiliate = { who: 'affiliate' } as const;

const keyRow = {
  id: s.text(),
  name: s.text(),
  createdAt: s.instant(),
  expiresAt: s.instant(),
  lastUsedAt: s.nullable(s.instant({ about: 'To the minute; null: never' })),
};
const apiKey = s.object(keyRow);
export type ApiKeyRow = s.CheckedOf<typeof apiKey>;
const keyMade = s.object({ ...keyRow, key: s.text({ about: 'Shown in this answer alone' }) });
export type ApiKeyMade = s.CheckedOf<typeof keyMade>;
const newKey = s.object({
  name: s.text({ trim: true, max: MAX_API_KEY_NAME, texts: { empty: 'Please enter a name' } }),
  days: s.oneOf(API_KEY_DAYS),
});
export type NewApiKey = s.SentOf<typeof newKey>;

export const apiKeysCall = call('GET /api/api-keys', {
  about: 'Keys of the signed-in affiliate’s programs',
  ...affiliate,
  answer: s.list(apiKey),
});
export const makeApiKeyCall = call('POST /api/api-keys', {
  about: 'Makes a key for a program',
  ...affiliate,
  confirm: 'everybody',
  body: newKey,
  answer: keyMade,
  errors: ['conflict'],
});
export const revokeApiKeyCall = call('DELETE /api/api-keys/:id', {
  about: 'Revokes a key',
  ...affiliate,
  body: {},
  answer: s.saved(),
  errors: ['not_found'],
});

const TOO_LONG_TO_READ = 10_000;

const postbackFields = {
  address: s.text({ empty: true, about: 'Empty: none was saved yet' }),
  events: s.list(s.code(POSTBACK_EVENTS)),
  active: s.flag(),
  hasSecret: s.flag({ about: 'Whether there is a secret by which calls are signed' }),
};
const postback = s.object(postbackFields);
export type Postback = s.CheckedOf<typeof postback>;
const postbackSaved = s.object({
  ...postbackFields,
  secret: s.optional(s.text({ about: 'Shown in this answer alone' })),
});
export type PostbackSaved = s.CheckedOf<typeof postbackSaved>;

const postbackCallRow = s.object({
  id: s.text(),
  event: s.code([...POSTBACK_EVENTS, 'test']),
  state: s.code(POSTBACK_CALL_STATES),
  createdAt: s.instant({ about: 'When it was found in the ledger, or asked for' }),
  attempts: s.number(),
  address: s.text({ empty: true, about: 'Of the latest try, macros filled in; empty before the first' }),
  status: s.nullable(s.number({ about: 'Status of the latest answer; null: none came' })),
  durationMs: s.nullable(s.number({ about: 'How long the latest try took (ms)' })),
  reason: s.text({ empty: true, about: 'Why the latest try failed' }),
  nextAt: s.nullable(s.instant({ about: 'When it is tried next; null: never' })),
});
export type PostbackCallRow = s.CheckedOf<typeof postbackCallRow>;

const address = {
  trim: true,
  max: TOO_LONG_TO_READ,
  rule: 'callable-address',
  texts: { empty: 'Please enter an address' },
} as const;
const events = s.oneOf(POSTBACK_EVENTS);

export const postbackCall = call('GET /api/postback', {
  about: 'The signed-in affiliate’s postback: an address and what it is called for',
  ...affiliate,
  answer: postback,
});
export const savePostbackCall = call('POST /api/postback', {
  about: 'Saves the postback; the first time the answer has the secret by which calls are signed',
  ...affiliate,
  confirm: 'everybody',
  body: {
    address: s.when('active', {
      is: true,
      then: s.text(address),
      otherwise: s.text({ ...address, empty: true }),
    }),
    events: s.when('active', {
      is: true,
      then: s.list(events, { unique: true, min: 1, texts: { short: 'Please choose at least one event' } }),
      otherwise: s.list(events, { unique: true }),
    }),
    active: s.flag(),
  },
  answer: postbackSaved,
});
export const renewPostbackSecretCall = call('POST /api/postback/secret', {
  about: 'Makes a new secret',
  ...affiliate,
  confirm: 'everybody',
  body: {},
  answer: postbackSaved,
  errors: ['not_found'],
});
export const testPostbackCall = call('POST /api/postback/test', {
  about: 'Has the address called with example values',
  ...affiliate,
  body: {},
  answer: s.object({ id: s.text() }),
  errors: ['conflict', 'too_many_requests'],
});
export const postbackLogCall = call('GET /api/postback/calls', {
  about: 'The latest calls of the address, the newest first',
  ...affiliate,
  answer: s.list(postbackCallRow),
});

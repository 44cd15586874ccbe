import {
  type CheckedOf,
  code,
  flag,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  saved,
  text,
  when,
} from '../schema/schema';
import { API_KEY_DAYS, MAX_API_KEY_NAME } from '../wire-api-keys';
import { POSTBACK_CALL_STATES, POSTBACK_EVENTS } from '../wire-postbacks';
import { call } from './call';

/* What affiliates set up for their own programs: keys and a postback (docs/RULES.md, API keys, Postbacks). */

const affiliate = { who: 'affiliate' } as const;

const keyRow = {
  id: text(),
  name: text(),
  createdAt: instant(),
  expiresAt: instant(),
  lastUsedAt: nullable(instant({ about: 'To the minute; null: never' })),
};
const apiKey = object(keyRow);
export type ApiKeyRow = CheckedOf<typeof apiKey>;
const keyMade = object({ ...keyRow, key: text({ about: 'Shown in this answer alone' }) });
export type ApiKeyMade = CheckedOf<typeof keyMade>;
const newKey = object({
  name: text({ trim: true, max: MAX_API_KEY_NAME, texts: { empty: 'Please enter a name' } }),
  days: oneOf(API_KEY_DAYS),
});
export type NewApiKey = SentOf<typeof newKey>;

export const apiKeysCall = call('GET /api/api-keys', {
  about: 'Keys of the signed-in affiliate’s programs',
  ...affiliate,
  answer: list(apiKey),
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
  answer: saved(),
  errors: ['not_found'],
});

const TOO_LONG_TO_READ = 10_000;

const postbackFields = {
  address: text({ empty: true, about: 'Empty: none was saved yet' }),
  events: list(code(POSTBACK_EVENTS)),
  active: flag(),
  hasSecret: flag({ about: 'Whether there is a secret by which calls are signed' }),
};
const postback = object(postbackFields);
export type Postback = CheckedOf<typeof postback>;
const postbackSaved = object({
  ...postbackFields,
  secret: optional(text({ about: 'Shown in this answer alone' })),
});
export type PostbackSaved = CheckedOf<typeof postbackSaved>;

const postbackCallRow = object({
  id: text(),
  event: code([...POSTBACK_EVENTS, 'test']),
  state: code(POSTBACK_CALL_STATES),
  createdAt: instant({ about: 'When it was found in the ledger, or asked for' }),
  attempts: number(),
  address: text({ empty: true, about: 'Of the latest try, macros filled in; empty before the first' }),
  status: nullable(number({ about: 'Status of the latest answer; null: none came' })),
  durationMs: nullable(number({ about: 'How long the latest try took (ms)' })),
  reason: text({ empty: true, about: 'Why the latest try failed' }),
  nextAt: nullable(instant({ about: 'When it is tried next; null: never' })),
});
export type PostbackCallRow = CheckedOf<typeof postbackCallRow>;

const address = {
  trim: true,
  max: TOO_LONG_TO_READ,
  rule: 'callable-address',
  texts: { empty: 'Please enter an address' },
} as const;
const events = oneOf(POSTBACK_EVENTS);

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
    address: when('active', { is: true, then: text(address), otherwise: text({ ...address, empty: true }) }),
    events: when('active', {
      is: true,
      then: list(events, { unique: true, min: 1, texts: { short: 'Please choose at least one event' } }),
      otherwise: list(events, { unique: true }),
    }),
    active: flag(),
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
  answer: object({ id: text() }),
  errors: ['conflict', 'too_many_requests'],
});
export const postbackLogCall = call('GET /api/postback/calls', {
  about: 'The latest calls of the address, the newest first',
  ...affiliate,
  answer: list(postbackCallRow),
});

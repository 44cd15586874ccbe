/* One table: every variable of the environment, with what it may be and what it is without. */

import {
  centsOf,
  FRAUD_RULES,
  isRoutingNumber,
  MAX_HOLD_DAYS,
  PAYROLL_APPROVAL_MODES,
  QUEUE_NAMES,
  REMOTE_NAMES,
  type RemoteName,
  TAX_ID_TYPE,
  taxIdDigits,
  UNDER_AGE_REASON,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { hasWideNetwork, readAddressList } from './address-list';
import { isProtected, mongoHosts, staleReadsIn } from './backend-address';

/** Keys of development and tests. They are public, so production refuses them. */
export const DEVELOPMENT_SECRETS = {
  SESSION_KEYS: 'development-session-key-not-for-production',
  FIELD_KEYS: 'dev:ZGV2ZWxvcG1lbnQtZmllbGQta2V5LTMyLWJ5dGVzISE=',
  PROOF_KEY: 'dev:ZGV2ZWxvcG1lbnQtcHJvb2Yta2V5LTMyLWJ5dGVzISE=',
  EVENTS_SECRET: 'development-events-secret-not-for-production',
} as const;

declare const read: unique symbol;
/** A variable that is read as this. Joi's own types don't say whether one may be missing. */
type Setting<Value> = Joi.AnySchema & { readonly [read]: Value };
/** What a variable is when it is set. */
type Given<S> =
  S extends Setting<infer Value>
    ? Exclude<Value, undefined>
    : S extends Joi.StringSchema
      ? string
      : S extends Joi.NumberSchema
        ? number
        : S extends Joi.BooleanSchema
          ? boolean
          : never;
/** What a variable is once the environment is read: what is no `Setting` has no default and may be missing. */
type ValueOf<S> = S extends Setting<infer Value> ? Value : Given<S> | undefined;

/** What Joi's types don't say: what a condition, a list of values or a conversion comes to. */
const readAs = <Value>(schema: Joi.AnySchema) => schema as Setting<Value>;

const withDefault = <S extends Joi.AnySchema>(schema: S, value: Given<S> & Joi.BasicType) =>
  readAs<Given<S>>(schema.default(value));
const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  readAs<Value | undefined>(Joi.valid(...values));

const url = (...schemes: string[]) => Joi.string().uri({ scheme: schemes });

/** A text that is refused for what is wrong with it, to follow the name of the variable. */
const refusing = (
  problemOf: (text: string, helpers: Joi.CustomHelpers) => string | undefined,
  schema = Joi.string(),
) =>
  schema.custom((text: string, helpers) => {
    const problem = problemOf(text, helpers);
    return problem ? helpers.message({ custom: `{{#label}} ${problem}` }) : text;
  });

/** Production has rules of its own. */
const inProduction = (then: Joi.AnySchema, otherwise: Joi.AnySchema) =>
  Joi.when('NODE_ENV', { is: 'production', then, otherwise });

const keyList = (problemOf: (key: string) => string | undefined) =>
  refusing((text) =>
    text
      .split(',')
      .map((key) => problemOf(key.trim()))
      .find(Boolean),
  );

const sessionKeyProblem = (key: string) =>
  key.length < 32 ? 'needs keys of at least 32 characters, separated by commas' : undefined;

function fieldKeyProblem(entry: string): string | undefined {
  const match = /^([\w-]{1,20}):([A-Za-z0-9+/]+={0,2})$/.exec(entry);
  return match?.[2] && Buffer.from(match[2], 'base64').length === 32
    ? undefined
    : 'needs entries of the form id:base64-of-32-bytes, separated by commas';
}

const timeZone = refusing((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return undefined;
  } catch {
    return 'is no known time zone, such as America/New_York';
  }
});

const routingNumber = refusing((text) =>
  isRoutingNumber(text) ? undefined : 'must be nine digits with the right check digit',
);

/** The bank that pays direct deposits; in production none of them, or all but the offset. */
export const ACH_NEEDED = [
  'ACH_DESTINATION_ROUTING',
  'ACH_DESTINATION_NAME',
  'ACH_ORIGIN_ID',
  'ACH_ORIGIN_NAME',
  'ACH_COMPANY_NAME',
  'ACH_COMPANY_ID',
  'ACH_ODFI',
] as const;

/** Who pays, for tax forms; in production none of them, or all. */
export const TAX_PAYER_NEEDED = [
  'TAX_PAYER_EIN',
  'TAX_PAYER_NAME',
  'TAX_PAYER_ADDRESS1',
  'TAX_PAYER_CITY',
  'TAX_PAYER_STATE',
  'TAX_PAYER_POSTAL_CODE',
  'TAX_PAYER_PHONE',
  'TAX_PAYER_EMAIL',
] as const;

/** A bucket for pictures: none of them, or all. */
export const S3_NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const ein = refusing((text) =>
  /^\d{2}-?\d{7}$/.test(text) && taxIdDigits(text, TAX_ID_TYPE.ein)
    ? undefined
    : 'must be an EIN such as 12-3456789',
);

/** `2027:2100,2028:2200`, dollars by year; read as cents by year. */
const thresholds = readAs<Record<number, number> | undefined>(
  Joi.string().custom((text: string, helpers) => {
    const cents: Record<number, number> = {};
    for (const entry of text.split(',')) {
      const match = /^(20\d\d):(\d{1,7}(?:\.\d\d)?)$/.exec(entry.trim());
      if (!match || Number(match[2]) === 0)
        return helpers.message({
          custom: '{{#label}} needs entries of the form 2027:2100, separated by commas',
        });
      cents[Number(match[1])] = centsOf(Number(match[2]));
    }
    return cents;
  }),
);

/** Stands in outside production: a bank or business that does not exist. */
const inDevelopment = (schema: Joi.StringSchema, value: string) =>
  readAs<string | undefined>(inProduction(schema, schema.default(value)));

const origin = Joi.string().custom((text: string, helpers) => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address && /^https?:$/.test(address.protocol) && address.origin === text.replace(/\/$/, '')
    ? address.origin
    : helpers.message({ custom: '{{#label}} must be an origin without a path, such as https://example.com' });
});

/** Several of them, between commas. */
const origins = Joi.string().custom((text: string, helpers) => {
  const listed = text.split(',').map((one) => origin.label('PUBLIC_URLS').validate(one.trim()));
  const wrong = listed.find(({ error }) => error);
  return wrong
    ? helpers.message({
        custom: `{{#label}} must be origins without a path, such as https://example.com,https://example.org`,
      })
    : listed.map(({ value }) => value).join(',');
});

const remoteManifests = readAs<Partial<Record<RemoteName, string>> | undefined>(
  Joi.string().custom((text: string, helpers) => {
    try {
      const manifests = JSON.parse(text);
      return Joi.attempt(
        manifests,
        Joi.object().pattern(Joi.valid(...REMOTE_NAMES), Joi.string().uri({ allowRelative: true })),
      );
    } catch {
      return helpers.message({
        custom: `{{#label}} must be a JSON object of addresses with the keys ${REMOTE_NAMES.join(', ')}`,
      });
    }
  }),
);

/** Needed in production; elsewhere the given value stands in. */
const neededInProduction = (schema: Joi.StringSchema, otherwise: string) =>
  readAs<string>(inProduction(schema.required(), schema.default(otherwise)));

/** The key of an entry of a list, without the id before it. */
const keyOf = (entry: string) => entry.slice(entry.indexOf(':') + 1).trim();

/** Fewer different characters, or bytes of a field key, are no random key: of 32 random hexadecimal digits one in 10 ** 8 has. */
const MIN_VARIETY = 8;

/** Lists of keys with ids, of which the first is in use. */
const hasKeyIDs = (name: keyof typeof DEVELOPMENT_SECRETS): boolean =>
  name === 'FIELD_KEYS' || name === 'PROOF_KEY';

/** Whether a key repeats itself as no random one does. @param entry of a list, or a secret */
function isMadeUp(entry: string, name: keyof typeof DEVELOPMENT_SECRETS): boolean {
  const key = keyOf(entry);
  const parts = hasKeyIDs(name) ? Buffer.from(key, 'base64') : key;
  return new Set<unknown>(parts).size < MIN_VARIETY;
}

/** As above; and those of development are public, so production may not have one of them, wherever in the list. */
function secret(schema: Joi.StringSchema, name: keyof typeof DEVELOPMENT_SECRETS) {
  const problemOf = (text: string) => {
    const entries = text.split(',');
    if (entries.some((entry) => keyOf(entry) === keyOf(DEVELOPMENT_SECRETS[name])))
      return 'has the key of development: production needs its own';
    // A key that another one has replaced may have to read what it encrypted, or verify what it signed.
    const inUse = hasKeyIDs(name) ? entries.slice(0, 1) : entries;
    return inUse.some((entry) => isMadeUp(entry, name))
      ? 'has a key that is not random: make one by openssl rand -base64 32'
      : undefined;
  };
  return readAs<string>(
    inProduction(refusing(problemOf, schema.required()), schema.default(DEVELOPMENT_SECRETS[name])),
  );
}

/** In production a database or Redis beyond this machine is reached by TLS, unless the installation says otherwise. */
const backend = (schema: Joi.StringSchema, remedy: string) =>
  refusing((address, helpers) => {
    const { NODE_ENV, ALLOW_PLAINTEXT_BACKENDS } = helpers.state.ancestors[0];
    return NODE_ENV !== 'production' || ALLOW_PLAINTEXT_BACKENDS || isProtected(address)
      ? undefined
      : `names a server beyond this machine without TLS, or checks no certificates: ${remedy}, or set ALLOW_PLAINTEXT_BACKENDS=true`;
  }, schema);

const mongoAddress = refusing((address) =>
  mongoHosts(address)
    ? staleReadsIn(address)
    : 'must be an address such as mongodb://127.0.0.1:27017/partnerdesk',
);

const proxies = refusing((text, helpers) => {
  if (!readAddressList(text)) return 'must list the addresses of the proxies, such as 10.0.0.0/8,192.0.2.7';
  return helpers.state.ancestors[0].NODE_ENV === 'production' && hasWideNetwork(text)
    ? 'trusts addresses of anybody: production lists its own proxies, in networks of /8 at most'
    : undefined;
});

const FRAUD_RULE = `(?:${FRAUD_RULES.join('|')})(?::[1-9]\\d{0,6}(?:\\.\\d{1,2})?)?`;
/** Which fraud signals are looked for (docs/RULES.md, Fraud signals). */
const FRAUD_RULES_PATTERN = new RegExp(`^(?:none|${FRAUD_RULE}(?: *, *${FRAUD_RULE})*)$`);

const QUEUE = `(?:${QUEUE_NAMES.join('|')})`;
const QUEUES_PATTERN = new RegExp(`^(?:none|${QUEUE}(?: *, *${QUEUE})*)$`);

/** What most rejections are for. */
const REJECTION_REASONS = [
  'Not a person',
  'Not the person named',
  'Not readable',
  'Contact details in the picture',
  UNDER_AGE_REASON,
  'Not allowed content',
  'Somebody else’s picture',
];

/** Every variable of the environment that the servers read; .env.example explains each. */
const VARIABLES = {
  // Production by default: its rules are the strict ones. `npm start` and the commands set development.
  NODE_ENV: withDefault(oneOf('development', 'production', 'test'), 'production'),
  ALLOW_PLAINTEXT_BACKENDS: withDefault(Joi.boolean(), false),
  PORT: withDefault(Joi.number().port(), 8080),
  METRICS_PORT: Joi.number().port(),
  HOST: withDefault(Joi.string().hostname(), '127.0.0.1'),
  PUBLIC_URL: readAs<string>(
    inProduction(
      origin
        .pattern(/^https:/)
        .required()
        .messages({ 'string.pattern.base': '{{#label}} must start with https: in production' }),
      origin.default(''),
    ),
  ),
  PUBLIC_URLS: origins.when('NODE_ENV', {
    is: 'production',
    then: Joi.string()
      .pattern(/^(https:[^,]*(,|$))*$/)
      .messages({ 'string.pattern.base': '{{#label}} must have origins with https: in production' }),
  }),
  MONGO_URL: neededInProduction(
    backend(mongoAddress, 'add tls=true to its query, and nothing that turns checks off'),
    'mongodb://127.0.0.1:27017/partnerdesk',
  ),
  REDIS_URL: neededInProduction(
    backend(url('redis', 'rediss'), 'use a rediss: address'),
    'redis://127.0.0.1:6379',
  ),
  SMTP_URL: neededInProduction(url('smtp', 'smtps'), ''),
  SUPPORT_EMAIL: Joi.string().max(200),
  MAIL_FROM: neededInProduction(Joi.string().max(200), 'Partnerdesk <no-reply@example.com>'),
  LOCAL_POSTBACKS: readAs<boolean>(
    inProduction(Joi.boolean().valid(false).default(false), Joi.boolean().default(false)),
  ),
  SESSION_KEYS: secret(keyList(sessionKeyProblem), 'SESSION_KEYS'),
  FIELD_KEYS: secret(keyList(fieldKeyProblem), 'FIELD_KEYS'),
  PROOF_KEY: secret(keyList(fieldKeyProblem), 'PROOF_KEY'),
  PROOF_FILE: Joi.string(),
  PROOF_MAIL: Joi.string().email({ tlds: false }).max(200),
  EVENTS_SECRET: secret(Joi.string().min(32), 'EVENTS_SECRET'),
  BUSINESS_TIMEZONE: withDefault(timeZone, 'America/New_York'),
  LANDING_URL: url('http', 'https'),
  DEEP_LINK_PAGES: Joi.string()
    .max(2000)
    .pattern(/^(\/[^\s,?#]*)(,\s*\/[^\s,?#]*)*$/)
    .messages({
      'string.pattern.base': '{{#label}} must be paths such as /chat/,/start, separated by commas',
    }),
  GOOGLE_CAPTCHA_KEY: Joi.string(),
  GOOGLE_CAPTCHA_SECRET: Joi.string(),
  TRUST_PROXY: proxies.empty('false'),
  CALL_DEADLINE_MS: withDefault(Joi.number().integer().min(100).max(60_000), 5000),
  REQUEST_DEADLINE_MS: withDefault(Joi.number().integer().min(100).max(120_000), 15_000),
  DRAIN_MS: Joi.number().integer().min(0).max(60_000),
  // Read by OpenTelemetry itself, with the other OTEL_ variables.
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  LOG_LEVEL: withDefault(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),
  DATA_DIR: withDefault(Joi.string(), '.data'),
  RELEASES_DIR: Joi.string(),
  BACKUP_DIR: Joi.string(),
  S3_ENDPOINT: url('http', 'https'),
  S3_REGION: withDefault(Joi.string().pattern(/^[\w-]+$/), 'us-east-1'),
  S3_BUCKET: Joi.string().pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  S3_ACCESS_KEY_ID: Joi.string(),
  S3_SECRET_ACCESS_KEY: Joi.string(),
  PHOTO_ID_RETENTION_DAYS: withDefault(Joi.number().integer().min(0).max(36_500), 2555),
  REQUIRE_SECOND_FACTOR: oneOf('office'),
  REJECTION_REASONS: withDefault(Joi.string().max(1000), REJECTION_REASONS.join(',')),
  REVIEW_NEEDS_CLEAR_VIEW: withDefault(
    Joi.string()
      .pattern(QUEUES_PATTERN)
      .messages({
        'string.pattern.base': `REVIEW_NEEDS_CLEAR_VIEW is none, or some of ${QUEUE_NAMES.join(', ')}`,
      }),
    'photoIds',
  ),
  FRAUD_RULES: withDefault(
    Joi.string()
      .pattern(FRAUD_RULES_PATTERN)
      .messages({
        'string.pattern.base': `FRAUD_RULES is none, or some of ${FRAUD_RULES.join(', ')}, each with :threshold or without`,
      }),
    FRAUD_RULES.join(','),
  ),
  PAYROLL_APPROVAL: withDefault(oneOf(...PAYROLL_APPROVAL_MODES), 'single'),
  ADJUSTMENT_LIMIT: withDefault(Joi.number().min(0).max(1_000_000), 5000),
  PAYROLL_CONFIRM_OVER: withDefault(Joi.number().min(0).max(1_000_000_000), 10_000),
  ACH_DESTINATION_ROUTING: inDevelopment(routingNumber, '110000000'),
  ACH_DESTINATION_NAME: inDevelopment(Joi.string().max(23), 'DEVELOPMENT BANK'),
  ACH_ORIGIN_ID: inDevelopment(Joi.string().alphanum().max(10), '1234567890'),
  ACH_ORIGIN_NAME: inDevelopment(Joi.string().max(23), 'PARTNERDESK'),
  ACH_COMPANY_NAME: inDevelopment(Joi.string().max(16), 'PARTNERDESK'),
  // As it stands in our files, and in the bank's answers to them.
  ACH_COMPANY_ID: inDevelopment(Joi.string().alphanum().max(10).uppercase(), '1234567890'),
  ACH_ODFI: inDevelopment(Joi.string().pattern(/^\d{8}$/, 'eight digits'), '11000000'),
  ACH_OFFSET_ROUTING: routingNumber,
  ACH_OFFSET_ACCOUNT: Joi.string().pattern(/^[\dA-Za-z-]{1,17}$/, 'account number'),
  TAX_PAYER_EIN: inDevelopment(ein, '98-1234567'),
  TAX_PAYER_NAME: inDevelopment(Joi.string().max(40), 'Partnerdesk Development'),
  TAX_PAYER_ADDRESS1: inDevelopment(Joi.string().max(35), '1 Main St'),
  TAX_PAYER_ADDRESS2: Joi.string().max(35),
  TAX_PAYER_CITY: inDevelopment(Joi.string().max(22), 'New York'),
  TAX_PAYER_STATE: inDevelopment(Joi.string().pattern(/^[A-Z]{2}$/, 'two letters'), 'NY'),
  TAX_PAYER_POSTAL_CODE: inDevelopment(Joi.string().pattern(/^\d{5}(-?\d{4})?$/, 'ZIP code'), '10001'),
  TAX_PAYER_PHONE: inDevelopment(Joi.string().pattern(/^\d{10}$/, 'ten digits'), '2125550100'),
  TAX_PAYER_EMAIL: inDevelopment(Joi.string().email({ tlds: false }).max(100), 'tax@example.com'),
  TAX_FORM_THRESHOLDS: withDefault(thresholds, {}),
  PAYMENT_CHANGE_HOLD_DAYS: withDefault(Joi.number().integer().min(0).max(90), 0),
  PAYOUT_MINIMUM: withDefault(Joi.number().min(0).max(1_000_000).precision(2), 0),
  PAYOUT_HOLD_DAYS: withDefault(Joi.number().integer().min(0).max(MAX_HOLD_DAYS), 0),
  REMOTE_MANIFESTS: withDefault(remoteManifests, {}),
};

/** What the variables are once they are read and checked. */
export type Variables = { [Name in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Name]> };

export const envSchema = Joi.object<Variables>(VARIABLES)
  .and(...ACH_NEEDED)
  .and(...TAX_PAYER_NEEDED)
  .and('ACH_OFFSET_ROUTING', 'ACH_OFFSET_ACCOUNT')
  .and('GOOGLE_CAPTCHA_KEY', 'GOOGLE_CAPTCHA_SECRET')
  .and(...S3_NEEDED)
  .messages({
    'object.and': '{{#missingWithLabels}} must be set beside {{#presentWithLabels}}: set all or none',
  });

import { existsSync } from 'node:fs';
import path from 'node:path';
import { centsOf, QUEUE_NAMES } from '@partnerdesk/contracts';
import { readAddressList } from './address-list';
import {
  ACH_NEEDED,
  DEVELOPMENT_SECRETS,
  envSchema,
  S3_NEEDED,
  TAX_PAYER_NEEDED,
  type Variables,
} from './env-schema';

/** A key that encrypts or signs; `id` is stored beside what it encrypted or signed. */
export interface FieldKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** What tax forms need besides payments and payees (docs/RULES.md, Year end). */
export interface TaxSettings {
  /** Missing: who pays is not configured, and no form is made. */
  payer: TaxPayer | undefined;
  /** From how many cents on a payee gets a form, by year; they go before the law's figures. */
  thresholdCents: Readonly<Record<number, number>>;
}

/** The environment is not usable; `problems` names every reason, `message` is ready to be shown. */
export class EnvError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(
      `The environment is not usable (see .env.example):\n${problems.map((one) => `  - ${one}`).join('\n')}`,
    );
    this.name = 'EnvError';
    this.problems = problems;
  }
}

/** Takes what a `.env` file adds to process.env; what is set already stays. Nothing happens without the file. */
export function loadEnvFile(file = '.env'): void {
  if (!existsSync(file)) return;
  const loadFile = (process as unknown as { loadEnvFile: (path: string) => void }).loadEnvFile;
  loadFile(file);
}

/** Read once, at boot; an empty variable counts as not set. @throws EnvError listing every problem at once */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const { given, value, error } = validated(source);
  if (error) {
    const problems = error.details.map(({ message }) => message);
    const hint = 'NODE_ENV is not set, which counts as production; npm start sets development';
    throw new EnvError(given.NODE_ENV ? problems : [hint, ...problems]);
  }
  return envOf(value);
}

function validated(source: NodeJS.ProcessEnv) {
  const known = Object.keys(envSchema.describe().keys);
  const given = Object.fromEntries(known.map((name) => [name, source[name]?.trim() || undefined]));
  const options = { abortEarly: false, errors: { wrap: { label: false } } } as const;
  return { given, ...envSchema.validate(given, options) };
}

export type Env = ReturnType<typeof envOf>;

const envOf = (value: Variables) => ({
  nodeEnv: value.NODE_ENV,
  isProduction: value.NODE_ENV === 'production',
  port: value.PORT,
  host: value.HOST,
  /** Where figures are served to Prometheus; missing: nowhere. */
  metricsPort: value.METRICS_PORT,
  /** Origin under which people reach the product; no slash at the end. */
  publicUrl: value.PUBLIC_URL || `http://localhost:${value.PORT}`,
  /** Origins whose pages may write: those of PUBLIC_URL and PUBLIC_URLS; without the first, this machine by each of its own names. */
  publicOrigins: [
    ...(value.PUBLIC_URL ? [value.PUBLIC_URL] : LOOPBACK_NAMES.map((name) => `http://${name}:${value.PORT}`)),
    ...(value.PUBLIC_URLS ? splitList(value.PUBLIC_URLS) : []),
  ],
  mongoUrl: value.MONGO_URL,
  redisUrl: value.REDIS_URL,
  /** Missing: mail goes to the outbox. */
  smtpUrl: value.SMTP_URL || undefined,
  mailFrom: value.MAIL_FROM,
  /** Who gets what is written in the contact form. */
  supportEmail: value.SUPPORT_EMAIL || value.MAIL_FROM,
  /** Postbacks may go to this machine and private networks, and without TLS; never in production. */
  localPostbacks: value.LOCAL_POSTBACKS,
  /** The first signs, all verify. */
  sessionKeys: splitList(value.SESSION_KEYS),
  /** The first encrypts, all decrypt. */
  fieldKeys: splitList(value.FIELD_KEYS).map(readKey),
  /** The first signs, all verify. */
  proofKeys: splitList(value.PROOF_KEY).map(readKey),
  /** Where each day's digests are appended and mailed to, out of reach of who manages the database. */
  proofFile: value.PROOF_FILE,
  proofMail: value.PROOF_MAIL,
  eventsSecret: value.EVENTS_SECRET,
  businessTimezone: value.BUSINESS_TIMEZONE,
  /** The service's page where partner links lead; empty: a page of our own. */
  landingUrl: value.LANDING_URL ?? '',
  /** Paths of the service's pages to which links may lead; one that ends with a slash stands for all below it. */
  deepLinkPages: value.DEEP_LINK_PAGES ? splitList(value.DEEP_LINK_PAGES) : [],
  /** Empty: the self-hosted captcha. */
  googleCaptchaKey: value.GOOGLE_CAPTCHA_KEY ?? '',
  googleCaptchaSecret: value.GOOGLE_CAPTCHA_SECRET ?? '',
  /** Proxies whose X-Forwarded-… and X-Request-Id are trusted; missing: none. */
  trustedProxies: value.TRUST_PROXY ? readAddressList(value.TRUST_PROXY) : undefined,
  /** How long one call to the database or Redis may take in a web server (ms). */
  callDeadlineMs: value.CALL_DEADLINE_MS,
  /** How long a web server may take to answer a request (ms). */
  requestDeadlineMs: value.REQUEST_DEADLINE_MS,
  /** How long a web server that is to end goes on serving, for proxies to notice (ms). */
  drainMs: value.DRAIN_MS ?? (value.NODE_ENV === 'production' ? DRAIN_MS : 0),
  logLevel: value.LOG_LEVEL,
  dataDir: value.DATA_DIR,
  /** Folder of remotes that are released by themselves, shared by all web servers. */
  releasesDir: path.resolve(value.RELEASES_DIR ?? path.join(value.DATA_DIR, 'releases')),
  /** Absolute path of the folder of nightly backups; missing: none are made. */
  backupDir: value.BACKUP_DIR ? path.resolve(value.BACKUP_DIR) : undefined,
  /** Where pictures are kept; missing: in a folder under dataDir. */
  s3: s3Of(value),
  /** Missing: direct deposits are not configured. */
  ach: achOf(value),
  tax: { payer: taxPayerOf(value), thresholdCents: value.TAX_FORM_THRESHOLDS } satisfies TaxSettings,
  /** Days after an account of staff is closed until its photo ids are deleted. */
  photoIdRetentionDays: value.PHOTO_ID_RETENTION_DAYS,
  /** Days for which 'all' of a payroll leaves out who has changed the payment details. */
  paymentChangeHoldDays: value.PAYMENT_CHANGE_HOLD_DAYS,
  /** four-eyes: a second person approves executions. */
  payrollApproval: value.PAYROLL_APPROVAL,
  /** What one person may adjust balances by alone, by one adjustment and on one business day (cents). */
  adjustmentLimitCents: centsOf(value.ADJUSTMENT_LIMIT),
  /** Above this sum the browser has an execution confirmed by typing (dollars). */
  payrollConfirmOver: value.PAYROLL_CONFIRM_OVER,
  /** Payouts below it carry over (cents). */
  payoutMinimumCents: centsOf(value.PAYOUT_MINIMUM),
  /** Days after which an entry is payable. */
  payoutHoldDays: value.PAYOUT_HOLD_DAYS,
  /** What moderators choose from when they reject. */
  rejectionReasons: splitList(value.REJECTION_REASONS),
  /** Queues in which a picture has to be shown plainly before it is approved. */
  reviewNeedsClearView: QUEUE_NAMES.filter((queue) =>
    splitList(value.REVIEW_NEEDS_CLEAR_VIEW).includes(queue),
  ),
  /** Rules of fraud signals, each with its threshold after a colon or without. */
  fraudRules: splitList(value.FRAUD_RULES).filter((rule) => rule !== 'none'),
  /** Whose sign-in takes a second factor; undefined: everybody's own choice. */
  requireSecondFactor: value.REQUIRE_SECOND_FACTOR,
  /** Addresses that stand in for /remotes/<name>/mf-manifest.json. */
  remoteManifests: value.REMOTE_MANIFESTS,
});

/** Variables that are set together or not at all, as the schema demands; undefined: not at all. */
function allOf<Name extends keyof Variables>(value: Variables, names: readonly Name[]) {
  type All = { [Each in Name]: NonNullable<Variables[Each]> };
  return names.every((name) => value[name] !== undefined) ? (value as All) : undefined;
}

function s3Of(value: Variables) {
  const set = allOf(value, S3_NEEDED);
  return (
    set && {
      /** Address of the service, without the bucket. */
      endpoint: set.S3_ENDPOINT.replace(/\/$/, ''),
      region: value.S3_REGION,
      bucket: set.S3_BUCKET,
      accessKeyId: set.S3_ACCESS_KEY_ID,
      secretAccessKey: set.S3_SECRET_ACCESS_KEY,
    }
  );
}
/** A bucket with the S3 interface. */
export type S3Settings = NonNullable<ReturnType<typeof s3Of>>;

function achOf(value: Variables) {
  const set = allOf(value, ACH_NEEDED);
  const offset = allOf(value, ['ACH_OFFSET_ROUTING', 'ACH_OFFSET_ACCOUNT']);
  return (
    set && {
      destinationRouting: set.ACH_DESTINATION_ROUTING,
      destinationName: set.ACH_DESTINATION_NAME,
      originID: set.ACH_ORIGIN_ID,
      originName: set.ACH_ORIGIN_NAME,
      companyName: set.ACH_COMPANY_NAME,
      companyID: set.ACH_COMPANY_ID,
      /** First eight digits of the originating bank's routing number. */
      odfi: set.ACH_ODFI,
      /** Balanced files debit this account with what they pay. */
      ...(offset && {
        offset: { routing: offset.ACH_OFFSET_ROUTING, account: offset.ACH_OFFSET_ACCOUNT },
      }),
    }
  );
}
/** Who sends pay files for direct deposits, and through which bank. */
export type AchSettings = NonNullable<ReturnType<typeof achOf>>;

function taxPayerOf(value: Variables) {
  const set = allOf(value, TAX_PAYER_NEEDED);
  return (
    set && {
      /** Nine digits; of the phone ten. */
      ein: set.TAX_PAYER_EIN.replace('-', ''),
      name: set.TAX_PAYER_NAME,
      address1: set.TAX_PAYER_ADDRESS1,
      address2: value.TAX_PAYER_ADDRESS2 ?? '',
      city: set.TAX_PAYER_CITY,
      state: set.TAX_PAYER_STATE,
      postalCode: set.TAX_PAYER_POSTAL_CODE,
      phone: set.TAX_PAYER_PHONE,
      emailAddress: set.TAX_PAYER_EMAIL,
    }
  );
}
/** The business that pays, as the IRS knows it. */
export type TaxPayer = NonNullable<ReturnType<typeof taxPayerOf>>;

/** Two checks of a proxy that looks at /readyz every 2 s. */
const DRAIN_MS = 4000;

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

function splitList(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

function readKey(entry: string): FieldKey {
  const [id = '', key = ''] = entry.split(':');
  return { id, key: Buffer.from(key, 'base64') };
}

/** What signs in development and tests: public, so production refuses it. */
export const DEVELOPMENT_PROOF_KEYS: readonly FieldKey[] = [readKey(DEVELOPMENT_SECRETS.PROOF_KEY)];

/** Settings whose values nobody may read; of the keys with ids these are shown. */
const SECRETS = new Set([
  'SESSION_KEYS',
  'EVENTS_SECRET',
  'GOOGLE_CAPTCHA_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ACH_OFFSET_ACCOUNT',
  'TAX_PAYER_EIN',
]);
/** Addresses that may have a password in them. */
const BACKENDS = new Set(['MONGO_URL', 'REDIS_URL', 'SMTP_URL']);

/** Every setting as the environment gives it, defaults included, without the values of secrets: for the audit log. */
export function shownSettings(source: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const { value } = validated(source);
  const set = Object.entries(value as Record<string, unknown>).filter(
    ([, setting]) => setting !== undefined && setting !== '',
  );
  return Object.fromEntries(set.map(([name, setting]) => [name, shown(name, setting)]));
}

function shown(name: string, setting: unknown): string {
  const text = typeof setting === 'object' ? JSON.stringify(setting) : String(setting);
  if (name === 'FIELD_KEYS' || name === 'PROOF_KEY')
    return text
      .split(',')
      .map((entry) => entry.split(':')[0]?.trim())
      .join(', ');
  if (SECRETS.has(name)) return '(set)';
  return BACKENDS.has(name) ? text.replace(/\/\/.*@/, '//…@').replace(/\?.*/, '') : text;
}

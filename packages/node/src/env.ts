import { existsSync } from 'node:fs';
import type { BlockList } from 'node:net';
import path from 'node:path';
import {
  centsOf,
  type PayrollApprovalMode,
  QUEUE_NAMES,
  type QueueName,
  type RemoteName,
} from '@partnerdesk/contracts';
import { readAddressList } from './address-list';
import { envSchema } from './env-schema';

/** A key of the field encryption; `id` is stored beside what it encrypted. */
export interface FieldKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** A bucket with the S3 interface. */
export interface S3Settings {
  /** Address of the service, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Who sends pay files for direct deposits, and through which bank. */
export interface AchSettings {
  destinationRouting: string;
  destinationName: string;
  originID: string;
  originName: string;
  companyName: string;
  companyID: string;
  /** First eight digits of the originating bank's routing number. */
  odfi: string;
  /** Balanced files debit this account with what they pay. */
  offset?: { routing: string; account: string };
}

/** The business that pays, as the IRS knows it. */
export interface TaxPayer {
  /** Nine digits. */
  ein: string;
  name: string;
  address1: string;
  address2: string;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
  /** Ten digits. */
  phone: string;
  emailAddress: string;
}

/** What tax forms need besides payments and payees (docs/RULES.md, Year end). */
export interface TaxSettings {
  /** Missing: who pays is not configured, and no form is made. */
  payer: TaxPayer | undefined;
  /** From how many cents on a payee gets a form, by year; they go before the law's figures. */
  thresholdCents: Readonly<Record<number, number>>;
}

/** The validated environment of a server process. */
export interface Env {
  nodeEnv: 'development' | 'production' | 'test';
  isProduction: boolean;
  port: number;
  host: string;
  /** Where figures are served to Prometheus; missing: nowhere. */
  metricsPort: number | undefined;
  /** Origin under which people reach the product; no slash at the end. */
  publicUrl: string;
  /** Origins whose pages may write: those of PUBLIC_URL and PUBLIC_URLS; without the first, this machine by each of its own names. */
  publicOrigins: string[];
  mongoUrl: string;
  redisUrl: string;
  /** Missing: mail goes to the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who gets what is written in the contact form. */
  supportEmail: string;
  /** Postbacks may go to this machine and private networks, and without TLS; never in production. */
  localPostbacks: boolean;
  /** The first signs, all verify. */
  sessionKeys: string[];
  /** The first encrypts, all decrypt. */
  fieldKeys: FieldKey[];
  eventsSecret: string;
  businessTimezone: string;
  /** The service's page where partner links lead; empty: a page of our own. */
  landingUrl: string;
  /** Paths of the service's pages to which links may lead; one that ends with a slash stands for all below it. */
  deepLinkPages: string[];
  /** Empty: the self-hosted captcha. */
  googleCaptchaKey: string;
  googleCaptchaSecret: string;
  /** Proxies whose X-Forwarded-… and X-Request-Id are trusted; missing: none. */
  trustedProxies: BlockList | undefined;
  /** How long one call to the database or Redis may take in a web server (ms). */
  callDeadlineMs: number;
  /** How long a web server may take to answer a request (ms). */
  requestDeadlineMs: number;
  /** How long a web server that is to end goes on serving, for proxies to notice (ms). */
  drainMs: number;
  logLevel: string;
  dataDir: string;
  /** Folder of remotes that are released by themselves, shared by all web servers. */
  releasesDir: string;
  /** Absolute path of the folder of nightly backups; missing: none are made. */
  backupDir: string | undefined;
  /** Where pictures are kept; missing: in a folder under dataDir. */
  s3: S3Settings | undefined;
  /** Missing: direct deposits are not configured. */
  ach: AchSettings | undefined;
  tax: TaxSettings;
  /** Days after an account of staff is closed until its photo ids are deleted. */
  photoIdRetentionDays: number;
  /** Days for which 'all' of a payroll leaves out who has changed the payment details. */
  paymentChangeHoldDays: number;
  /** four-eyes: a second person approves executions. */
  payrollApproval: PayrollApprovalMode;
  /** What one person may adjust balances by alone, by one adjustment and on one business day (cents). */
  adjustmentLimitCents: number;
  /** Above this sum the browser has an execution confirmed by typing (dollars). */
  payrollConfirmOver: number;
  /** Payouts below it carry over (cents). */
  payoutMinimumCents: number;
  /** Days after which an entry is payable. */
  payoutHoldDays: number;
  /** What moderators choose from when they reject. */
  rejectionReasons: string[];
  /** Queues in which a picture has to be shown plainly before it is approved. */
  reviewNeedsClearView: QueueName[];
  /** Rules of fraud signals, each with its threshold after a colon or without. */
  fraudRules: string[];
  /** Whose sign-in takes a second factor; undefined: everybody's own choice. */
  requireSecondFactor: 'office' | undefined;
  /** Addresses that stand in for /remotes/<name>/mf-manifest.json. */
  remoteManifests: Partial<Record<RemoteName, string>>;
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

/**
 * Reads and checks the environment once, at boot. An empty variable counts as not set.
 * @throws EnvError listing every problem at once
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const known = Object.keys(envSchema.describe().keys);
  const given = Object.fromEntries(known.map((name) => [name, source[name]?.trim() || undefined]));
  const { value, error } = envSchema.validate(given, {
    abortEarly: false,
    errors: { wrap: { label: false } },
  });
  if (error) {
    const problems = error.details.map(({ message }) => message);
    const hint = 'NODE_ENV is not set, which counts as production; npm start sets development';
    throw new EnvError(given.NODE_ENV ? problems : [hint, ...problems]);
  }
  return {
    nodeEnv: value.NODE_ENV,
    isProduction: value.NODE_ENV === 'production',
    port: value.PORT,
    host: value.HOST,
    metricsPort: value.METRICS_PORT,
    publicUrl: value.PUBLIC_URL || `http://localhost:${value.PORT}`,
    publicOrigins: [
      ...(value.PUBLIC_URL
        ? [value.PUBLIC_URL]
        : LOOPBACK_NAMES.map((name) => `http://${name}:${value.PORT}`)),
      ...(value.PUBLIC_URLS ? splitList(value.PUBLIC_URLS) : []),
    ],
    mongoUrl: value.MONGO_URL,
    redisUrl: value.REDIS_URL,
    smtpUrl: value.SMTP_URL || undefined,
    mailFrom: value.MAIL_FROM,
    supportEmail: value.SUPPORT_EMAIL || value.MAIL_FROM,
    localPostbacks: value.LOCAL_POSTBACKS,
    sessionKeys: splitList(value.SESSION_KEYS),
    fieldKeys: splitList(value.FIELD_KEYS).map(readFieldKey),
    eventsSecret: value.EVENTS_SECRET,
    businessTimezone: value.BUSINESS_TIMEZONE,
    landingUrl: value.LANDING_URL ?? '',
    deepLinkPages: value.DEEP_LINK_PAGES ? splitList(value.DEEP_LINK_PAGES) : [],
    googleCaptchaKey: value.GOOGLE_CAPTCHA_KEY ?? '',
    googleCaptchaSecret: value.GOOGLE_CAPTCHA_SECRET ?? '',
    trustedProxies: value.TRUST_PROXY && readAddressList(value.TRUST_PROXY),
    callDeadlineMs: value.CALL_DEADLINE_MS,
    requestDeadlineMs: value.REQUEST_DEADLINE_MS,
    drainMs: value.DRAIN_MS ?? (value.NODE_ENV === 'production' ? DRAIN_MS : 0),
    logLevel: value.LOG_LEVEL,
    dataDir: value.DATA_DIR,
    releasesDir: path.resolve(value.RELEASES_DIR ?? path.join(value.DATA_DIR, 'releases')),
    backupDir: value.BACKUP_DIR && path.resolve(value.BACKUP_DIR),
    s3: value.S3_BUCKET && {
      endpoint: value.S3_ENDPOINT.replace(/\/$/, ''),
      region: value.S3_REGION,
      bucket: value.S3_BUCKET,
      accessKeyId: value.S3_ACCESS_KEY_ID,
      secretAccessKey: value.S3_SECRET_ACCESS_KEY,
    },
    ach: value.ACH_DESTINATION_ROUTING && {
      destinationRouting: value.ACH_DESTINATION_ROUTING,
      destinationName: value.ACH_DESTINATION_NAME,
      originID: value.ACH_ORIGIN_ID,
      originName: value.ACH_ORIGIN_NAME,
      companyName: value.ACH_COMPANY_NAME,
      companyID: value.ACH_COMPANY_ID,
      odfi: value.ACH_ODFI,
      ...(value.ACH_OFFSET_ACCOUNT && {
        offset: { routing: value.ACH_OFFSET_ROUTING, account: value.ACH_OFFSET_ACCOUNT },
      }),
    },
    tax: { payer: taxPayerOf(value), thresholdCents: value.TAX_FORM_THRESHOLDS },
    photoIdRetentionDays: value.PHOTO_ID_RETENTION_DAYS,
    paymentChangeHoldDays: value.PAYMENT_CHANGE_HOLD_DAYS,
    payrollApproval: value.PAYROLL_APPROVAL,
    adjustmentLimitCents: centsOf(value.ADJUSTMENT_LIMIT),
    payrollConfirmOver: value.PAYROLL_CONFIRM_OVER,
    payoutMinimumCents: centsOf(value.PAYOUT_MINIMUM),
    payoutHoldDays: value.PAYOUT_HOLD_DAYS,
    rejectionReasons: splitList(value.REJECTION_REASONS),
    reviewNeedsClearView: QUEUE_NAMES.filter((queue) =>
      splitList(value.REVIEW_NEEDS_CLEAR_VIEW).includes(queue),
    ),
    fraudRules: splitList(value.FRAUD_RULES).filter((rule) => rule !== 'none'),
    requireSecondFactor: value.REQUIRE_SECOND_FACTOR,
    remoteManifests: value.REMOTE_MANIFESTS,
  };
}

function taxPayerOf(value: Record<string, string>): TaxPayer | undefined {
  const { TAX_PAYER_EIN: ein } = value;
  return ein === undefined
    ? undefined
    : {
        ein: ein.replace('-', ''),
        name: value.TAX_PAYER_NAME ?? '',
        address1: value.TAX_PAYER_ADDRESS1 ?? '',
        address2: value.TAX_PAYER_ADDRESS2 ?? '',
        city: value.TAX_PAYER_CITY ?? '',
        state: value.TAX_PAYER_STATE ?? '',
        postalCode: value.TAX_PAYER_POSTAL_CODE ?? '',
        phone: value.TAX_PAYER_PHONE ?? '',
        emailAddress: value.TAX_PAYER_EMAIL ?? '',
      };
}

/** Two checks of a proxy that looks at /readyz every 2 s. */
const DRAIN_MS = 4000;

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

function splitList(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}

function readFieldKey(entry: string): FieldKey {
  const [id = '', key = ''] = entry.split(':');
  return { id, key: Buffer.from(key, 'base64') };
}

import { envSchema } from './env-schema';

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
  const known = Object.keys(envSchema.describe().keys);
  const given = Object.fromEntries(known.map((name) => [name, source[name]?.trim() || undefined]));
  const { value } = envSchema.validate(given, { abortEarly: false });
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

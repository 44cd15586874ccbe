import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownSettings } from './env';

test('settings are shown with their defaults, secrets without their values', () => {
  const secrets = {
    SESSION_KEYS: 'planted-0123456789012345678901234567890123456789',
    FIELD_KEYS: `next:${Buffer.alloc(32, 'planted').toString('base64')},old:${Buffer.alloc(32, 'x').toString('base64')}`,
    PROOF_KEY: `p2:${Buffer.alloc(32, 'planted').toString('base64')}`,
    EVENTS_SECRET: 'planted-0123456789012345678901234567890123456789',
    GOOGLE_CAPTCHA_SECRET: 'planted',
    S3_ACCESS_KEY_ID: 'planted',
    S3_SECRET_ACCESS_KEY: 'planted',
    ACH_OFFSET_ACCOUNT: 'planted',
    TAX_PAYER_EIN: 'planted',
    MONGO_URL: 'mongodb://ann:planted@10.0.0.1,10.0.0.2/desk?authMechanismProperties=planted',
    REDIS_URL: 'redis://:pl@nted@127.0.0.1:6379',
    SMTP_URL: 'smtp://ann:planted@mail.example.com',
  };
  const shown = shownSettings({ NODE_ENV: 'test', PAYOUT_MINIMUM: '25', HOME: 'planted', ...secrets });
  expect(shown).toMatchObject({
    PAYOUT_MINIMUM: '25',
    PAYROLL_APPROVAL: 'single',
    SESSION_KEYS: '(set)',
    FIELD_KEYS: 'next, old',
    PROOF_KEY: 'p2',
    MONGO_URL: 'mongodb://…@10.0.0.1,10.0.0.2/desk',
    REDIS_URL: 'redis://…@127.0.0.1:6379',
  });
  expect(JSON.stringify(shown)).not.toMatch(/planted|nted@|cGxhbnRlZ/);
});

test('every setting that sounds secret is', () => {
  const names =
    readFileSync(join(__dirname, 'env-schema.ts'), 'utf8').match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm) ?? [];
  const sounding = names
    .map((name) => name.trim())
    .filter((name) => /KEY|SECRET|PASS|TOKEN|ACCOUNT|EIN/.test(name));
  // Google's key of the page is public; of keys with ids these are shown.
  const shownInPart = ['GOOGLE_CAPTCHA_KEY', 'FIELD_KEYS', 'PROOF_KEY'];
  const open = sounding.filter((name) => !shownInPart.includes(name));
  const shown = shownSettings(Object.fromEntries(open.map((name) => [name, 'planted'])));
  expect(open.filter((name) => shown[name] !== '(set)' && shown[name] !== undefined)).toEqual([]);
  expect(open.length).toBeGreaterThan(4);
});

/* One environment: each variable, and what it refuses, against the same complete settings. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isListed } from './address-list';
import { EnvError, readEnv } from './env';
import { DEVELOPMENT_SECRETS, envSchema } from './env-schema';

const SESSION_KEYS = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64')];
const production = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://partners.example.com',
  MONGO_URL: 'mongodb://db1.example.com:27017,db2.example.com/partnerdesk?replicaSet=rs0&tls=true',
  REDIS_URL: 'rediss://cache.example.com',
  SMTP_URL: 'smtp://mail.example.com:587',
  MAIL_FROM: 'Partnerdesk <no-reply@example.com>',
  SESSION_KEYS: SESSION_KEYS.join(),
  FIELD_KEYS: `k2:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`,
  PROOF_KEY: `p1:${randomBytes(32).toString('base64')}`,
  EVENTS_SECRET: randomBytes(16).toString('hex'),
});

const development = { NODE_ENV: 'development' };

const problemsOf = (source: NodeJS.ProcessEnv): string[] => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
};

test('the company’s id is kept as it stands in files for the bank, and in its answers', () => {
  expect(readEnv({ ...development, ACH_COMPANY_ID: 'a234567890' }).ach?.companyID).toBe('A234567890');
});

test('development runs on its defaults', () => {
  const env = readEnv(development);
  expect(env).toMatchObject({
    nodeEnv: 'development',
    isProduction: false,
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    businessTimezone: 'America/New_York',
    smtpUrl: undefined,
    trustedProxies: undefined,
    remoteManifests: {},
    deepLinkPages: [],
  });
  expect(env.fieldKeys[0]?.key).toHaveLength(32);
});

test('the public address follows the port', () => {
  const env = readEnv({ ...development, PORT: '9001' });
  expect(env.publicUrl).toBe('http://localhost:9001');
  expect(env.publicOrigins).toEqual(['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:9001`));
  expect(readEnv(production()).publicOrigins).toEqual(['https://partners.example.com']);
  const more = { PUBLIC_URLS: 'https://b.example.com/, https://c.example.com' };
  expect(readEnv({ ...production(), ...more }).publicOrigins).toEqual([
    'https://partners.example.com',
    'https://b.example.com',
    'https://c.example.com',
  ]);
  expect(problemsOf({ ...production(), PUBLIC_URLS: 'http://b.example.com' }).join()).toMatch(/PUBLIC_URLS/);
  expect(problemsOf({ ...production(), PUBLIC_URLS: 'https://b.example.com/path' }).join()).toMatch(
    /PUBLIC_URLS/,
  );
});

test('photo ids are approved after a clear view; other queues as the installation wants it', () => {
  const read = (REVIEW_NEEDS_CLEAR_VIEW?: string) =>
    readEnv({ ...development, REVIEW_NEEDS_CLEAR_VIEW }).reviewNeedsClearView;
  expect(read()).toEqual(['photoIds']);
  expect(read('profiles, memberPics')).toEqual(['memberPics', 'profiles']);
  expect(read('none')).toEqual([]);
  expect(problemsOf({ ...development, REVIEW_NEEDS_CLEAR_VIEW: 'photos' })).toEqual([
    expect.stringContaining('REVIEW_NEEDS_CLEAR_VIEW is none, or some of photoIds'),
  ]);
});

test('an empty variable counts as not set', () => {
  expect(readEnv({ ...development, PORT: '', SMTP_URL: '  ', REMOTE_MANIFESTS: '' }).port).toBe(8080);
});

test('production takes its own values, several keys in order', () => {
  const env = readEnv(production());
  expect(env.isProduction).toBe(true);
  expect(env.sessionKeys).toEqual(SESSION_KEYS);
  expect(env.fieldKeys.map(({ id }) => id)).toEqual(['k2', 'k1']);
});

test('production without anything: every missing variable is named at once', () => {
  const problems = problemsOf({ NODE_ENV: 'production' }).join('\n');
  for (const name of [
    'PUBLIC_URL',
    'MONGO_URL',
    'REDIS_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'SESSION_KEYS',
    'FIELD_KEYS',
    'PROOF_KEY',
    'EVENTS_SECRET',
  ])
    expect(problems).toContain(`${name} is required`);
});

test('without NODE_ENV the rules of production hold: nothing runs on public keys by an oversight', () => {
  const [hint, ...problems] = problemsOf({});
  expect(hint).toMatch(/^NODE_ENV is not set/);
  expect(problems.join()).toContain('SESSION_KEYS is required');
});

test('production refuses the keys of development, wherever they stand in a list and under whatever name', () => {
  const { SESSION_KEYS, FIELD_KEYS, PROOF_KEY, EVENTS_SECRET } = DEVELOPMENT_SECRETS;
  const own = production();
  const problems = problemsOf({
    ...own,
    SESSION_KEYS: `${own.SESSION_KEYS}, ${SESSION_KEYS}`,
    FIELD_KEYS: `${own.FIELD_KEYS},${FIELD_KEYS.replace('dev:', 'k3:')}`,
    PROOF_KEY: PROOF_KEY.replace('dev:', 'p1:'),
    EVENTS_SECRET,
  });
  expect(problems).toHaveLength(4);
  for (const problem of problems) expect(problem).toMatch(/production needs its own/);
});

test.each([
  ['PUBLIC_URL', 'http://partners.example.com', /https/],
  ['MONGO_URL', 'mongodb://127.0.0.1,db.example.com/partnerdesk', /TLS.*ALLOW_PLAINTEXT_BACKENDS=true/],
  ['MONGO_URL', 'mongodb://db.example.com/partnerdesk?tls=false', /TLS/],
  ['MONGO_URL', 'mongodb://db.example.com/x?tls=true&tlsAllowInvalidCertificates=true', /certificates/],
  ['MONGO_URL', 'mongodb+srv://db.example.com/x?tlsInsecure=true', /certificates/],
  ['MONGO_URL', 'mongodb+srv://db.example.com/x?retryWrites=true&tls=false', /TLS/],
  ['MONGO_URL', 'mongodb+srv://db.example.com/x?ssl=false', /TLS/],
  ['MONGO_URL', 'mongodb://127.0.0.1/x?readPreference=secondaryPreferred', /has readPreference: .*Remove/],
  ['MONGO_URL', 'mongodb://127.0.0.1/x?w=1&readconcernlevel=local', /has readconcernlevel: .*Remove/],
  ['REDIS_URL', 'redis://cache.example.com:6379', /TLS.*ALLOW_PLAINTEXT_BACKENDS=true/],
])('production refuses %s=%s', (name, value, text) => {
  const problems = problemsOf({ ...production(), [name]: value });
  expect(problems).toEqual([expect.stringMatching(text)]);
});

test.each([
  { MONGO_URL: 'mongodb+srv://db.example.com/partnerdesk' },
  {
    MONGO_URL: 'mongodb://user:p%40ss@127.0.0.1:27017,localhost/partnerdesk',
    REDIS_URL: 'redis://[::1]:6379',
  },
  { ALLOW_PLAINTEXT_BACKENDS: 'true', MONGO_URL: 'mongodb://db/x', REDIS_URL: 'redis://cache' },
])('production takes %j', (backends) => {
  expect(problemsOf({ ...production(), ...backends })).toEqual([]);
});

test('proxies are addresses and networks', () => {
  const { trustedProxies } = readEnv({ ...development, TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' });
  const listed = (address: string) => trustedProxies && isListed(trustedProxies, address);
  expect(['10.2.3.4', '::ffff:10.2.3.4', '192.0.2.7', 'fd00::1'].map(listed)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['11.2.3.4', '192.0.2.8', '::1', ''].map(listed)).toEqual([false, false, false, false]);
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'https://example.com/partners'],
  ['PUBLIC_URL', 'example.com'],
  ['MONGO_URL', 'http://localhost'],
  ['REDIS_URL', 'localhost:6379'],
  ['SESSION_KEYS', `${'n'.repeat(32)},short`],
  ['FIELD_KEYS', 'k1:dG9vIHNob3J0'],
  ['FIELD_KEYS', randomBytes(32).toString('base64')],
  ['EVENTS_SECRET', 'short'],
  ['BUSINESS_TIMEZONE', 'America/Springfield'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['LOG_LEVEL', 'loud'],
  ['REMOTE_MANIFESTS', '{"affiliate":'],
  ['REMOTE_MANIFESTS', '{"unknown":"/x.json"}'],
  ['REMOTE_MANIFESTS', '[]'],
])('%s=%s is named as the problem', (name, value) => {
  const problems = problemsOf({ ...development, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(name);
});

test.each([
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8,0.0.0.0/1'],
  ['TRUST_PROXY', '10.0.0.0/7'],
  ['TRUST_PROXY', '::/0'],
  ['FIELD_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`],
  ['FIELD_KEYS', `k1:${Buffer.alloc(32, 'ab').toString('base64')},k2:${randomBytes(32).toString('base64')}`],
  ['PROOF_KEY', `p1:${Buffer.alloc(32, 'ab').toString('base64')}`],
  ['SESSION_KEYS', `${randomBytes(32).toString('hex')},${'n'.repeat(32)}`],
  ['EVENTS_SECRET', 'a'.repeat(64)],
  ['EVENTS_SECRET', 'secret'.repeat(6)],
])('production does not start with %s=%s', (name, value) => {
  expect(problemsOf({ ...production(), [name]: value })).toEqual([expect.stringContaining(name)]);
  expect(problemsOf({ ...development, [name]: value })).toEqual([]);
});

test('a field key that is not random still reads what it encrypted, once another one encrypts', () => {
  const FIELD_KEYS = `k2:${randomBytes(32).toString('base64')},k1:${Buffer.alloc(32).toString('base64')}`;
  expect(problemsOf({ ...production(), FIELD_KEYS })).toEqual([]);
});

test('the two halves of Google’s captcha go together', () => {
  expect(problemsOf({ ...development, GOOGLE_CAPTCHA_KEY: 'only-the-key' })).toEqual([
    '[GOOGLE_CAPTCHA_SECRET] must be set beside [GOOGLE_CAPTCHA_KEY]: set all or none',
  ]);
});

test('no value of a refused variable is shown, for it may be a secret', () => {
  expect(
    problemsOf({ ...development, SESSION_KEYS: 'hunter2', EVENTS_SECRET: 'hunter2' }).join(),
  ).not.toContain('hunter2');
});

test('remotes elsewhere are read from JSON', () => {
  const manifest = 'https://cdn.example.com/mf-manifest.json';
  expect(
    readEnv({ ...development, REMOTE_MANIFESTS: JSON.stringify({ payroll: manifest }) }).remoteManifests,
  ).toEqual({
    payroll: manifest,
  });
});

test('.env.example names exactly the variables that are read', () => {
  const text = readFileSync(path.join(__dirname, '../../../.env.example'), 'utf8');
  const named = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual(Object.keys(envSchema.describe().keys).sort());
});

test('a bucket needs all of its settings, and then is where pictures are kept', () => {
  expect(
    problemsOf({ ...development, S3_BUCKET: 'pictures', S3_ENDPOINT: 'https://s3.example.com' }),
  ).toEqual([
    '[S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY] must be set beside [S3_ENDPOINT, S3_BUCKET]: set all or none',
  ]);
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readEnv({ ...development, ...s3 }).s3).toEqual({
    endpoint: 'https://s3.example.com',
    region: 'us-east-1',
    bucket: 'pictures',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  expect(readEnv(development).s3).toBeUndefined();
});

describe('tax forms', () => {
  const payer = {
    TAX_PAYER_EIN: '98-7654321',
    TAX_PAYER_NAME: 'Acme Inc',
    TAX_PAYER_ADDRESS1: '1 Oak St',
    TAX_PAYER_CITY: 'Austin',
    TAX_PAYER_STATE: 'TX',
    TAX_PAYER_POSTAL_CODE: '78701',
    TAX_PAYER_PHONE: '5125550100',
    TAX_PAYER_EMAIL: 'tax@acme.example',
  };

  test('production knows who pays by all of its settings, or not at all', () => {
    expect(readEnv(production()).tax).toEqual({ payer: undefined, thresholdCents: {} });
    expect(readEnv({ ...production(), ...payer }).tax.payer).toMatchObject({
      ein: '987654321',
      name: 'Acme Inc',
      address2: '',
    });
    const { TAX_PAYER_PHONE: _phone, ...rest } = payer;
    expect(problemsOf({ ...production(), ...rest })).toEqual([
      expect.stringMatching(/^\[TAX_PAYER_PHONE\] must be set beside .*TAX_PAYER_EIN/),
    ]);
  });

  test.each([
    ['TAX_PAYER_EIN', '00-1234567'],
    ['TAX_PAYER_STATE', 'Texas'],
    ['TAX_PAYER_POSTAL_CODE', '787'],
    ['TAX_PAYER_PHONE', '512-555-0100'],
    ['TAX_FORM_THRESHOLDS', '2027'],
    ['TAX_FORM_THRESHOLDS', '2027:-1'],
    ['TAX_FORM_THRESHOLDS', '2027:0'],
  ])('production refuses %s=%s', (name, value) => {
    const problems = problemsOf({ ...production(), ...payer, [name]: value });
    expect(problems).toEqual([expect.stringContaining(name)]);
  });

  test('thresholds are dollars by year', () => {
    const env = readEnv({ ...development, TAX_FORM_THRESHOLDS: '2027:2100, 2028:2200.50' });
    expect(env.tax.thresholdCents).toEqual({ 2027: 210_000, 2028: 220_050 });
  });
});

test('reasons for rejections are a list', () => {
  expect(readEnv({ ...development, REJECTION_REASONS: 'Blurred, Somebody else' }).rejectionReasons).toEqual([
    'Blurred',
    'Somebody else',
  ]);
  expect(readEnv(development).rejectionReasons.length).toBeGreaterThan(3);
});

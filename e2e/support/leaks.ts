import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  configureDomain,
  connectDatabase,
  decryptField,
  disconnectDatabase,
  encryptedFields,
} from '@partnerdesk/domain';
import { TIME_ZONE } from './time-zone';

/** Shorter ones stand in texts by chance. */
const MIN_LENGTH = 8;
const MAX_PER_FIELD = 1000;
const SPECS = join(__dirname, '..');

/** Where the run keeps what its servers have logged, and the secrets that tests have used. Set by the global setup. */
const folder = () => process.env.E2E_LOGS ?? '';
const listOf = () => join(folder(), 'secrets.ndjson');

/** Has the run check its servers' logs for these, too. */
export function noteSecrets(...secrets: string[]): void {
  appendFileSync(listOf(), secrets.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** Keeps the logs of a system that has ended; its folder may go. */
export function keepLogs(dataDir: string): void {
  const logs = join(dataDir, 'logs');
  if (!folder() || !existsSync(logs)) return;
  mkdirSync(folder(), { recursive: true });
  cpSync(logs, join(folder(), basename(dataDir)), { recursive: true });
  const keys = join(dataDir, 'keys.json');
  if (existsSync(keys)) noteSecrets(...Object.values<string>(JSON.parse(readFileSync(keys, 'utf8'))));
}

/**
 * What a running system keeps encrypted, readable: tax ids, account numbers, secrets of authenticator apps, and mails
 * with the tokens of their links.
 */
export async function readEncrypted(dataDir: string): Promise<string[]> {
  const { mongoUrl } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
  const { FIELD_KEYS } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'));
  const [id = '', key = ''] = FIELD_KEYS.split(':');
  configureDomain({
    fieldKeys: [{ id, key: Buffer.from(key, 'base64') }],
    proofKeys: [],
    timeZone: TIME_ZONE,
  });
  await connectDatabase(mongoUrl);
  try {
    const found: string[] = [];
    for (const { model, field, contextOf } of encryptedFields()) {
      const documents: Record<string, unknown>[] = await model
        .find({ [field]: { $exists: true } })
        .limit(MAX_PER_FIELD)
        .lean();
      for (const document of documents) {
        const encrypted = field
          .split('.')
          .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
        if (encrypted) found.push(decryptField(String(encrypted), contextOf(document)));
      }
    }
    return found.flatMap(secretsIn);
  } finally {
    await disconnectDatabase();
  }
}

/** Of a mail the tokens of its links; of all else the whole. */
function secretsIn(text: string): string[] {
  if (!text.includes('\n')) return [text];
  return [...text.matchAll(/token=([\w-]+)/gi)].map(([, token = '']) => token);
}

/** The passwords that tests type: constants named so. */
function typedPasswords(): string[] {
  const files = [SPECS, __dirname].flatMap((dir) =>
    readdirSync(dir).flatMap((name) => (name.endsWith('.ts') ? [join(dir, name)] : [])),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/PASSWORD\s*[=:]\s*'([^']+)'/g)].map(([, text = '']) => text),
  );
}

/** A place in a log where a secret stands. Never the secret itself: this is printed. */
export interface Leak {
  file: string;
  line: number;
  /** Its first characters. */
  secret: string;
}

/** Every place in the files of a folder where one of the secrets stands, as it is or as addresses and JSON write it. */
export function findLeaks(dir: string, secrets: Iterable<string>): Leak[] {
  const wanted = [...new Set(secrets)].filter(({ length }) => length >= MIN_LENGTH);
  if (wanted.length === 0) return [];
  const pattern = patternOf(wanted);
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const found = pattern.exec(line)?.[0];
        return found ? [{ file, line: index + 1, secret: found.slice(0, 4) }] : [];
      });
  });
}

/** Secrets count as a whole only: parts of times and ids are none. */
function patternOf(secrets: readonly string[]): RegExp {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const escaped = [...new Set(forms)].map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?<![A-Za-z0-9])(?:${escaped.join('|')})(?![A-Za-z0-9])`);
}

/** Checks all that the run's servers have logged. @throws Error naming each place where a secret stands */
export function refuseLeaks(encrypted: readonly string[]): void {
  const noted = existsSync(listOf())
    ? readFileSync(listOf(), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as string)
    : [];
  const logs = readdirSync(folder())
    .map((name) => join(folder(), name))
    .filter((path) => path !== listOf());
  const secrets = [...typedPasswords(), ...noted, ...encrypted];
  const leaks = logs.flatMap((dir) => findLeaks(dir, secrets));
  process.stdout.write(`Checked the logs of ${logs.length} systems for ${new Set(secrets).size} secrets.
`);
  if (leaks.length === 0) return;
  const places = leaks.map(({ file, line, secret }) => `${file}:${line} (${secret}…)`);
  throw new Error(`Secrets stand in logs:\n${places.join('\n')}`);
}

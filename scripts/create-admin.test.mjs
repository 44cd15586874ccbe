import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './lib/paths.mjs';

const { PATH, HOME, TMPDIR } = process.env;
/** @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
const createAdmin = (cwd, env) =>
  spawnSync(process.execPath, [inRoot('scripts', 'create-admin.mjs')], {
    cwd,
    env: { PATH, HOME, TMPDIR, ...env },
    encoding: 'utf8',
  });

test('who the first administrator is stands in .env as in the environment', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'create-admin-'));
  writeFileSync(join(cwd, '.env'), 'ADMIN_EMAIL=first@example.com\nADMIN_PASSWORD=a first password\n');
  const { status, stdout, stderr } = createAdmin(cwd);
  expect([status, stderr, stdout]).toEqual([0, '', '  First administrator: first@example.com\n']);
  rmSync(cwd, { recursive: true });
});

test('in production no key is made up: the servers would not start on what was written by it', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'create-admin-'));
  const MONGO_URL = 'mongodb://127.0.0.1:1/partnerdesk';
  const { status, stderr } = createAdmin(cwd, { NODE_ENV: 'production', MONGO_URL });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/FIELD_KEYS is required\n.*PROOF_KEY is required/),
  ]);
  expect(readdirSync(cwd)).toEqual([]);
  rmSync(cwd, { recursive: true });
});

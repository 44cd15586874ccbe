import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './lib/paths.mjs';

test('who the first administrator is stands in .env as in the environment', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'create-admin-'));
  writeFileSync(join(cwd, '.env'), 'ADMIN_EMAIL=first@example.com\nADMIN_PASSWORD=a first password\n');
  const { PATH, HOME, TMPDIR } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot('scripts', 'create-admin.mjs')], {
    cwd,
    env: { PATH, HOME, TMPDIR },
    encoding: 'utf8',
  });
  expect([status, stderr, stdout]).toEqual([0, '', '  First administrator: first@example.com\n']);
  rmSync(cwd, { recursive: true });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './lib/paths.mjs';

test('a folder that is there already is refused before anything is read of the person', () => {
  const out = mkdtempSync(join(tmpdir(), 'privacy-export-'));
  const args = [inRoot('scripts', 'privacy-export.mjs'), '--affiliate', '12', '--out', out];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: out });
  expect([status, stderr]).toEqual([1, `${out} is there already: name a folder that does not exist yet.\n`]);
  expect(readdirSync(out)).toEqual([]);
  rmdirSync(out);
});

import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/paths.mjs';

test.each([
  ['main', 'only', 'import, '],
  ['scale', 'part', 'handler, '],
  ['web', 'only', 'sizes, '],
])('bench/%s.mjs refuses a name that --%s does not know, and lists those it knows', (name, option, known) => {
  const args = [inRoot('bench', `${name}.mjs`), `--${option}`, 'wrong'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.startsWith(`There is no wrong: --${option} takes ${known}`)).toBe(true);
});

import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/paths.mjs';

test.each([
  ['the words are others', 'erase affiliate 13\n'],
  ['nobody can answer', ''],
])('where %s nothing is erased, and the command says so and fails', (_what, input) => {
  const args = [inRoot('scripts', 'privacy-erase.mjs'), '--affiliate', '12'];
  const { status, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, "Nothing was erased: that was not 'erase affiliate 12'.\n"]);
});

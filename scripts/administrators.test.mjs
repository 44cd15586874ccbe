import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/paths.mjs';

test('a second email is refused: it would be taken for done as the first is', () => {
  const args = ['close', 'one@example.com', 'two@example.com'];
  const command = [inRoot('scripts', 'administrators.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'One action and one email at a time, without two@example.com: npm run administrators -- --help lists what to say.\n',
  ]);
});

import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/paths.mjs';

/** @param {string} name @param {string[]} args */
const bench = (name, ...args) =>
  spawnSync(process.execPath, [inRoot('bench', `${name}.mjs`), ...args], { encoding: 'utf8' });

test.each([
  ['main', 'only', 'import, '],
  ['scale', 'part', 'handler, '],
  ['web', 'only', 'sizes, '],
])('bench/%s.mjs refuses a name that --%s does not know, and lists those it knows', (name, option, known) => {
  const { status, stdout, stderr } = bench(name, `--${option}`, 'wrong');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.startsWith(`There is no wrong: --${option} takes ${known}`)).toBe(true);
});

test('a bench that is not run on another database is refused there: nothing would be measured', () => {
  const { status, stderr } = bench('main', '--engine', 'other', '--only', 'web');
  expect([status, stderr]).toEqual([1, 'There is no web: --only takes import, payroll.\n']);
});

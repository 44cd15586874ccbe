import { spawn } from 'node:child_process';
import { buildServers, ensureInstalled } from './lib/builds.mjs';
import { seededRandom } from './lib/chaos/random.mjs';
import { anySeed, Failure, runCommand, text } from './lib/command.mjs';
import { inRoot } from './lib/paths.mjs';
import { runJest } from './lib/runners.mjs';
import { commandOf } from './lib/test-results.mjs';

const USAGE = `Runs the unit, API and screen tests again and again: files in a drawn order, the processor loaded by a second
process. Lists what ever failed.

  npm run test:stress -- [--rounds N] [--seed N] [--clock NAME]

  --rounds N    how often; default 5
  --seed N      draws the orders; default: a random one, which is printed
  --clock NAME  auckland: another time zone; month-end: two minutes before a month ends; leap-day: 29 February

Exit code 1 when a test has failed.`;

/** Another time zone, or the instant at which the run begins. */
const CLOCKS = {
  auckland: { TZ: 'Pacific/Auckland' },
  'month-end': { begins: '2026-11-30T23:58:00Z' },
  'leap-day': { begins: '2028-02-29T12:00:00Z' },
};

const FLAGS = { options: { rounds: { ...text, default: '5' }, seed: anySeed, clock: text } };

runCommand('npm run test:stress', USAGE, FLAGS, async ({ values }) => {
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed)))
    throw new Failure('--rounds and --seed take whole numbers.');
  const env = { ...process.env, ...clockOf(values.clock) };
  await ensureInstalled({ say: console.log });
  await buildServers();
  console.log(`Seed ${seed}, ${rounds} rounds`);
  const { shuffle } = seededRandom(seed);
  /** How often each test failed, by its command. @type {Map<string, number>} */
  const failures = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    const { passed, failed } = await besideLoad(() => runJest({ env: { ...env, CI: '' }, order: shuffle }));
    console.log(`Round ${round}: ${passed} passed, ${failed.length} failed`);
    for (const test of failed) {
      console.log(`${commandOf(test)}\n${test.message.replaceAll(/^/gm, '    ')}`);
      failures.set(commandOf(test), (failures.get(commandOf(test)) ?? 0) + 1);
    }
  }
  for (const [command, times] of failures) console.log(`${times} of ${rounds}: ${command}`);
  console.log(`${failures.size} tests have failed`);
  return failures.size ? 1 : 0;
});

/** Environment of a clock. @param {string | undefined} name @returns {NodeJS.ProcessEnv} */
function clockOf(name) {
  if (!name) return {};
  if (!Object.hasOwn(CLOCKS, name))
    throw new Failure(`--clock takes one of ${Object.keys(CLOCKS).join(', ')}.`);
  const clock = CLOCKS[/** @type {keyof typeof CLOCKS} */ (name)];
  if ('TZ' in clock) return clock;
  const CLOCK_MOVED_MS = String(Date.parse(clock.begins) - Date.now());
  return { NODE_OPTIONS: `--require ${inRoot('scripts', 'lib', 'moved-clock.cjs')}`, CLOCK_MOVED_MS };
}

/** @template T @param {() => Promise<T>} work while a second process takes all the time that a processor has */
async function besideLoad(work) {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  try {
    return await work();
  } finally {
    busy.kill('SIGKILL');
  }
}

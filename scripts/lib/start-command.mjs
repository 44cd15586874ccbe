import { withEnvFile } from './env-file.mjs';
import { printFailure } from './failure.mjs';
import { END_SIGNALS } from './processes.mjs';
import { parseStartOptions, USAGE } from './start-options.mjs';
import { System } from './system.mjs';
import { until } from './until.mjs';

/**
 * `npm start`: brings the system up, says so, and stays until it is asked to end or a part of it dies.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function main(args) {
  /** @type {System | undefined} */
  let system;
  const asked = askedToEnd(() => system?.kill());
  try {
    const env = withEnvFile('.env');
    const options = parseStartOptions(args, env);
    if (options.help) {
      console.log(USAGE);
      return 0;
    }
    system = new System(options, env);
    await Promise.race([system.start(), asked]);
    if (system.isReady) await Promise.race([system.firstDeath(), asked]);
    console.log('\nStopping…');
    await system.stop((name) => console.log(`  ${name} stopped`));
    return system.isReady ? 0 : 130;
  } catch (error) {
    await system?.stop();
    printFailure(error);
    return 1;
  }
}

/**
 * Settles with the first signal to end, or when npm, who started this, is gone; a second signal ends everything at once.
 * @param {() => void} onSecond @returns {Promise<void>}
 */
function askedToEnd(onSecond) {
  return new Promise((resolve) => {
    let signals = 0;
    for (const name of END_SIGNALS) {
      process.on(name, () => {
        signals += 1;
        if (signals === 1) resolve();
        else onSecond();
      });
    }
    // npm passes a signal on to the shell between it and this process, which ends without a word to its child.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event)
      void until(() => process.ppid !== parent, Number.POSITIVE_INFINITY, 500).then(() => resolve());
  });
}

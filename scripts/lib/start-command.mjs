import { resolve } from 'node:path';
import { flag, readFlags, text } from './command.mjs';
import { withEnvFile } from './env-file.mjs';
import { Failure, printFailure } from './failure.mjs';
import { END_SIGNALS } from './processes.mjs';
import { System } from './system.mjs';
import { until } from './until.mjs';

const USAGE = `Starts the whole system on this machine.

  npm start -- [--port N] [--data DIR] [--no-live] [--no-demo]

  --port N     where to serve; default PORT, else 8080
  --data DIR   where database, Redis, keys and logs are kept; default DATA_DIR, else .data
  --no-live    the demo stands still: without it, days that it missed are filled, and it goes on while this runs
  --no-demo    an empty business with one first administrator, from ADMIN_EMAIL and ADMIN_PASSWORD,
               else made up and printed once
  --help       this text

A .env file is read (.env.example names every variable). MONGO_URL and REDIS_URL name servers to use
instead of the built-in database and a Redis of its own.`;

/**
 * What the flags and the environment say.
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @throws {Failure} on an unknown flag or a bad value
 */
export function parseStartOptions(args, env) {
  const options = { port: text, data: text, 'no-demo': flag, 'no-live': flag };
  const { values } = readFlags('npm start', { args, options });
  const port = values.port ?? (env.PORT || '8080');
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new Failure(`"${port}" is no port: give a number from 1 to 65535, as in --port 8081.`);
  return {
    help: values.help ?? false,
    port: Number(port),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(values.data ?? (env.DATA_DIR || '.data')),
    demo: !values['no-demo'],
    live: !values['no-live'],
  };
}

/**
 * `npm start`: brings the system up, says so, and stays until it is asked to end or a part of it dies.
 * @param {string[]} args @returns {Promise<number>} the exit code
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

/** Settles with the first signal to end, or when npm, who started this, is gone; a second signal is passed on. @param {() => void} onSecond @returns {Promise<void>} */
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

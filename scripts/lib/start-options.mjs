import { resolve } from 'node:path';
import { flag, readFlags, text } from './command.mjs';
import { Failure } from './failure.mjs';

export const USAGE = `Starts the whole system on this machine.

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
 * @typedef {{ help: boolean, port: number, host: string, dataDir: string, demo: boolean, live: boolean }} StartOptions
 */

/**
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {StartOptions}
 * @throws {Failure} on an unknown flag or a bad value
 */
export function parseStartOptions(args, env) {
  const options = { port: text, data: text, 'no-demo': flag, 'no-live': flag };
  const { values } = readFlags('npm start', { args, options });
  const port = values.port ?? (env.PORT || '8080');
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new Failure(`"${port}" is no port: give a number from 1 to 65535, as in --port 8081.`);
  }
  return {
    help: values.help ?? false,
    port: Number(port),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(values.data ?? (env.DATA_DIR || '.data')),
    demo: !values['no-demo'],
    live: !values['no-live'],
  };
}

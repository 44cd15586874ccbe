import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './command.mjs';
import { Claim, inUse, keptKeys, missingKeys, readRunning } from './data-folder.mjs';
import { withEnvFile } from './env-file.mjs';
import { inRoot } from './paths.mjs';
import { answers, freePort } from './ports.mjs';
import { END_SIGNALS, ProcessGroup, tail } from './process-group.mjs';
import { ensureRedisServer } from './programs.mjs';

/** What `npm start` calls itself in the folder that it holds; others may use what it runs. */
export const START_COMMAND = 'npm start';

/**
 * Runs a command beside the database: the one that MONGO_URL names, else that of the `npm start` which holds the
 * data folder, else the built-in one for as long as `run` takes.
 * @template T
 * @param {{ data?: string, redis?: boolean, existing?: boolean, command: string }} how `data`: the folder, default DATA_DIR,
 *   else `.data`; `redis`: also a Redis; `existing`: the command is for data that is there; `command`: how others name it
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} run `env`: what a server or command of this data needs
 * @throws {Failure} without MONGO_URL and without a database in the folder, in production and of a command for data that is
 *   there: a new one would hide a mistake
 */
export async function withServices({ data, redis = false, existing = false, command }, run) {
  const base = withEnvFile('.env');
  const dataDir = resolve(data ?? (base.DATA_DIR || '.data'));
  const own = !base.MONGO_URL || (redis && !base.REDIS_URL);
  const running = own ? await runningSystem(dataDir) : undefined;
  let mongoUrl = base.MONGO_URL || running?.mongoUrl;
  let redisUrl = base.REDIS_URL || running?.redisUrl;
  const isProduction = base.NODE_ENV === 'production';
  if (!mongoUrl && (existing || isProduction) && !existsSync(mongoDir(dataDir)))
    throw new Failure(
      `There is no database in ${dataDir}. ${isProduction ? 'Set MONGO_URL to that of the servers.' : 'Name the folder of npm start by --data DIR.'}`,
    );
  const env = {
    ...base,
    NODE_ENV: base.NODE_ENV || 'development',
    DATA_DIR: dataDir,
    // In production the servers have keys already: data under others could be read by none of them.
    ...(isProduction ? keptKeys(dataDir, base) : missingKeys(dataDir, base)),
  };
  const runThere = () => run({ ...env, MONGO_URL: mongoUrl, ...(redisUrl && { REDIS_URL: redisUrl }) });
  if (mongoUrl && (redisUrl || !redis)) return runThere();

  const claim = new Claim(dataDir, command);
  await claim.take();
  const group = new ProcessGroup(resolve(dataDir, 'logs'), (children) => claim.update({ children }));
  const stop = stopOnSignal(() => group.stop());
  try {
    mongoUrl ??= await startEmbeddedMongo(group, dataDir);
    if (redis && !redisUrl) {
      await ensureRedisServer(console.error);
      redisUrl = await startRedis(group, dataDir);
    }
    return await runThere();
  } finally {
    await group.stop();
    claim.release();
    stop();
  }
}

/** The `npm start` that holds the folder, once its services are there. @param {string} dataDir @throws {Failure} when a command holds it, whose database ends with it */
async function runningSystem(dataDir) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const running = readRunning(dataDir);
    if (!running || (running.mongoUrl && running.redisUrl)) return running;
    if (running.command !== START_COMMAND || Date.now() > deadline) throw inUse(dataDir, running);
    await sleep(100);
  }
}

/** Ends what was started when the command is asked to end. @param {() => Promise<void>} stop @returns {() => void} takes the handlers away */
function stopOnSignal(stop) {
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    void stop().finally(() => {
      remove();
      process.kill(process.pid, signal);
    });
  };
  const remove = () => {
    for (const name of END_SIGNALS) process.off(name, end);
  };
  for (const name of END_SIGNALS) process.on(name, end);
  return remove;
}

/** The program that serves the built-in database; `npm run build` makes it. */
export const EMBEDDED_MONGO = inRoot('packages', 'embedded-mongo', 'dist', 'main.js');

/**
 * Starts the built-in database on a port that it chooses.
 * @param {import('./process-group.mjs').ProcessGroup} group @param {string} dataDir its files are in a folder of this one
 * @returns {Promise<string>} address of the product's database on it
 */
export async function startEmbeddedMongo(group, dataDir) {
  if (!existsSync(EMBEDDED_MONGO)) throw new Failure('The built-in database is not built yet: npm run build');
  const args = [EMBEDDED_MONGO, '--data', mongoDir(dataDir), '--port', '0'];
  const member = group.start('mongo', { command: process.execPath, args, stage: 1 });
  const addressOf = () => /^ready on (mongodb:\S+)/m.exec(tail(member).join('\n'))?.[1];
  const address = new URL(await group.waitUntil(member, addressOf, 60_000));
  address.pathname = 'partnerdesk';
  return address.href;
}

/** @param {string} dataDir */
export const mongoDir = (dataDir) => join(dataDir, 'mongo');

/** A Redis of our own: loopback only, every write appended to a file. @param {string} dataDir its files are in a folder of this one @param {number} port */
export function redisProgram(dataDir, port) {
  const dir = join(dataDir, 'redis');
  mkdirSync(dir, { recursive: true });
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir];
  const how = ['--appendonly', 'yes', '--save', '', '--daemonize', 'no', '--logfile', ''];
  return { command: 'redis-server', args: [...place, ...how] };
}

/**
 * Starts one on a free port.
 * @param {import('./process-group.mjs').ProcessGroup} group @param {string} dataDir
 * @param {string[]} [options] more of redis-server's own @returns {Promise<string>} its address
 */
export async function startRedis(group, dataDir, options = []) {
  const port = await freePort();
  const { command, args } = redisProgram(dataDir, port);
  const member = group.start('redis', { command, args: [...args, ...options], stage: 2 });
  await group.waitUntil(member, () => answers(port), 30_000);
  return `redis://127.0.0.1:${port}`;
}

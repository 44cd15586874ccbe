import { join, resolve } from 'node:path';
import { buildAll, ensureInstalled, isInstalled } from './builds.mjs';
import { Failure, flag, printFailure, readFlags, text } from './command.mjs';
import { Claim, hasSettings, missingKeys, rememberDemo } from './data-folder.mjs';
import { withEnvFile } from './env-file.mjs';
import { inRoot } from './paths.mjs';
import { requireAnswer, requireFreePort } from './ports.mjs';
import { deathOf, END_SIGNALS, ProcessGroup } from './process-group.mjs';
import { ensureRedisServer } from './programs.mjs';
import { run } from './run.mjs';
import { START_COMMAND, startEmbeddedMongo, startRedis } from './services.mjs';
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

const READY_MS = 60_000;

const DEMO_LOGINS = `  Sign in with the password demo-pass-1 as
    affiliate@example.com    an affiliate
    payroll@example.com      payroll and statistics
    moderator@example.com    moderation
    admin@example.com        all of the office
`;

/** The whole system as `npm start` runs it: databases, servers and what has to be there before them. */
export class System {
  isReady = false;
  #abort = new AbortController();
  #started = Date.now();

  /**
   * @param {Omit<ReturnType<typeof parseStartOptions>, 'help'>} options
   * @param {NodeJS.ProcessEnv} env with `.env` read
   */
  constructor(options, env) {
    this.options = options;
    /** @type {NodeJS.ProcessEnv} */
    this.env = { ...env, NODE_ENV: env.NODE_ENV || 'development' };
    const claim = new Claim(options.dataDir, START_COMMAND);
    this.claim = claim;
    this.group = new ProcessGroup(join(options.dataDir, 'logs'), (children) => claim.update({ children }));
  }

  /** Brings everything up, a line for each step. @throws {import('./command.mjs').Failure} with the remedy; what runs by then is for `stop` to end */
  async start() {
    await Promise.race([this.#bringUp(), this.firstDeath()]);
  }

  async #bringUp() {
    say(outlook(isInstalled({ tests: false }), hasSettings(this.options.dataDir)));
    await this.#check();
    const { signal } = this.#abort;
    const began = Date.now();
    const isNew = await ensureInstalled({ tests: false, signal, say });
    say(isNew ? `Installed the packages${took(began)}` : 'Packages are there');
    let isCurrent = true;
    const onBuilt = (/** @type {string} */ name, /** @type {number} */ seconds) => {
      isCurrent = false;
      say(`Built ${name} (${seconds.toFixed(1)} s)`);
    };
    await buildAll(onBuilt, signal, async () => {
      await this.#startServices();
      await this.#fill();
    });
    if (isCurrent) say('Builds are up to date');
    await this.#startServers();
    this.isReady = true;
    this.#startDemo();
    this.#announce();
  }

  /** @returns {Promise<never>} fails when a server ends by itself */
  async firstDeath() {
    throw deathOf(await this.group.firstDeath());
  }

  /** Ends all that was started: the BFF, the worker, then the databases. @param {(name: string) => void} [onEnd] */
  async stop(onEnd) {
    this.#abort.abort();
    await this.group.stop({ onEnd });
    this.claim.release();
  }

  /** For a second Ctrl-C: at once, whatever they are doing. */
  kill() {
    void this.group.stop({ graceMs: 0 });
  }

  /** What needs no packages and would make all the rest vain comes first. */
  async #check() {
    const { port, host, dataDir } = this.options;
    await this.claim.take(say);
    await requireFreePort(port, host, START_COMMAND);
    const { MONGO_URL, REDIS_URL } = this.env;
    if (MONGO_URL) await requireAnswer('MONGO_URL', MONGO_URL);
    if (REDIS_URL) await requireAnswer('REDIS_URL', REDIS_URL);
    else await ensureRedisServer(say);
    Object.assign(this.env, { DATA_DIR: dataDir, ...missingKeys(dataDir, this.env) });
    say(`Node ${process.versions.node}, Redis and port ${port} are there`);
  }

  async #startServices() {
    /** @param {string} what @param {string} name of its address @param {typeof startEmbeddedMongo} start */
    const service = async (what, name, start) => {
      const began = Date.now();
      if (this.env[name]) return say(`${what}: the one of ${name}`);
      this.env[name] = await start(this.group, this.options.dataDir);
      say(`${what} started${took(began)}`);
    };
    await Promise.all([
      service('Database', 'MONGO_URL', startEmbeddedMongo),
      service('Redis', 'REDIS_URL', startRedis),
    ]);
    const { MONGO_URL: mongoUrl, REDIS_URL: redisUrl } = this.env;
    this.claim.update({ mongoUrl, redisUrl });
  }

  async #fill() {
    const began = Date.now();
    const { dataDir, demo, live } = this.options;
    const isDemo = rememberDemo(dataDir, demo && this.env.NODE_ENV !== 'production');
    this.options.demo = isDemo;
    const script = isDemo ? 'scripts/demo.mjs' : 'scripts/create-admin.mjs';
    const how = { env: this.env, signal: this.#abort.signal, show: true };
    const flags = isDemo && live ? ['--live'] : [];
    await run(script, process.execPath, [inRoot(script), ...flags], how);
    say(isDemo ? `Demo is loaded${took(began)}` : 'First administrator is there');
  }

  async #startServers() {
    const { port, host } = this.options;
    const began = Date.now();
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...this.env, PORT: String(port), HOST: host };
    const node = { command: process.execPath, env, stage: 3 };
    const bff = this.group.start('bff', { ...node, args: [inRoot('bff', 'dist', 'server.js')] });
    // Both run on one machine here: the worker's metrics have the next port.
    if (env.METRICS_PORT) node.env = { ...env, METRICS_PORT: String(Number(env.METRICS_PORT) + 1) };
    this.group.start('worker', { ...node, args: [inRoot('workers', 'dist', 'main.js')] });
    await this.group.waitUntil(bff, () => isOk(`${this.#ownAddress()}/readyz`), READY_MS);
    this.claim.update({ port });
    say(`Web server and worker started${took(began)}`);
  }

  /** How this machine reaches the web server. */
  #ownAddress() {
    const { port, host } = this.options;
    return `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
  }

  /** The demo's business goes on, filling the days that it missed first; nothing waits for it. */
  #startDemo() {
    if (!this.options.demo || !this.options.live || this.env.NODE_ENV === 'production') return;
    const args = [inRoot('scripts', 'lib', 'demo', 'simulator.mjs'), this.#ownAddress()];
    this.group.start('demo', { command: process.execPath, args, env: this.env, stage: 4, optional: true });
  }

  #announce() {
    const { port, dataDir, demo } = this.options;
    const address = this.env.PUBLIC_URL || `http://localhost:${port}`;
    console.log(`\nPartnerdesk is ready after${took(this.#started).replace(/[()]/g, '')}: ${address}\n`);
    if (demo) console.log(DEMO_LOGINS);
    console.log(`  Data and logs: ${dataDir}\n  End with Ctrl-C\n`);
  }
}

/** What is before this start. @param {boolean} installed whether packages are there @param {boolean} filled whether data is */
function outlook(installed, filled) {
  if (!installed) return 'Installing, building and loading the first data: one to two minutes on two cores';
  if (!filled) return 'Building what changed and loading the first data: up to a minute on two cores';
  return 'Starting: a few seconds, and up to half a minute when sources changed';
}

/** @param {string} line */
function say(line) {
  // A progress bar may stand in this line of the terminal: what it shows goes on in the next one.
  console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}  ${line}`);
}

/** @param {number} since */
const took = (since) => ` (${((Date.now() - since) / 1000).toFixed(1)} s)`;

/** @param {string} url */
const isOk = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

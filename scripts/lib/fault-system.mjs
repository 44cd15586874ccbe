import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { addressOfPrimary, isBuiltInDatabase, testDatabaseUrl, waitFor } from '@partnerdesk/testing/services';
import { inRoot } from './paths.mjs';
import { freePort } from './ports.mjs';
import { ProcessGroup } from './process-group.mjs';
import { EMBEDDED_MONGO, mongoDir, redisProgram } from './services.mjs';

/** What a server may keep in memory (MB): little, so that it is soon full. */
const HEAP_MB = 256;

const FILLER = inRoot('scripts', 'lib', 'memory-filler.cjs');
const node = (/** @type {string[]} */ ...args) => ({
  command: process.execPath,
  args: [`--max-old-space-size=${HEAP_MB}`, '--require', FILLER, ...args],
});

/**
 * @typedef {{ command: string, args: string[], env: NodeJS.ProcessEnv, wanted?: boolean,
 *   member?: import('./process-group.mjs').Member }} Part `wanted`: it should run
 */

/**
 * The whole system as separate processes on this machine, to be killed, paused and started again: `mongo`, `redis`,
 * `worker1` …, `bff1` … Each part keeps its port and its data over its deaths. In a run of tests on another database
 * `mongo` is the only way to that.
 */
export class FaultSystem {
  #group;
  /** @type {Map<string, Part>} */
  #parts = new Map();
  /** Addresses of the web servers. @type {string[]} */
  urls = [];
  /** What commands on the data need. @type {NodeJS.ProcessEnv} */
  env = {};

  /** @param {string} dir its data and logs; the caller removes it */
  constructor(dir) {
    this.dir = dir;
    this.#group = new ProcessGroup(dir);
  }

  /**
   * Chooses ports; starts nothing. `env`: more variables for web servers and workers; `between`: puts something between them
   * and the database or Redis, and returns its port; `builtIn`: on the built-in database in every run.
   * @param {{ servers?: number, workers?: number, env?: NodeJS.ProcessEnv, builtIn?: boolean,
   *   between?: (name: 'mongo' | 'redis', port: number) => Promise<number> }} [how]
   */
  async prepare({ servers = 1, workers = 1, env = {}, between = async (_, port) => port, builtIn } = {}) {
    const [mongo, redis] = [await freePort(), await freePort()];
    const { PATH, HOME, NODE_OPTIONS, CLOCK_MOVED_MS } = process.env;
    const base = { PATH, HOME, NODE_OPTIONS, CLOCK_MOVED_MS, NODE_ENV: 'test', DATA_DIR: this.dir };
    const isOwn = builtIn || isBuiltInDatabase();
    const given = isOwn ? undefined : await addressOfPrimary(testDatabaseUrl('system'));
    const address = (/** @type {number} */ port) =>
      given?.through(port) ?? `mongodb://127.0.0.1:${port}/partnerdesk?directConnection=true`;
    this.env = {
      ...base,
      LOG_LEVEL: 'warn',
      MONGO_URL: address(await between('mongo', mongo)),
      REDIS_URL: `redis://127.0.0.1:${await between('redis', redis)}`,
      ...env,
    };
    /** The database without what lies between. */
    this.mongoUrl = address(mongo);
    this.redisUrl = `redis://127.0.0.1:${redis}`;
    const link = inRoot('scripts', 'lib', 'chaos', 'link.mjs');
    const program = given
      ? node(link, String(mongo), given.host, String(given.port))
      : node(EMBEDDED_MONGO, '--data', mongoDir(this.dir), '--port', String(mongo));
    this.#parts.set('mongo', { ...program, env: base });
    this.#parts.set('redis', { ...redisProgram(this.dir, redis), env: base });
    for (let index = 1; index <= workers; index += 1)
      this.#parts.set(`worker${index}`, { ...node(inRoot('workers', 'dist', 'main.js')), env: this.env });
    for (let index = 1; index <= servers; index += 1) {
      const port = await freePort();
      this.urls.push(`http://127.0.0.1:${port}`);
      const env = { ...this.env, PORT: String(port), PUBLIC_URL: this.urls[0] };
      this.#parts.set(`bff${index}`, { ...node(inRoot('bff', 'dist', 'server.js')), env });
    }
  }

  /** Connects this process's domain to the database, past what lies between. @param {{ callMs?: number }} [how] */
  async connect(how) {
    const { fieldKeys, proofKeys, businessTimezone } = readEnv(this.env);
    domain.configureDomain({ fieldKeys, proofKeys, timeZone: businessTimezone });
    const url = /** @type {string} */ (this.mongoUrl);
    const connected = () => domain.connectDatabase(url, how).then(() => true);
    await waitFor(connected, { what: 'the database', timeoutMs: 30_000 });
  }

  /** Every part, the database and Redis first. */
  get names() {
    return [...this.#parts.keys()];
  }

  /** Starts a part unless it runs. @param {string} name */
  start(name) {
    const part = this.#parts.get(name);
    if (!part) return;
    part.wanted = true;
    if (!this.isAlive(name)) part.member = this.#group.start(name, { ...part, stage: 1, optional: true });
  }

  /** @param {string} name */
  isAlive(name) {
    const member = this.#parts.get(name)?.member;
    return member !== undefined && !member.end;
  }

  /** Process number of a part. @param {string} name */
  pidOf(name) {
    return this.#parts.get(name)?.member?.pid;
  }

  /** Ends a part, which keepAlive leaves so, and returns its exit code once it is gone. @param {string} name @param {NodeJS.Signals} [signal] */
  async end(name, signal = 'SIGKILL') {
    const part = this.#parts.get(name);
    if (part) part.wanted = false;
    if (!part?.member || part.member.end) return undefined;
    const { child, ended } = part.member;
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** Holds a part as it is, connections open, until it is resumed. @param {string} name */
  pause(name) {
    this.#parts.get(name)?.member?.child.kill('SIGSTOP');
  }

  /** @param {string} name */
  resume(name) {
    this.#parts.get(name)?.member?.child.kill('SIGCONT');
  }

  /** How often the logs say that one of our servers died of its memory limit. */
  get memoryDeaths() {
    const logs = this.names.map((name) => readFileSync(join(this.dir, `${name}.log`), 'utf8'));
    return logs.reduce((sum, log) => sum + log.split('JavaScript heap out of memory').length - 1, 0);
  }

  /** Starts what should run and does not, as a supervisor does. */
  keepAlive() {
    for (const [name, { wanted }] of this.#parts) if (wanted) this.start(name);
  }

  /** Ends everything, the servers before what they use. */
  async stop() {
    for (const name of this.names.reverse()) {
      this.resume(name);
      await this.end(name);
    }
    await this.#group.stop();
  }
}

/** Every test of a fault signs in as this administrator. */
export const FAULT_LOGIN = { EmailAddress: 'clerk@example.com', Password: 'a clerk’s password' };
const { EmailAddress: emailAddress, Password: password } = FAULT_LOGIN;
export const FAULT_ADMIN = { emailAddress, password, firstName: 'Clerk' };

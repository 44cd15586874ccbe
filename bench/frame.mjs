import { appendFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildServers, ensureInstalled } from '../scripts/lib/builds.mjs';
import { Failure, runCommand, text } from '../scripts/lib/command.mjs';
import { DEMO_PASSWORD } from '../scripts/lib/demo/sample.mjs';
import { withDomain } from '../scripts/lib/domain.mjs';
import { inRoot, ROOT } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { endProcess, ProcessGroup, tail } from '../scripts/lib/process-group.mjs';
import { findChromium } from '../scripts/lib/programs.mjs';

/** Names the file that `npm run bench` has each bench add its figures to, a line of JSON each. */
export const FIGURES_FILE = 'BENCH_FIGURES';

/** Whether a figure reaches its goal, `atMost` or `atLeast`; without one it is for information. */
export const reachesGoal = ({ value, atMost = Infinity, atLeast = -Infinity }) =>
  value <= atMost && value >= atLeast;

export const shown = (value) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** A figure's goal in words; empty if it has none. */
export function goalOf({ atMost, atLeast, unit }) {
  const goal = atMost ?? atLeast;
  if (goal === undefined) return '';
  return `${atMost === undefined ? 'at least' : 'at most'} ${shown(goal)}${unit && ` ${unit}`}`;
}

/** Whether a figure of this process missed its goal. */
let hasMissed = false;

/** Prints a figure, and hands it to `npm run bench`. */
export function report(what, value, unit, goal = {}) {
  if (!Number.isFinite(value)) throw new Failure(`${what}: nothing was measured.`);
  const figure = { what, value, unit, ...goal };
  const isMissed = !reachesGoal(figure);
  hasMissed ||= isMissed;
  const words = goalOf(figure);
  const end = words && ` (goal: ${words}${isMissed ? ', MISSED' : ''})`;
  console.log(`${what}: ${shown(value)}${unit && ` ${unit}`}${end}`);
  const file = process.env[FIGURES_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

const READY_MS = 300_000;
/** A server that has been flooded or a database that is large takes a while to end. */
const GRACE_MS = 60_000;

/**
 * Runs a bench in a folder of its own, `data`. Exit code 1 when a figure misses its goal, or `run` answers false.
 * @param how `about`: its help; `options`: with their defaults, which give their types, or a list of what may be chosen;
 *   `needs`: `database`, `redis` (both), `system` (what `npm start` starts, at `url`) or none, or what answers it by the values
 * @param run gets the `values` of its options, what `start`s programs, and by its needs the `domain`, connected, its
 *   `storage`, and the `env` that servers of its data are started with
 */
export function bench(name, { about, options = {}, needs }, run) {
  const command = `npm run bench:${name}`;
  const config = { options: Object.fromEntries(Object.keys(options).map((option) => [option, text])) };
  const flags = Object.entries(options).map(
    ([flag, value]) => ` [--${flag} ${Array.isArray(value) ? flag.toUpperCase() : value}]`,
  );
  const usage = `${about}\n\n  ${command} --${flags.join('')}`;
  return runCommand(command, usage, config, async (given) => {
    const values = withDefaults(options, given.values);
    await ensureInstalled();
    const data = await mkdtemp(join(tmpdir(), `bench-${name}-`));
    const need = typeof needs === 'function' ? needs(values) : needs;
    const outer = new Starter(data, process.env);
    try {
      const url = need === 'system' ? (await outer.system()).url : '';
      const measure = async (more) => {
        const start = new Starter(data, more.env);
        try {
          return await run({ values, data, url, start, ...more });
        } catch (error) {
          start.printLogs();
          throw error;
        } finally {
          await start.stop();
        }
      };
      if (need) await buildServers();
      const how = { data, redis: need !== 'database', command };
      const holds = await (need
        ? withDomain(how, (domain, read, env) => measure({ domain, env, storage: domain.openStorage(read) }))
        : measure({ env: process.env }));
      // On a machine that is busy otherwise, times say more about that than about us.
      console.log(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
      return holds === false || hasMissed ? 1 : 0;
    } finally {
      await outer.stop();
      await rm(data, { recursive: true, force: true });
    }
  });
}

function withDefaults(options, given) {
  const values = {};
  for (const [name, value] of Object.entries(options)) {
    values[name] = Array.isArray(value) ? choiceOf(name, value, given[name]) : Number(given[name] ?? value);
    if (Number.isNaN(values[name])) throw new Failure(`--${name} takes a number.`);
  }
  return values;
}

/** Those of a list that an option names, separated by commas; all where it names none. */
export function choiceOf(name, all, given) {
  const chosen = given ? given.split(',') : all;
  const unknown = chosen.filter((each) => !all.includes(each));
  if (unknown.length)
    throw new Failure(`There is no ${unknown.join(', ')}: --${name} takes ${all.join(', ')}.`);
  return all.filter((each) => chosen.includes(each));
}

/** Starts processes of the bench, whose output goes to logs in its folder, and ends those that still run. */
class Starter {
  #group;
  #members = [];
  #browser;

  constructor(data, env) {
    this.data = data;
    this.env = env;
    this.#group = new ProcessGroup(join(data, 'logs'));
  }

  /** The built web server on a free port, once it is ready. */
  async server(more = {}, nodeArgs = []) {
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = { ...more, PORT: new URL(url).port, PUBLIC_URL: url };
    const ready = async () => (await fetch(`${url}/readyz?for=proxy`)).ok && url;
    return this.program('server', [...nodeArgs, inRoot('bff', 'dist', 'server.js')], { env, ready });
  }

  /** The built worker. */
  worker() {
    return this.program('worker', [inRoot('workers', 'dist', 'main.js')]);
  }

  /** The whole system with the demo, as `npm start` brings it up. */
  async system() {
    const port = String(await freePort());
    const args = [inRoot('scripts', 'start.mjs'), '--port', port, '--data', this.data, '--no-live'];
    const ready = (output) => output.includes('is ready after') && `http://localhost:${port}`;
    return this.program('system', args, { ready });
  }

  /** A Node program, once `ready` answers its address from what it has printed. */
  async program(name, args, { env, ready = () => 'started' } = {}) {
    const how = { command: process.execPath, args, cwd: ROOT, stage: 3 };
    const given = { ...this.env, LOG_LEVEL: 'warn', ...env };
    const member = this.#group.start(`bench-${name}-${this.#members.length + 1}`, { ...how, env: given });
    this.#members.push(member);
    const output = () => tail(member, 60).join('\n');
    const address = async () => ready(output());
    const url = await this.#group.waitUntil(member, () => address().catch(() => ''), READY_MS);
    const end = async () => {
      member.expected = true;
      await endProcess(member, GRACE_MS);
      await member.ended;
    };
    const kill = () => process.kill(member.pid, 'SIGKILL');
    return { url, pid: member.pid, output, ended: member.ended, kill, end };
  }

  /** A window in which `admin`, `moderator`, `payroll` or `affiliate` has signed in, in a browser that all windows share. */
  async page(url, who) {
    const { chromium } = await import('@playwright/test');
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    this.#browser ??= chromium.launch({ executablePath: findChromium(), args });
    const page = await (await this.#browser).newPage({ viewport: { width: 1440, height: 900 } });
    const data = { EmailAddress: `${who}@example.com`, Password: DEMO_PASSWORD };
    await page.request.post(`${url}/api/login`, { data, headers: { origin: url } });
    return page;
  }

  /** What its processes wrote last: their logs go with the folder. */
  printLogs() {
    for (const member of this.#members)
      for (const line of tail(member)) console.error(`  ${member.name}: ${line}`);
  }

  async stop() {
    await (await this.#browser)?.close();
    await this.#group.stop({ graceMs: GRACE_MS });
  }
}

/** How long it takes (ms). */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Not counted: the first runs of a process are slower. */
const WARM_UP_RUNS = 5;

/** Times what `prepare` answers again and again. @returns ms of each */
export async function timesOf(runs, prepare) {
  const times = [];
  for (let run = -WARM_UP_RUNS; run < runs; run += 1) {
    const ms = await timed(await prepare());
    if (run >= 0) times.push(ms);
  }
  return times;
}

/** Seconds since, two digits. */
export const secondsSince = (started) => ((performance.now() - started) / 1000).toFixed(2);

/** Answers the value that a share of them does not exceed. */
export function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values) => quantiles(values)(0.5);

export function spreadOf(times) {
  const at = quantiles(times);
  const [p50, p95, p99, max] = [at(0.5), at(0.95), at(0.99), at(1)];
  return { p50, p95, p99, max, text: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` };
}

/** Does so much of the work at once, each again and again. */
export function repeating(atOnce, work) {
  let running = true;
  const times = [];
  const started = performance.now();
  const all = Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      while (running) times.push(await timed(() => work(index)));
    }),
  );
  // A failure is reported by end().
  all.catch(() => {});
  const end = async () => {
    running = false;
    const tookMs = performance.now() - started;
    await all;
    const perSecond = Math.round((times.length / tookMs) * 1000);
    return { ...spreadOf(times), sent: times.length, perSecond };
  };
  return {
    end,
    async during(seconds) {
      await delay(seconds * 1000);
      return end();
    },
  };
}

/** Bytes of a process, now or at most (VmHWM); NaN: it is gone, or not Linux. */
export function memoryOf(pid, what = 'VmRSS') {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

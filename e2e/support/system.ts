import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, testDatabaseUrl } from '@partnerdesk/testing/services';
import { test } from '@playwright/test';
import { keepLogs } from './leaks';
import { TIME_ZONE } from './time-zone';

/** The script behind `npm start`. */
export const START = resolve(__dirname, '../../scripts/start.mjs');
/** `npm run demo`. */
const DEMO = resolve(__dirname, '../../scripts/demo.mjs');
const READY_MS = 300_000;

/** What `running.json` in the data folder holds. */
interface Running {
  pid: number;
  /** Present once all of it is there. */
  port?: number;
  mongoUrl: string;
  redisUrl: string;
  children: { name: string; pid: number }[];
}

/** undefined: nobody holds the folder. */
export function readRunning(dataDir: string): Running | undefined {
  const file = join(dataDir, 'running.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A system that the start script runs, as a person has it. */
export interface StartedSystem {
  url: string;
  dataDir: string;
  /** Of its servers, and of commands beside it. */
  env: NodeJS.ProcessEnv;
  running: () => Running;
  /** All that it printed so far. */
  output: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves with the exit code once it is gone. */
  ended: Promise<number | null>;
}

/** A data folder of its own; on a given database server, also a database of its own. */
export interface Place {
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

export function newPlace(name: string): Place {
  const dataDir = mkdtempSync(join(tmpdir(), `partnerdesk-e2e-${name}-`));
  const { PATH, HOME, MONGO_URL } = process.env;
  const env: NodeJS.ProcessEnv = { PATH, HOME, LOG_LEVEL: 'trace', BUSINESS_TIMEZONE: TIME_ZONE };
  if (!MONGO_URL) return { dataDir, env };
  process.env.TEST_MONGO_URL = MONGO_URL;
  return { dataDir, env: { ...env, MONGO_URL: testDatabaseUrl(name) } };
}

/**
 * A place that holds the demo from the start, as the run has loaded it once (`loadDemoOnce`). On a given database server
 * the system loads it at its start.
 */
export function newDemoPlace(name: string): Place {
  const place = newPlace(name);
  const { E2E_DEMO } = process.env;
  if (E2E_DEMO) cpSync(E2E_DEMO, place.dataDir, { recursive: true });
  return place;
}

/** Loads the demo into a folder that `newDemoPlace` copies. @returns the folder; undefined on a given database server */
export async function loadDemoOnce(): Promise<string | undefined> {
  const { dataDir, env } = newPlace('loaded-demo');
  if (env.MONGO_URL) return undefined;
  await promisify(execFile)(process.execPath, [DEMO, '--data', dataDir], { cwd: dataDir, env });
  process.env.E2E_DEMO = dataDir;
  return dataDir;
}

/** The figures of the sample stay what they are. */
const STANDS_STILL = ['--no-live'];

/**
 * Starts it and waits until it says that it is ready; without flags, a demo that stands still.
 * @param script the script behind `npm start`, of this tree or of a copy
 * @throws Error with its output when it ends first
 */
export async function startSystem(
  { dataDir, env }: Place,
  flags: string[] = STANDS_STILL,
  script = START,
): Promise<StartedSystem> {
  const port = await freePort();
  const args = [script, '--port', String(port), '--data', dataDir, ...flags];
  // Another folder than the repository's: a developer's .env is not the tests' business.
  const child = spawn(process.execPath, args, { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((done) => {
    child.once('close', (code) => {
      keepLogs(dataDir);
      done(code);
    });
  });
  await ready(child, () => output, ended);
  return {
    url: `http://localhost:${port}`,
    dataDir,
    env,
    running: () => JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')),
    output: () => output,
    signal: (name) => child.kill(name),
    ended,
  };
}

/**
 * A demo that a file's tests have to themselves.
 * @param settings variables of its environment
 * @returns the system, once the tests run
 */
export function ownDemo(name: string, settings: Record<string, string> = {}): () => StartedSystem {
  let system: StartedSystem;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    const place = newDemoPlace(name);
    system = await startSystem({ ...place, env: { ...place.env, ...settings } });
  });
  test.afterAll(async () => {
    system.signal('SIGTERM');
    await system.ended;
    rmSync(system.dataDir, { recursive: true, force: true });
  });
  return () => system;
}

function ready(child: ChildProcess, output: () => string, ended: Promise<unknown>): Promise<void> {
  return new Promise((resolveReady, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`not ready in time:\n${output()}`));
    }, READY_MS);
    child.stdout?.on('data', () => {
      if (!/is ready after/.test(output())) return;
      clearTimeout(timer);
      resolveReady();
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`ended before it was ready:\n${output()}`));
    });
  });
}

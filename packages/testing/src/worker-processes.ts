import { type ChildProcess, spawn } from 'node:child_process';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';

/** What a worker needs to know in a test. */
interface WorkerEnv {
  MONGO_URL: string;
  REDIS_URL: string;
  FIELD_KEYS: string;
  SMTP_URL?: string;
  METRICS_PORT?: string;
}

/** Real worker processes of a test. */
export class WorkerProcesses {
  readonly #running: ChildProcess[] = [];

  /** Starts one; resolves at once. */
  spawn(env: WorkerEnv): ChildProcess {
    const secrets = { SESSION_KEYS: 'x'.repeat(32), EVENTS_SECRET: 'x'.repeat(32) };
    const worker = spawn(process.execPath, [builtProgram('workers/dist/main.js')], {
      env: { ...process.env, NODE_ENV: 'test', ...secrets, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#running.push(worker);
    return worker;
  }

  /** Starts one; resolves once it is ready. */
  async start(env: WorkerEnv): Promise<ChildProcess> {
    const worker = this.spawn(env);
    let log = '';
    worker.stdout?.on('data', (chunk) => {
      log += chunk;
    });
    await waitFor(() => log.includes('worker ready'), { what: 'the worker to be ready', timeoutMs: 60_000 });
    return worker;
  }

  /** Kills those that still run. */
  async endAll(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((worker) => endProcess(worker, 'SIGKILL')));
  }
}

/** @returns the exit code, null after a kill */
export function endProcess(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve(worker.exitCode);
  return new Promise((resolve) => {
    worker.once('exit', resolve);
    worker.kill(signal);
  });
}

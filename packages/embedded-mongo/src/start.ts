import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface EmbeddedMongoOptions {
  /** The folder of the data; made if it isn't there. One process at a time. */
  dataDir: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Called when the process has ended, however that came. */
  onExit?: (code: number | null, signal: NodeJS.Signals | null) => void;
  /** Further environment of the process, for tests. */
  env?: Record<string, string>;
}

export interface EmbeddedMongo {
  url: string;
  port: number;
  pid: number;
  /** Ends it cleanly and waits for that. */
  stop(): Promise<void>;
}

/** The compiled server, also when this file runs from its sources (under jest). */
const MAIN = path.join(__dirname, '..', 'dist', 'main.js');

/** Bulk writes of a transaction live until it is on disk: with the usual 16 MB they are copied over and over meanwhile. */
const YOUNG = '--max-semi-space-size=64';

/**
 * Starts the embedded server as a process of its own and resolves once it takes connections. It ends with this process.
 * Rejects with one line if the folder is in use (naming the process), the port is taken, or it was not built.
 */
export function startEmbeddedMongo({
  dataDir,
  port = 0,
  onExit,
  env,
}: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  if (!fs.existsSync(MAIN))
    return Promise.reject(
      new Error(`${MAIN} is missing: build it first with npx tsc -b packages/embedded-mongo`),
    );
  const args = [YOUNG, MAIN, '--child', '--data', dataDir, '--port', String(port)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    const ended = new Promise<void>((done) => {
      child.once('close', (code, signal) => {
        done();
        onExit?.(code, signal);
        reject(new Error(errors.trim().split('\n').at(-1) || `embedded-mongo ended with ${signal ?? code}`));
      });
    });
    child.once('error', reject);
    // A killed child's broken pipe is reported by its exit.
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4096);
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4096);
      const ready = /ready on (mongodb:\/\/127\.0\.0\.1:(\d+)\/\?directConnection=true)/.exec(output);
      if (!ready) return;
      output = '';
      resolve({
        url: ready[1]!,
        port: Number(ready[2]),
        pid: child.pid!,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
  });
}

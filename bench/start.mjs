import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, runMain } from '../scripts/lib/failure.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { report } from './figures.mjs';

/** Prints how long `npm start` takes from the command to 'ready': the first start with the demo, then the next ones. */
runMain(async () => {
  const { values } = parseArgs({ options: { starts: { type: 'string', default: '3' } } });
  const data = await mkdtemp(join(tmpdir(), 'bench-start-'));
  try {
    report({ what: 'first start, with the demo', value: Number(await secondsToReady(data)), unit: 's' });
    for (let count = 0; count < Number(values.starts); count += 1) {
      report({ what: 'next start', value: Number(await secondsToReady(data)), unit: 's' });
    }
  } finally {
    await rm(data, { recursive: true });
  }
});

/**
 * @param {string} data
 * @returns {Promise<string>} seconds
 * @throws {Failure} with its output when it ends instead
 */
async function secondsToReady(data) {
  const began = performance.now();
  const args = [
    inRoot('scripts', 'start.mjs'),
    '--port',
    String(await freePort()),
    '--data',
    data,
    '--no-live',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let output = '';
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('is ready after')) resolve(true);
    });
  });
  if (!(await Promise.race([ready, gone.then(() => false)]))) {
    throw new Failure('npm start ended before it was ready:', output.split('\n'));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  child.kill('SIGINT');
  await gone;
  return seconds;
}

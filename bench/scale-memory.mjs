import { readFile } from 'node:fs/promises';
import { report } from './figures.mjs';
import { load } from './scale-load.mjs';
import { AFFILIATES, signInMany } from './scale-people.mjs';
import { startServer } from './web-server.mjs';

/** An answer that somebody notices (ms). */
const SLOW_MS = 2000;
const GOAL = 1.15;
/** A new process compiles its code and opens its connections while 200 people wait (ms). */
const COLD_MS = 5000;

/**
 * The web server's memory and its slowest answers while 200 people who are signed in ask without a pause.
 * @param {import('../scripts/lib/domain.mjs').Domain} _domain
 * @param {NodeJS.ProcessEnv} env
 * @param {{ minutes: number }} how
 * @returns {Promise<boolean>} whether memory is flat: the last third's mean at most 1.15 times the second's
 */
export async function watchMemory(_domain, env, { minutes }) {
  const { child, url } = await startServer(env);
  /** @type {number[]} */
  const memory = [];
  const timer = setInterval(async () => memory.push(await residentMB(child.pid)), 1000);
  try {
    const people = await signInMany(url, AFFILIATES);
    memory.length = 0;
    let slow = 0;
    let slowest = 0;
    const started = performance.now();
    const { rate, p50, p99, max } = await load(url, people, minutes * 60, (ms) => {
      if (ms > SLOW_MS) slow += 1;
      if (performance.now() - started > COLD_MS) slowest = Math.max(slowest, ms);
    });
    const third = Math.floor(memory.length / 3);
    const mean = (/** @type {number[]} */ some) => some.reduce((sum, mb) => sum + mb, 0) / some.length;
    const [second, last] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(2 * third))];
    console.log(
      `${people.length} signed in, ${minutes} min: ${rate.toFixed(0)} calls/s, p50 ${p50} ms, p99 ${p99} ms, slowest ${max} ms, ${slow} over ${SLOW_MS / 1000} s`,
    );
    console.log(`memory: ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`);
    report({ what: '200 people at once, slowest answer of the first seconds', value: max, unit: 'ms' });
    report({
      what: '200 people at once, slowest answer after them',
      value: slowest,
      unit: 'ms',
      goal: SLOW_MS,
    });
    const what = `memory with 200 people at once, last third of ${minutes} min`;
    return report({ what, value: last / second, unit: '', goal: GOAL, against: 'the second third' });
  } finally {
    clearInterval(timer);
    child.kill('SIGTERM');
  }
}

/** @param {number | undefined} pid */
async function residentMB(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { report } from './figures.mjs';
import { load } from './scale-load.mjs';
import { signInMany } from './scale-people.mjs';
import { startServer } from './web-server.mjs';

const CONNECTIONS = 32;
const ROUNDS = 5;
/** Rounds that are not counted: the first calls compile the code. */
const WARM_UP = 2;
const GOAL = 0.8;

/**
 * quick-statistics of the web server, and of a bare Koa handler with the same sessions and day totals, in turn.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {NodeJS.ProcessEnv} env
 * @param {{ seconds: number }} how
 * @returns {Promise<boolean>} whether the goal was reached
 */
export async function compareWithBareHandler(domain, env, { seconds }) {
  const ours = await startServer(env);
  const bare = await startBareHandler(domain, env);
  try {
    const people = await signInMany(ours.url, CONNECTIONS);
    /** @type {{ ours: number[], bare: number[] }} */
    const rates = { ours: [], bare: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [name, { url }] of Object.entries({ bare, ours })) {
        const { rate, p50, p99 } = await load(url, people, seconds);
        if (round < 0) continue;
        rates[/** @type {'ours' | 'bare'} */ (name)].push(rate);
        console.log(`${name}: ${rate.toFixed(0)} calls/s, p50 ${p50} ms, p99 ${p99} ms`);
      }
    }
    const ratios = rates.ours
      .map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))
      .sort((a, b) => a - b);
    const ratio = ratios[Math.floor(ROUNDS / 2)] ?? 0;
    const against = 'a bare Koa handler with the same sessions and one range read';
    return report({
      what: 'calls of quick-statistics',
      value: ratio,
      unit: '',
      goal: GOAL,
      atLeast: true,
      against,
    });
  } finally {
    ours.child.kill('SIGTERM');
    bare.child.kill('SIGTERM');
  }
}

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {NodeJS.ProcessEnv} env
 */
async function startBareHandler(domain, env) {
  const port = await freePort();
  const today = domain.today();
  const [month = ''] = [`${today.slice(0, 7)}-01`, previousDay(today)].sort();
  const child = spawn(process.execPath, [inRoot('bench', 'bare-koa.mjs')], {
    env: {
      ...env,
      PORT: String(port),
      DAYS: domain.DayTotalModel.collection.name,
      FIRST_DAY: month,
      LAST_DAY: today,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return { child, url };
}

/** Waits for a first answer of any kind. @param {string} url @param {import('node:child_process').ChildProcess} child */
async function answers(url, child) {
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('the bare handler has ended');
    await delay(50);
  }
}

/** @param {string} day */
function previousDay(day) {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

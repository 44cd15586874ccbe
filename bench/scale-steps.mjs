import { isDeepStrictEqual } from 'node:util';
import { freePort } from '../scripts/lib/ports.mjs';
import { report } from './figures.mjs';
import { load, startProxy } from './scale-load.mjs';
import { signInMany } from './scale-people.mjs';
import { during, senders } from './senders.mjs';
import { signIn, startServer, startWorker } from './web-server.mjs';

const STEPS = [1, 2, 4];
const CONNECTIONS = 40;
/** So often a visitor's address may try to sign in (bff/src/middleware/rate-limit.ts). */
const SIGN_INS = 40;
const TOO_MANY = 7;
/** Affiliates who are paid in each step. */
const PAID = 10;
const CLERK = { emailAddress: 'clerk@example.com', password: 'bench-pass-1', firstName: 'Clerk' };
const CLERK_LOGIN = { EmailAddress: CLERK.emailAddress, Password: CLERK.password };

/**
 * 1, 2 and 4 web servers and as many workers behind a small proxy, on the same database and Redis: the same answers, no
 * double work, sessions and limits in common, and how many calls they answer.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {NodeJS.ProcessEnv} env
 * @param {{ seconds: number }} how
 * @returns {Promise<boolean>} whether all of them work as one
 */
export async function growStepByStep(domain, env, { seconds }) {
  await domain.createAdministrator({ ...CLERK, permissions: ['payroll'] });
  let isOne = true;
  for (const [step, count] of STEPS.entries()) {
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)));
    const workers = Array.from({ length: count }, () => startWorker(env));
    const urls = servers.map(({ url }) => url);
    const proxy = await startProxy(urls);
    try {
      const people = await signInMany(urls[0] ?? '', CONNECTIONS);
      await load(proxy.url, people, seconds);
      const { rate, p50, p99 } = await load(proxy.url, people, seconds);
      const found = {
        'same answers': await answerAlike(urls, people),
        'one limit': await limitTogether(urls, step),
        'paid once': await payOnce(domain, urls, step),
      };
      console.log(
        `${count} web servers and workers: ${rate.toFixed(0)} calls/s, p50 ${p50} ms, p99 ${p99} ms; ${Object.entries(
          found,
        )
          .map(([name, holds]) => `${name}: ${holds ? 'yes' : 'NO'}`)
          .join(', ')}`,
      );
      report({ what: `calls a second, ${count} web servers and workers`, value: rate, unit: 'calls/s' });
      report({ what: `their p99, ${count} web servers and workers`, value: p99, unit: 'ms' });
      isOne &&= Object.values(found).every(Boolean);
    } finally {
      for (const { child } of [proxy, ...servers]) child.kill('SIGTERM');
      await Promise.all(workers.map(({ stop }) => stop()));
    }
  }
  return isOne;
}

/** Whether every server answers the sessions of the first alike. @param {string[]} urls @param {import('./scale-load.mjs').Person[]} people */
async function answerAlike(urls, people) {
  for (const { affID, cookie } of people.slice(0, 5)) {
    for (const path of [`/api/quick-statistics?affID=${affID}`, '/api/session']) {
      const answers = await Promise.all(
        urls.map(async (url) => (await fetch(`${url}${path}`, { headers: { cookie } })).json()),
      );
      if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0]))) return false;
    }
  }
  return true;
}

/** Whether wrong passwords from one address are counted over all servers. @param {string[]} urls @param {number} step */
async function limitTogether(urls, step) {
  const statuses = await Promise.all(
    Array.from({ length: SIGN_INS + TOO_MANY }, async (_, index) => {
      const url = urls[index % urls.length] ?? '';
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', origin: url, 'x-forwarded-for': `203.0.113.${step + 1}` },
        },
        body: JSON.stringify({ EmailAddress: `nobody${step}-${index}@example.com`, Password: 'wrong' }),
      });
      return answer.status;
    }),
  );
  return statuses.filter((status) => status === 429).length === TOO_MANY;
}

/**
 * Whether people are paid once although every server is asked to execute them at the same moment.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {string[]} urls
 * @param {number} step
 */
async function payOnce(domain, urls, step) {
  const cookie = await signIn(urls[0] ?? '', CLERK_LOGIN, { 'x-forwarded-for': `203.0.113.${100 + step}` });
  const ids = Array.from({ length: PAID }, (_, index) => 1 + step * PAID + index);
  const statuses = await Promise.all(
    ids.flatMap((affID) =>
      urls.map(async (url) => {
        const path = `/api/execute-payroll?affID=${affID}&endDate=${domain.today()}&payrollType=1`;
        const headers = { cookie, origin: url, 'content-type': 'application/json' };
        return (await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })).status;
      }),
    ),
  );
  const executed = await domain.PayrollModel.countDocuments({ personID: { $in: ids }, kind: 'affiliate' });
  if (executed !== PAID)
    console.log(`${executed} payments for ${PAID} people (answers: ${statuses.join(' ')})`);
  return executed === PAID;
}

/**
 * One sender of events, and two at once on two servers: what they reach, and how often the journal's next number was
 * taken when a record was written.
 * @param {import('../scripts/lib/domain.mjs').Domain} _domain
 * @param {NodeJS.ProcessEnv} env
 * @param {{ seconds: number }} how
 */
export async function twoSenders(_domain, env, { seconds }) {
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(ports.map((port) => startServer({ ...env, METRICS_PORT: String(port) })));
  try {
    const urls = servers.map(({ url }) => url);
    const secret = env.EVENTS_SECRET ?? '';
    for (const count of [1, 2]) {
      const before = await appends(ports);
      const { perSecond, p50, p99 } = await during(seconds, senders(secret, urls, count, CONNECTIONS));
      const after = await appends(ports);
      const written = after.appended - before.appended;
      const taken = after.contended - before.contended;
      report({
        what: `events of ${count} senders on as many web servers`,
        value: perSecond,
        unit: 'events/s',
      });
      console.log(
        `${count} sender${count > 1 ? 's on 2 web servers' : ''}: ${perSecond} events/s, p50 ${p50} ms, p99 ${p99} ms; ${written} records, ${taken} times the number was taken`,
      );
    }
  } finally {
    for (const { child } of servers) child.kill('SIGTERM');
  }
  return true;
}

/** Records of the journal by outcome, of all servers. @param {number[]} ports */
async function appends(ports) {
  const sums = { appended: 0, contended: 0 };
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const outcome of /** @type {const} */ (['appended', 'contended'])) {
      const line = new RegExp(
        `^partnerdesk_journal_appends_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`,
        'm',
      );
      sums[outcome] += Number(line.exec(text)?.[1] ?? 0);
    }
  }
  return sums;
}

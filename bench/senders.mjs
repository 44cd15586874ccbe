import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

/** A sale of a member's on a day. @param {string} eventID @param {number} memberID @param {string} day */
export const saleOf = (eventID, memberID, day) => ({
  eventID,
  type: 'sale',
  at: `${day}T15:00:00Z`,
  memberID,
  amountCents: 1000,
  transactionType: 'initial',
});

/** @param {number} seconds @param {ReturnType<typeof senders>} load */
export async function during(seconds, load) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return load.end();
}

let sent = 0;

/**
 * So many senders, each with one event a call, one call after the other.
 * @param {string} secret
 * @param {string[]} urls
 * @param {number} count
 * @param {number} persons
 */
export function senders(secret, urls, count, persons) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let running = true;
  /** @type {number[]} */
  const times = [];
  const started = performance.now();
  const all = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      while (running) {
        sent += 1;
        // After both payrolls: what is sent under load changes no reviewed balance, and touches the same people.
        const event = saleOf(`live${sent}`, (sent % persons) + 1, '2026-03-20');
        const before = performance.now();
        await post(agent, urls[index % urls.length] ?? '', secret, JSON.stringify([event]));
        times.push(performance.now() - before);
      }
    }),
  );
  return {
    async end() {
      running = false;
      const tookMs = performance.now() - started;
      await all;
      agent.destroy();
      times.sort((a, b) => a - b);
      const at = (/** @type {number} */ part) =>
        Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
      return { perSecond: Math.round((times.length / tookMs) * 1000), p50: at(0.5), p99: at(0.99) };
    },
  };
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @param {string} secret
 * @param {string} body
 * @returns {Promise<void>}
 */
function post(agent, url, secret, body) {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`events: ${answer.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

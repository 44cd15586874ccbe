import { spawn } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { inRoot } from '../scripts/lib/paths.mjs';

/** @typedef {{ affID: number, cookie: string }} Person */

/**
 * Asks for quick-statistics, over as many connections as people, each of which asks for all of them in turn.
 * @param {string} url
 * @param {Person[]} people
 * @param {number} seconds
 * @param {(ms: number) => void} [onAnswer] each answer's time
 * @returns {Promise<{ rate: number, p50: number, p99: number, max: number }>} calls a second; ms
 * @throws Error when an answer is another than 200
 */
export async function load(url, people, seconds, onAnswer = () => {}) {
  const running = autocannon({
    ...{ url, connections: people.length, duration: seconds },
    requests: people.map(({ affID, cookie }) => ({
      ...{ method: 'GET', path: `/api/quick-statistics?affID=${affID}`, headers: { cookie } },
    })),
  });
  running.on('response', (_client, _status, _bytes, ms) => onAnswer(ms));
  const { requests, latency, non2xx, errors } = await running;
  if (non2xx || errors) throw new Error(`${non2xx} other answers, ${errors} errors`);
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, max: latency.max };
}

/** The small proxy, before these web servers. @param {string[]} urls */
export async function startProxy(urls) {
  const ports = urls.map((url) => new URL(url).port);
  const child = spawn(process.execPath, [inRoot('bench', 'proxy.mjs'), ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

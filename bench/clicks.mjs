import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { addPeople } from './data.mjs';
import { report } from './figures.mjs';
import { bench, cpuMs, spreadOf } from './frame.mjs';

/** @typedef {{ socket: import('node:net').Socket, dueAt: number | undefined, got: string, gone: boolean }} Connection */

const AFFILIATES = 50;
const CONNECTIONS = 100;
/** Clicks that are not timed: they compile the code and open connections. */
const WARM_UP_SECONDS = 5;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const about = `Offers clicks at a fixed pace, however quickly they are answered, and prints how long redirects take from the moment
each was due. Then kills the web server (SIGKILL) under the same load and compares the redirects that were sent with
the clicks that are stored. Exit code 1 when p99 is over its goal or a click is missing.`;

bench(
  'clicks',
  { about, options: { rate: 1000, seconds: 20 }, needs: 'redis' },
  async ({ domain, env, start, values: { rate, seconds } }) => {
    const { ClickBuffer, RedisClient } = await import('@partnerdesk/queues');
    const redis = new RedisClient(env.REDIS_URL, { callMs: 10_000 });
    const clicks = new ClickBuffer(redis);
    try {
      await start.worker();
      await addPeople(domain, { affiliates: AFFILIATES });
      const server = await start.server();
      await offer(server.url, { rate, seconds: WARM_UP_SECONDS });
      const usedMs = cpuMs(server.pid);
      const { times, sent, answered } = await offer(server.url, { rate, seconds });
      const { p50, p95, p99 } = spreadOf(times);
      console.log(`${answered} of ${sent} redirects at ${rate} clicks/s offered for ${seconds} s`);
      console.log(`p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      report(`redirects at ${rate} clicks/s, p99`, p99, 'ms', { atMost: 20 });
      console.log(
        `${((cpuMs(server.pid) - usedMs) / sent).toFixed(2)} ms of the web server's processor time a click`,
      );
      const before = await stored(domain, clicks);
      const underLoad = offer(server.url, { rate, seconds: 4 });
      await delay(2000);
      server.kill();
      const killed = await underLoad;
      const counted = (await stored(domain, clicks)) - before;
      const missing = Math.max(0, killed.answered - counted);
      console.log(`killed under load: ${killed.answered} redirects were sent, ${counted} clicks are stored`);
      report('clicks lost by a killed web server', missing, '', { atMost: 0 });
      return answered === sent && counted <= killed.sent;
    } finally {
      redis.disconnect();
    }
  },
);

/** @param {import('./data.mjs').Domain} domain @param {import('@partnerdesk/queues').ClickBuffer} clicks */
async function stored(domain, clicks) {
  await clicks.drain(domain.addClicks);
  const days = await domain.LinkDayModel.find().lean();
  return days.reduce((sum, { rows }) => sum + rows.reduce((all, row) => all + (row.clicks ?? 0), 0), 0);
}

/**
 * Clicks at a fixed pace. @returns the time of each from when it was due (ms), how many were sent and redirected
 * @param {string} url
 * @param {{ rate: number, seconds: number }} load
 */
async function offer(url, { rate, seconds }) {
  const visitors = new Visitors(url);
  const began = performance.now();
  let sent = 0;
  while (sent < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    for (; sent < due; sent += 1) visitors.click(sent, began + (sent * 1000) / rate);
    await delay(1);
  }
  await visitors.end();
  return { times: visitors.times, sent, answered: visitors.times.length };
}

/**
 * Connections that are used again and again. Written by hand: Node's client would need as much of the processor as the
 * server, which shares it.
 */
class Visitors {
  /** Of each redirect, from when it was due (ms). @type {number[]} */
  times = [];
  #host;
  /** @type {Connection[]} */
  #all = [];
  /** @type {Connection[]} */
  #idle = [];
  /** @type {{ text: string, dueAt: number }[]} */
  #waiting = [];

  /** @param {string} url */
  constructor(url) {
    this.#host = new URL(url);
    for (let count = 0; count < CONNECTIONS; count += 1) this.#connect();
  }

  /** @param {number} n @param {number} dueAt */
  click(n, dueAt) {
    const path = `/partner/T${1 + (n % AFFILIATES)}?tid=source-${n % 7}&s1=ad-${n % 11}`;
    const text = `GET ${path} HTTP/1.1\r\nHost: ${this.#host.host}\r\nUser-Agent: ${BROWSER} n/${n % 5000}\r\n\r\n`;
    const connection = this.#idle.pop();
    if (connection) this.#send(connection, text, dueAt);
    else this.#waiting.push({ text, dueAt });
  }

  /** Until every click has its answer, or its connection is gone. */
  async end() {
    while (this.#all.some(({ dueAt, gone }) => dueAt !== undefined && !gone)) await delay(5);
    for (const { socket } of this.#all) socket.destroy();
  }

  #connect() {
    const socket = connect(Number(this.#host.port), this.#host.hostname).setNoDelay(true);
    /** @type {Connection} */
    const connection = { socket, dueAt: undefined, got: '', gone: false };
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.#read(connection, String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => {
      connection.gone = true;
    });
    this.#all.push(connection);
    this.#idle.push(connection);
  }

  /** @param {Connection} connection @param {string} text @param {number} dueAt */
  #send(connection, text, dueAt) {
    connection.dueAt = dueAt;
    connection.socket.write(text);
  }

  /** @param {Connection} connection @param {string} chunk */
  #read(connection, chunk) {
    connection.got += chunk;
    const { got, dueAt } = connection;
    const headers = got.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(got)?.[1]);
    if (headers === -1 || got.length < headers + 4 + length || dueAt === undefined) return;
    if (got.startsWith('HTTP/1.1 302')) this.times.push(performance.now() - dueAt);
    connection.got = '';
    connection.dueAt = undefined;
    const next = this.#waiting.shift();
    if (next) this.#send(connection, next.text, next.dueAt);
    else this.#idle.push(connection);
  }
}

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServers } from '../scripts/lib/builds.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { withServices } from '../scripts/lib/services.mjs';
import { report } from './figures.mjs';
import { startServer, startWorker } from './web-server.mjs';

/** @typedef {{ socket: import('node:net').Socket, dueAt: number | undefined, got: string, gone: boolean }} Connection */

const AFFILIATES = 50;
const CONNECTIONS = 100;
/** Clicks that are not timed: they compile the code and open connections. */
const WARM_UP_SECONDS = 5;
const AIM_MS = 20;
/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/**
 * Offers clicks at a fixed pace, however quickly they are answered, and prints how long redirects take from the moment
 * each was due. Then kills the web server (SIGKILL) under the same load, starts another, and compares the redirects that
 * were sent with the clicks that are stored. Exit code 1 when p99 is over its aim or a click is missing.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: { rate: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '20' } },
  });
  const data = await mkdtemp(join(tmpdir(), 'bench-clicks-'));
  try {
    await buildServers();
    return await withServices({ data, redis: true, command: 'npm run bench:clicks' }, ({ env }) =>
      measure(env, { rate: Number(values.rate), seconds: Number(values.seconds) }),
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

/** @param {NodeJS.ProcessEnv} env @param {{ rate: number, seconds: number }} load */
async function measure(env, { rate, seconds }) {
  const domain = await import('@partnerdesk/domain');
  const { readEnv } = await import('@partnerdesk/node');
  const { ClickBuffer, RedisClient } = await import('@partnerdesk/queues');
  const read = readEnv(env);
  domain.configureDomain(domain.domainConfigOf(read));
  await domain.connectDatabase(read.mongoUrl);
  const redis = new RedisClient(read.redisUrl, { callMs: 10_000 });
  const clicks = new ClickBuffer(redis);
  const worker = startWorker(env);
  try {
    const ids = Array.from({ length: AFFILIATES }, (_, index) => index + 1);
    await domain.importPeople({
      affiliates: ids.map((affID) => ({
        ...{ affID, trackID: `B${affID}`, emailAddress: `aff${affID}@example.com`, commission: 30 },
      })),
      staff: [],
    });
    const first = await startServer(env);
    await offer(first.url, { rate, seconds: WARM_UP_SECONDS });
    const usedMs = cpuMs(first.child.pid);
    const { times, sent, answered } = await offer(first.url, { rate, seconds });
    times.sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
    console.log(`${answered} of ${sent} redirects at ${rate} clicks/s offered for ${seconds} s`);
    console.log(`p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`);
    report({ what: `redirects at ${rate} clicks/s, p99`, value: at(0.99), unit: 'ms', goal: AIM_MS });
    console.log(
      `${((cpuMs(first.child.pid) - usedMs) / sent).toFixed(2)} ms of the web server's processor time a click`,
    );
    console.log(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
    const before = await stored(domain, clicks);
    const underLoad = offer(first.url, { rate, seconds: 4 });
    await delay(2000);
    first.child.kill('SIGKILL');
    const killed = await underLoad;
    const counted = (await stored(domain, clicks)) - before;
    const missing = Math.max(0, killed.answered - counted);
    console.log(`killed under load: ${killed.answered} redirects were sent, ${counted} clicks are stored`);
    report({ what: 'clicks lost by a killed web server', value: missing, unit: '', goal: 0 });
    return at(0.99) <= AIM_MS && answered === sent && missing === 0 && counted <= killed.sent ? 0 : 1;
  } finally {
    await worker.stop();
    redis.disconnect();
    await domain.disconnectDatabase();
  }
}

/** Processor time that a process has used. @param {number | undefined} pid */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MS_A_TICK;
}

/** @param {typeof import('@partnerdesk/domain')} domain @param {import('@partnerdesk/queues').ClickBuffer} clicks */
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
    const path = `/partner/B${1 + (n % AFFILIATES)}?tid=source-${n % 7}&s1=ad-${n % 11}`;
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

import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { addPeople, numbered } from './data.mjs';
import { bench, report, spreadOf } from './frame.mjs';

const AFFILIATES = 50;
const CONNECTIONS = 100;
/** Clicks that are not timed: they compile the code and open connections. */
const WARM_UP_SECONDS = 5;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const about = `Offers clicks at a fixed pace, however quickly they are answered, and prints how long redirects take from the moment
each was due. Then kills the web server (SIGKILL) under the same load and compares the redirects that were sent with
the clicks that are stored. Exit code 1 when p99 is over its goal or a click is missing.`;
const options = { rate: 1000, seconds: 20 };

bench('clicks', { about, options, needs: 'redis' }, async ({ domain, env, start, values }) => {
  const { rate, seconds } = values;
  const { ClickBuffer, RedisClient } = await import('@partnerdesk/queues');
  const redis = new RedisClient(env.REDIS_URL, { callMs: 10_000 });
  const clicks = new ClickBuffer(redis);
  try {
    await start.worker();
    await addPeople(domain, { affiliates: AFFILIATES });
    const server = await start.server();
    await offer(server.url, { rate, seconds: WARM_UP_SECONDS });
    const { times, sent, answered } = await offer(server.url, { rate, seconds });
    const { p99 } = spreadOf(times);
    console.log(`${answered} of ${sent} redirects at ${rate} clicks/s offered for ${seconds} s`);
    report(`redirects at ${rate} clicks/s, p99`, p99, 'ms', { atMost: 20 });
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
});

async function stored(domain, clicks) {
  await clicks.drain(domain.addClicks);
  const days = await domain.LinkDayModel.find().lean();
  return days.reduce((sum, { rows }) => sum + rows.reduce((all, row) => all + (row.clicks ?? 0), 0), 0);
}

/** Clicks at a fixed pace. @returns the time of each from when it was due (ms), how many were sent and redirected */
async function offer(url, { rate, seconds }) {
  const { host, hostname, port } = new URL(url);
  const times = [];
  const waiting = [];
  const connections = numbered(CONNECTIONS).map(() =>
    openConnection({ port: Number(port), hostname, times, waiting }),
  );
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; await delay(1)) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    for (; sent < due; sent += 1) {
      const path = `/partner/T${1 + (sent % AFFILIATES)}?tid=source-${sent % 7}&s1=ad-${sent % 11}`;
      const browser = `User-Agent: ${BROWSER} n/${sent % 5000}`;
      const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${browser}\r\n\r\n`;
      waiting.push({ text, dueAt: began + (sent * 1000) / rate });
      connections.find(({ isIdle }) => isIdle())?.next();
    }
  }
  // Until every click has its answer, or its connection is gone.
  while (connections.some(({ isBusy }) => isBusy())) await delay(5);
  for (const { socket } of connections) socket.destroy();
  return { times, sent: rate * seconds, answered: times.length };
}

/**
 * A connection that is used again and again for the clicks that wait. Written by hand: Node's client would need as much
 * of the processor as the server, which shares it.
 */
function openConnection({ port, hostname, times, waiting }) {
  const socket = connect(port, hostname).setNoDelay(true).setEncoding('latin1');
  let click;
  let got = '';
  const next = () => {
    click = waiting.shift();
    if (click) socket.write(click.text);
  };
  socket.on('data', (chunk) => {
    got += chunk;
    const headers = got.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(got)?.[1]);
    if (headers === -1 || got.length < headers + 4 + length || !click) return;
    if (got.startsWith('HTTP/1.1 302')) times.push(performance.now() - click.dueAt);
    got = '';
    next();
  });
  socket.on('error', () => {});
  const isIdle = () => !click && !socket.destroyed;
  return { socket, next, isIdle, isBusy: () => Boolean(click) && !socket.destroyed };
}

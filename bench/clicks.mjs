import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { addPeople } from './data.mjs';
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
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  const began = performance.now();
  const click = (index) =>
    new Promise((done) => {
      const path = `/partner/T${1 + (index % AFFILIATES)}?tid=source-${index % 7}&s1=ad-${index % 11}`;
      const headers = { 'user-agent': `${BROWSER} n/${index % 5000}` };
      const sending = get(`${url}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode === 302) times.push(performance.now() - began - (index * 1000) / rate);
        answer.resume();
      });
      // Until its answer is there, or its connection is gone.
      sending.on('error', () => {}).on('close', done);
    });
  const clicks = [];
  while (clicks.length < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    while (clicks.length < due) clicks.push(click(clicks.length));
    await delay(1);
  }
  await Promise.all(clicks);
  agent.destroy();
  return { times, sent: clicks.length, answered: times.length };
}

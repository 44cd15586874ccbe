/**
 * Started by `npm start` beside the servers of a demo, and ended with them (process-group.mjs): goes on with the demo's business.
 * Its first argument is the product's address. Whatever fails is tried again later, from where it stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { ClickBuffer, RedisClient, WORKER_CALL_MS } from '@partnerdesk/queues';
import { LiveDemo } from './live-demo.mjs';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

const [url = ''] = process.argv.slice(2);
if (process.env.NODE_ENV === 'production') throw new Error('there is no demo in production');
const env = readEnv(process.env);
domain.configureDomain(domain.domainConfigOf(env));
const redis = new RedisClient(env.redisUrl, { callMs: WORKER_CALL_MS });
// A command that fails says so itself.
redis.on('error', () => {});
const demo = new LiveDemo(url, env.eventsSecret, new ClickBuffer(redis));

let connected = false;
let announced = false;
for (let failures = 0; ; ) {
  try {
    if (!connected) await domain.connectDatabase(env.mongoUrl);
    connected = true;
    const { days, events } = await demo.catchUp();
    if (!announced) console.log(`The demo goes on: ${events} events of ${days} days were missing`);
    else if (failures > 0) console.log('The demo goes on');
    announced = true;
    failures = 0;
    await sleep(Math.max(0, Math.min(demo.nextAt() - Date.now(), LONGEST_WAIT_MS)));
  } catch (error) {
    const { message, waitMs = 0 } = /** @type {import('./live-demo.mjs').Away} */ (error);
    if (failures === 0) console.log(`The demo waits: ${message}`);
    await sleep(Math.max(waitMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)));
    failures += 1;
  }
}

/**
 * Started by `npm start` beside the servers of a demo, and ended with them (process-group.mjs): goes on with the demo's business.
 * Everything planned up to now is sent, then each thing in its moment: to the product it is the chat and phone service, by
 * signed calls, and visitors who follow links. Its first argument is the product's address. Whatever fails is tried again
 * later, from where it stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { readEnv, signCall } from '@partnerdesk/node';
import { ClickBuffer, RedisClient, WORKER_CALL_MS } from '@partnerdesk/queues';
import { planDay } from './day-plan.mjs';
import { demoFirstDay, LIVE, note, noted } from './first-day.mjs';
import { boundsOf } from './past.mjs';

/** The days that are filled at most: a demo that rested for longer has a gap before them. */
const MAX_DAYS = 60;
/** What is sent in one step: a step that was cut off is sent again, and only its clicks count again. */
const STEP = 100;
/** Visitors of a day that is over are distinguished for so long (ms): longer than it takes to fill it. */
const VISITORS_KEPT_MS = 3_600_000;
const TIMEOUT_MS = 20_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** @typedef {import('./day-plan.mjs').DayPlan} DayPlan */

const [url = ''] = process.argv.slice(2);
if (process.env.NODE_ENV === 'production') throw new Error('there is no demo in production');
const env = readEnv(process.env);
domain.configureDomain(domain.domainConfigOf(env));
const redis = new RedisClient(env.redisUrl, { callMs: WORKER_CALL_MS });
// A command that fails says so itself.
redis.on('error', () => {});
const buffer = new ClickBuffer(redis);

let connected = false;
let announced = false;
for (let failures = 0; ; ) {
  try {
    if (!connected) await domain.connectDatabase(env.mongoUrl);
    connected = true;
    const { days, events } = await catchUp();
    if (!announced) console.log(`The demo goes on: ${events} events of ${days} days were missing`);
    else if (failures > 0) console.log('The demo goes on');
    announced = true;
    failures = 0;
    await sleep(Math.max(0, Math.min(nextAt() - Date.now(), LONGEST_WAIT_MS)));
  } catch (error) {
    const { message, waitMs = 0 } = /** @type {Error & { waitMs?: number }} */ (error);
    if (failures === 0) console.log(`The demo waits: ${message}`);
    await sleep(Math.max(waitMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)));
    failures += 1;
  }
}

/** Sends what was planned between the last time and now, and notes what is sent step by step. */
async function catchUp() {
  const now = Date.now();
  const oldest = domain.startOfDay(addDays(domain.dayOf(now), 1 - MAX_DAYS)).getTime();
  // None: it was first loaded to stand still.
  const sent = (await noted(LIVE)) || domain.startOfDay(await demoFirstDay()).getTime();
  const from = Math.max(sent, oldest);
  let [days, events] = [0, 0];
  for (let day = domain.dayOf(from); day <= domain.dayOf(now); day = addDays(day, 1)) {
    events += await sendDay(day, from, now);
    days += 1;
  }
  return { days, events };
}

/** When the next thing is due (ms since 1970): of today's plan, else with the next day. */
function nextAt() {
  const now = Date.now();
  const day = domain.dayOf(now);
  const bounds = boundsOf(day);
  const { events, clicks } = planDay(day, bounds);
  const all = [...events, ...clicks].map(({ at }) => Date.parse(at));
  return Math.min(...all.filter((at) => at > now), bounds.end);
}

/** @param {string} day @param {number} from (ms), sent already @param {number} to (ms) @returns {Promise<number>} events */
async function sendDay(day, from, to) {
  const bounds = boundsOf(day);
  const { members, ...plan } = planDay(day, bounds);
  const isDue = (/** @type {{ at: string }} */ { at }) => Date.parse(at) > from && Date.parse(at) <= to;
  const events = plan.events.filter(isDue);
  // As `npm run import` adds them; those who exist stay as they are.
  if (events.length > 0) await domain.importPeople({ members });
  const items = [...events, ...plan.clicks.filter(isDue)].sort((one, other) =>
    one.at.localeCompare(other.at),
  );
  for (let start = 0; start < items.length; start += STEP) {
    const step = items.slice(start, start + STEP);
    await sendEvents(step.flatMap((item) => ('eventID' in item ? [item] : [])));
    const clicks = step.flatMap((item) => ('eventID' in item ? [] : [item]));
    await addClicks(clicks, day, bounds.end);
    await note(LIVE, Date.parse(step.at(-1)?.at ?? '') - 1);
  }
  await note(LIVE, Math.min(to, bounds.end - 1));
  return events.length;
}

/**
 * What the product refuses stays out: the demo goes on without it.
 * @param {DayPlan['events']} events @throws Error if the product is away; `waitMs`: how long it asks to wait
 */
async function sendEvents(events) {
  if (events.length === 0) return;
  const body = Buffer.from(JSON.stringify(events));
  const call = { method: 'POST', address: '/api/events', timestamp: String(Date.now()) };
  const headers = { 'content-type': 'application/json', ...signCall(env.eventsSecret, call, body) };
  const how = { method: call.method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const answer = await fetch(`${url}${call.address}`, how);
  await answer.arrayBuffer();
  const waitMs = Number(answer.headers.get('retry-after')) * 1000 || 0;
  if (answer.status === 429 || answer.status >= 500)
    throw Object.assign(new Error(`the answer was ${answer.status}`), { waitMs });
}

/**
 * Counted beside the product's redirects, which know today only and take all visitors of this machine for one network.
 * @param {DayPlan['clicks']} clicks @param {string} day @param {number} dayEnd (ms)
 */
async function addClicks(clicks, day, dayEnd) {
  const endsAt = new Date(Math.max(dayEnd, Date.now() + VISITORS_KEPT_MS));
  const add = async (/** @type {DayPlan['clicks'][number]} */ { trackID, tid, lp, visitor }) => {
    const affID = await domain.affiliateOfTrackId(trackID);
    if (affID === undefined) return;
    const click = { affID, day, marks: { tid, lp }, endsAt, network: `demo-${visitor}` };
    await buffer.add({ ...click, visitor: { address: `visitor-${visitor}`, agent: 'demo' } });
  };
  await Promise.all(clicks.map(add));
}

import * as contracts from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { inTurns } from '../in-turns.mjs';
import { planDay } from './day-plan.mjs';
import { TAG_LINES } from './demo-moderation.mjs';
import { drawPicture } from './draw-picture.mjs';
import { demoFirstDay, LIVE, note, noted } from './first-day.mjs';
import { boundsOf } from './past.mjs';

/** The days that are filled at most: a demo that rested for longer has a gap before them. */
const MAX_DAYS = 60;
/** What is sent in one step: a step that was cut off is sent again, and only its clicks count again. */
const STEP = 100;
/** What the moderators do not get to stays within these: what comes then is dropped. */
const WAITING = { gallery: 240, member: 215, profile: 40, application: 30 };
/** Pictures and applications are for the day on which they are looked at. */
const ARRIVALS_MS = 12 * 3_600_000;
/** As long as visitors of a day that is over are distinguished: longer than it takes to fill it. */
const VISITORS_KEPT_MS = 3_600_000;
const TIMEOUT_MS = 20_000;
const CLICKS_AT_A_TIME = 4;

/** @typedef {import('./day-plan.mjs').DayPlan} DayPlan */

/** The product does not answer, or asks to come back later. @typedef {Error & { waitMs: number }} Away */
/** @param {string} message @param {number} [waitMs] how long it asks to wait @returns {Away} */
const away = (message, waitMs = 0) => Object.assign(new Error(message), { waitMs });

/**
 * The demo's business as time goes on: everything planned up to now is sent, then each thing in its moment. To the product it
 * is the chat and phone service, by signed calls, and visitors who follow links.
 */
export class LiveDemo {
  /**
   * @param {string} url of the product @param {string} secret EVENTS_SECRET
   * @param {Pick<import('@partnerdesk/queues').ClickBuffer, 'add'>} clicks of days that are over
   */
  constructor(url, secret, clicks) {
    this.url = url;
    this.clicks = clicks;
    this.client = new contracts.ApiClient({ url, fetch: signedFetch(secret) });
  }

  /** Sends what was planned between the last time and now. @throws {Away} what was sent until then is noted */
  async catchUp() {
    const now = Date.now();
    const from = await this.#sentUntil(now);
    let days = 0;
    let events = 0;
    for (let day = domain.dayOf(from); day <= domain.dayOf(now); day = contracts.addDays(day, 1)) {
      events += await this.#sendDay(day, from, now);
      days += 1;
    }
    return { days, events };
  }

  /** When the next thing is due (ms since 1970): of today's plan, else with the next day. */
  nextAt() {
    const now = Date.now();
    const day = domain.dayOf(now);
    const bounds = boundsOf(day);
    const { events, clicks, arrivals } = planDay(day, bounds);
    const all = [...events, ...clicks, ...arrivals].map(({ at }) => Date.parse(at));
    return Math.min(...all.filter((at) => at > now), bounds.end);
  }

  /** @param {number} now */
  async #sentUntil(now) {
    const oldest = domain.startOfDay(contracts.addDays(domain.dayOf(now), 1 - MAX_DAYS)).getTime();
    // None: it was first loaded to stand still.
    const sent = (await noted(LIVE)) || domain.startOfDay(await demoFirstDay()).getTime();
    return Math.max(sent, oldest);
  }

  /** @param {string} day @param {number} from (ms), sent already @param {number} to (ms) */
  async #sendDay(day, from, to) {
    const bounds = boundsOf(day);
    const plan = planDay(day, bounds);
    const isDue = (/** @type {{ at: string }} */ { at }) => Date.parse(at) > from && Date.parse(at) <= to;
    const events = plan.events.filter(isDue);
    // As `npm run import` adds them; those who exist stay as they are.
    if (events.length > 0) await domain.importPeople({ members: plan.members });
    const steps = [
      ...events.map((event) => ({ at: event.at, event })),
      ...plan.clicks.filter(isDue).map((click) => ({ at: click.at, click })),
      ...plan.arrivals.filter(isDue).map((arrival) => ({ at: arrival.at, arrival })),
    ].sort((one, other) => one.at.localeCompare(other.at));
    for (let start = 0; start < steps.length; start += STEP)
      await this.#send(day, steps.slice(start, start + STEP));
    await note(LIVE, Math.min(to, bounds.end - 1));
    return events.length;
  }

  /**
   * Links are followed today only: clicks of days that are over are counted beside the product's redirects.
   * @param {string} day @param {DayPlan['clicks']} clicks @throws {Away}
   */
  async #follow(day, clicks) {
    if (day === domain.today()) {
      await inTurns(clicks, CLICKS_AT_A_TIME, async ({ trackID, tid, lp, visitor }) => {
        const query = new URLSearchParams({ ...(tid && { tid }), ...(lp && { lp }) });
        const headers = { 'user-agent': browserOf(visitor) };
        const address = `${this.url}/partner/${trackID}?${query}`;
        await (await ask(address, { headers, redirect: 'manual' })).arrayBuffer();
      });
      return;
    }
    const endsAt = new Date(Date.now() + VISITORS_KEPT_MS);
    const count = async (/** @type {(typeof clicks)[number]} */ { trackID, tid, lp, visitor }) => {
      const affID = await domain.affiliateOfTrackId(trackID);
      if (affID === undefined) return;
      const click = { affID, day, marks: { tid, lp }, endsAt, network: `demo-${visitor}` };
      await this.clicks.add({ ...click, visitor: { address: `visitor-${visitor}`, agent: 'demo' } });
    };
    await Promise.all(clicks.map(count));
  }

  /** @param {string} day @param {{ at: string, event?: any, click?: any, arrival?: any }[]} items */
  async #send(day, items) {
    const of = (/** @type {'event' | 'click' | 'arrival'} */ kind) =>
      items.flatMap((item) => item[kind] ?? []);
    const events = of('event');
    const body = new TextEncoder().encode(JSON.stringify(events)).buffer;
    if (events.length > 0) await this.#call(contracts.eventsCall, { body });
    await this.#follow(day, of('click'));
    for (const arrival of of('arrival')) await this.#arrive(arrival);
    const last = items.at(-1);
    if (last) await note(LIVE, Date.parse(last.at) - 1);
  }

  /** @param {DayPlan['arrivals'][number]} arrival */
  async #arrive({ at, kind, number }) {
    if (Date.parse(at) < Date.now() - ARRIVALS_MS) return;
    const { galleryPics, memberPics, profiles, staff } = await domain.countModerationQueues();
    const waiting = { gallery: galleryPics, member: memberPics, profile: profiles, application: staff };
    if (waiting[kind] >= WAITING[kind]) return;
    // As the sample's profiles belong to its staff.
    const [staffID, profileID] = [1 + (number % 30), 1 + (number % 60)];
    if (kind === 'profile') return this.#call(contracts.profilesCall, { body: newProfile(number, staffID) });
    if (kind === 'application') await domain.importPeople({ staff: [applicant(number)] });
    const { galleryPic, memberPic, photoId } = contracts.IMAGE_TYPE;
    const query = {
      gallery: { type: galleryPic, staffID, profileID },
      member: { type: memberPic, memberID: 1 + (number % 1500) },
      application: { type: photoId, staffID: number },
    }[kind];
    const { picture } = await drawPicture(Date.parse(at) / 1000);
    await this.#call(contracts.photosCall, { query, body: new Uint8Array(picture).buffer });
  }

  /**
   * What the product refuses stays out: the demo goes on without it.
   * @template {contracts.Call} C @param {C} call @param {contracts.ArgsOf<C>} input @throws {Away}
   */
  async #call(call, ...input) {
    await this.client.call(call, ...input).catch((error) => {
      if (!(error instanceof contracts.ApiCallError)) throw error;
    });
  }
}

/** @param {number} number @param {number} staffID */
const newProfile = (number, staffID) => ({
  profileID: number,
  staffID,
  profileName: ['Ada', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn'][number % 6],
  tagLine: TAG_LINES[number % 4],
  description: 'New here. Likes long talks and short walks.',
});

/** @param {number} staffID */
const applicant = (staffID) => ({
  staffID,
  emailAddress: `applicant${staffID}@example.com`,
  commission: 35,
  status: 0,
  firstName: ['Gwen', 'Hal', 'Ida', 'Jon', 'Kay', 'Leo'][staffID % 6],
  lastName: ['Moss', 'Nash', 'Owens', 'Parker', 'Quinn'][staffID % 5],
  address1: `${100 + (staffID % 900)} Main Street`,
});

const SYSTEMS = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'];

/** All visitors come from this machine: their browsers differ. @param {number} visitor */
function browserOf(visitor) {
  const version = `${120 + (visitor % 30)}.0.${visitor % 7919}.${visitor % 211}`;
  const system = SYSTEMS[visitor % SYSTEMS.length];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}

/** Signs what the client sends. @param {string} secret @returns {contracts.Fetch} */
function signedFetch(secret) {
  return async (address, { method, headers, body = '' }) => {
    const { pathname, search } = new URL(address);
    const bytes = Buffer.from(/** @type {string} */ (body));
    const call = { method, address: pathname + search, timestamp: String(Date.now()) };
    return ask(address, { method, headers: { ...headers, ...signCall(secret, call, bytes) }, body: bytes });
  };
}

/** @param {string} address @param {RequestInit} how @throws {Away} */
async function ask(address, how) {
  const answer = await fetch(address, { ...how, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw away(error.message);
  });
  const waitMs = Number(answer.headers.get('retry-after')) * 1000 || 0;
  if (answer.status === 429 || answer.status >= 500) throw away(`the answer was ${answer.status}`, waitMs);
  return answer;
}

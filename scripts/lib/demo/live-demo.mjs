import { addDays, IMAGE_TYPE, photosCall, profilesCall } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { planDay } from './day-plan.mjs';
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

/** The demo's business as time goes on: everything planned up to now is sent, then each thing in its moment. */
export class LiveDemo {
  /** @type {{ day: string, plan: import('./day-plan.mjs').DayPlan } | undefined} */
  #planned;

  /**
   * @param {import('./service.mjs').DemoService} service
   * @param {Pick<import('@partnerdesk/queues').ClickBuffer, 'add'>} clicks of days that are over
   */
  constructor(service, clicks) {
    this.service = service;
    this.clicks = clicks;
  }

  /** Sends what was planned between the last time and now. @throws {import('./service.mjs').Away} what was sent until then is noted */
  async catchUp() {
    const now = Date.now();
    const from = await this.#sentUntil(now);
    let days = 0;
    let events = 0;
    for (let day = domain.dayOf(from); day <= domain.dayOf(now); day = addDays(day, 1)) {
      events += await this.#sendDay(day, from, now);
      days += 1;
    }
    return { days, events };
  }

  /** When the next thing is due (ms since 1970): of today's plan, else with the next day. */
  nextAt() {
    const now = Date.now();
    const day = domain.dayOf(now);
    const { events, clicks, arrivals } = this.#planOf(day);
    const later = [events, clicks, arrivals].map((list) => {
      const next = list.find(({ at }) => Date.parse(at) > now);
      return next ? Date.parse(next.at) : Number.POSITIVE_INFINITY;
    });
    return Math.min(...later, boundsOf(day).end);
  }

  /** @param {number} now */
  async #sentUntil(now) {
    const oldest = domain.startOfDay(addDays(domain.dayOf(now), 1 - MAX_DAYS)).getTime();
    const sent = await noted(LIVE);
    if (sent) return Math.max(sent, oldest);
    // It was first loaded to stand still.
    return Math.max(domain.startOfDay(await demoFirstDay()).getTime(), oldest);
  }

  /** @param {string} day */
  #planOf(day) {
    if (this.#planned?.day !== day) this.#planned = { day, plan: planDay(day, boundsOf(day)) };
    return this.#planned.plan;
  }

  /** @param {string} day @param {number} from (ms), sent already @param {number} to (ms) */
  async #sendDay(day, from, to) {
    const plan = this.#planOf(day);
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
    await note(LIVE, Math.min(to, boundsOf(day).end - 1));
    return events.length;
  }

  /**
   * Links are followed today only: clicks of days that are over are counted beside the product's redirects.
   * @param {string} day @param {import('./day-plan.mjs').DayPlan['clicks']} clicks
   */
  async #follow(day, clicks) {
    if (day === domain.today()) return this.service.follow(clicks);
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
    await this.service.sendEvents(of('event'));
    await this.#follow(day, of('click'));
    for (const arrival of of('arrival')) await this.#arrive(arrival);
    const last = items.at(-1);
    if (last) await note(LIVE, Date.parse(last.at) - 1);
  }

  /** @param {import('./day-plan.mjs').DayPlan['arrivals'][number]} arrival */
  async #arrive({ at, kind, number }) {
    if (Date.parse(at) < Date.now() - ARRIVALS_MS) return;
    const { galleryPics, memberPics, profiles, staff } = await domain.countModerationQueues();
    const waiting = { gallery: galleryPics, member: memberPics, profile: profiles, application: staff };
    if (waiting[kind] >= WAITING[kind]) return;
    const seed = Date.parse(at) / 1000;
    // As the sample's profiles belong to its staff.
    const profileID = 1 + (number % 60);
    const staffID = 1 + (number % 30);
    if (kind === 'profile') return this.#submitProfile(staffID, number);
    if (kind === 'application') return this.#apply(number, seed);
    const owner =
      kind === 'gallery'
        ? { type: IMAGE_TYPE.galleryPic, staffID, profileID }
        : { type: IMAGE_TYPE.memberPic, memberID: 1 + (number % 1500) };
    await this.#upload(owner, seed);
  }

  /** @param {import('@partnerdesk/contracts').QueryOf<typeof photosCall>} query @param {number} seed */
  async #upload(query, seed) {
    const { picture } = await drawPicture(seed);
    await this.service.send(photosCall, { query, body: new Uint8Array(picture).buffer });
  }

  /** @param {number} staffID @param {number} number */
  async #submitProfile(staffID, number) {
    const profile = {
      profileID: number,
      staffID,
      profileName: ['Ada', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn'][number % 6],
      tagLine: ['Always here for a chat', 'Good listener', 'Night owl', 'Early bird'][number % 4],
      description: 'New here. Likes long talks and short walks.',
    };
    await this.service.send(profilesCall, { body: profile });
  }

  /** @param {number} staffID @param {number} seed */
  async #apply(staffID, seed) {
    const staff = {
      staffID,
      emailAddress: `applicant${staffID}@example.com`,
      firstName: ['Gwen', 'Hal', 'Ida', 'Jon', 'Kay', 'Leo'][staffID % 6],
      lastName: ['Moss', 'Nash', 'Owens', 'Parker', 'Quinn'][staffID % 5],
      address1: `${100 + (staffID % 900)} Main Street`,
      commission: 35,
      status: 0,
    };
    await domain.importPeople({ staff: [staff] });
    await this.#upload({ type: IMAGE_TYPE.photoId, staffID }, seed);
  }
}

import { seededRandom } from '../chaos/random.mjs';
import { DEMO_AFFILIATE_ID } from './sample.mjs';

/** Beyond the ids of a demo of any scale. */
const FIRST_MEMBER = 2_000_000;
const MAX_JOINS = 100;
/** Visitors of a day are as many different ones at most: few enough that some come again. */
const RETURNING = 600;
const EPOCH = Date.UTC(2020, 0, 1);
const MS_PER_DAY = 86_400_000;

/** Of the sample (scripts/sample). */
const SAMPLE = { affiliates: 40, staff: 30, members: 1500 };
const OWN_TRACK_ID = 'T00001';

/** How busy each hour of the day is; the service lives in the evening. */
const BUSY = [7, 5, 3, 2, 1, 1, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 7, 8, 9, 10, 11, 12, 11, 9];
/** Each hour as often as it is drawn. @type {number[]} */
const HOURS = BUSY.flatMap((weight, hour) => Array(weight).fill(hour));
/** tid and lp of the demo affiliate's links, the most followed first. */
const OWN_SOURCES = [
  ['newsletter', 'welcome'],
  ['newsletter', 'chat-classic'],
  ['banner-7', 'tour'],
  ['blog', 'phone-classic'],
  ['video', 'chat-night'],
  ['forum', ''],
];
const OTHER_SOURCES = [
  ['', ''],
  ['mail', ''],
  ['banner', 'tour'],
  ['blog', 'welcome'],
];
const PRICES = [333, 999, 1995, 2500, 4999, 10001];
const TIPS = [100, 333, 500, 1000, 2000];
const SEXTING_STATES = ['requested', 'confirmed', 'confirmed', 'missed'];

/**
 * What happens on a day of the demo's business, each list in the order of time.
 * @typedef {{
 *   members: { memberID: number, username: string, emailAddress: string }[],
 *   events: ({ eventID: string, type: string, at: string } & Record<string, unknown>)[],
 *   clicks: { at: string, trackID: string, tid: string, lp: string, visitor: number }[],
 * }} DayPlan
 */

/**
 * The same day is always the same, so that sending it again changes nothing.
 * @param {string} day yyyy-mm-dd @param {{ start: number, end: number }} bounds of the day (ms since 1970)
 */
export function planDay(day, bounds) {
  const planner = new Planner(day, bounds);
  planner.sales(planner.joins());
  planner.talk();
  const { plan } = planner;
  for (const list of [plan.events, plan.clicks]) list.sort((one, other) => one.at.localeCompare(other.at));
  return plan;
}

/**
 * The demo affiliate's part of a day: the time before the demo's first day has it beside the sample.
 * @param {string} day @param {{ start: number, end: number }} bounds @returns {DayPlan}
 */
export function planOwnDay(day, bounds) {
  const { events, members, clicks } = planDay(day, bounds);
  const joins = events.filter(({ trackID }) => trackID === OWN_TRACK_ID);
  const own = new Set(joins.map(({ memberID }) => memberID));
  const ofThem = events.filter(
    ({ type, memberID }) => ['member.joined', 'sale'].includes(type) && own.has(memberID),
  );
  const ids = new Set(ofThem.map(({ eventID }) => eventID));
  return {
    members: members.filter(({ memberID }) => own.has(memberID)),
    // With the refunds of these sales.
    events: events.filter(({ eventID, saleEventID }) => ids.has(eventID) || ids.has(String(saleEventID))),
    clicks: clicks.filter(({ trackID }) => trackID === OWN_TRACK_ID),
  };
}

class Planner {
  #random;
  #number = 0;
  /** @type {DayPlan} */
  plan = { members: [], events: [], clicks: [] };

  /** @param {string} day @param {{ start: number, end: number }} bounds */
  constructor(day, { start, end }) {
    this.day = day;
    this.start = start;
    this.end = end;
    this.dayNumber = Math.round((Date.parse(day) - EPOCH) / MS_PER_DAY);
    this.#random = seededRandom(this.dayNumber);
    // Weekends are busier.
    this.busy = [0, 6].includes(new Date(day).getUTCDay()) ? 1.25 : 1;
  }

  /** @param {number} below */
  #int(below) {
    return this.#random.between(0, below - 1);
  }

  /** @param {number} mean so many on a usual day, a fifth more or less */
  #some(mean) {
    return Math.round((mean * this.busy * this.#random.between(80, 120)) / 100);
  }

  /** An instant of the day; more of them in busy hours. */
  #when() {
    const hourMs = (this.end - this.start) / BUSY.length;
    return this.start + this.#random.pick(HOURS) * hourMs + this.#int(3600) * 1000;
  }

  /** Later than another instant, by at most `hours`, on the same day. @param {number} at @param {number} hours */
  #after(at, hours) {
    const later = at + 60_000 + this.#int(hours * 3600) * 1000;
    return Math.min(later, this.end - 1000);
  }

  /** @param {string} type @param {number} at @param {Record<string, unknown>} fields @returns {string} its eventID */
  #add(type, at, fields) {
    this.#number += 1;
    const eventID = `live-${this.day}-${this.#number}`;
    this.plan.events.push({ eventID, type, at: new Date(at).toISOString(), ...fields });
    return eventID;
  }

  /** Clicks, and the members who came by some of them. */
  joins() {
    const [own = [], others = []] = [true, false].map((mine) =>
      Array.from({ length: this.#some(mine ? 130 : 330) }, () => this.#click(mine)),
    );
    // The demo affiliate's first member comes just after midnight, so that no day is without.
    const [first = this.#click(true)] = own;
    Object.assign(first, { at: new Date(this.start + 120_000).toISOString() });
    const from = [first, ...own.slice(1, this.#some(6)), ...others.slice(0, this.#some(8)), null, null];
    return from.slice(0, MAX_JOINS).map((click, index) => {
      const memberID = FIRST_MEMBER + this.dayNumber * MAX_JOINS + index;
      const username = `member${memberID}`;
      this.plan.members.push({ memberID, username, emailAddress: `${username}@example.com` });
      const later = () => this.#after(click ? Date.parse(click.at) : this.#when(), 0.3);
      const at = click === first ? this.start + 240_000 : later();
      const { trackID, tid, lp } = click ?? {};
      const by = { ...(trackID && { trackID }), ...(tid && { tid }), ...(lp && { lp }) };
      this.#add('member.joined', at, { memberID, ...by });
      return { memberID, at };
    });
  }

  /** @param {boolean} mine whether it is the demo affiliate's link */
  #click(mine) {
    const affID = mine ? DEMO_AFFILIATE_ID : 2 + this.#int(SAMPLE.affiliates - 1);
    const sources = mine ? OWN_SOURCES : OTHER_SOURCES;
    // The lower of two: the first ones are followed most.
    const [tid = '', lp = ''] = sources[Math.min(this.#int(sources.length), this.#int(sources.length))] ?? [];
    const at = new Date(this.#when()).toISOString();
    const trackID = `T${String(affID).padStart(5, '0')}`;
    const click = { at, trackID, tid, lp, visitor: this.#int(RETURNING) };
    this.plan.clicks.push(click);
    return click;
  }

  /** @param {{ memberID: number, at: number }[]} joins */
  sales(joins) {
    const sold = joins.flatMap(({ memberID, at }, index) =>
      index === 0 || this.#random.chance(0.6)
        ? [this.#sale(memberID, index === 0 ? at + 60_000 : this.#after(at, 3), 'initial')]
        : [],
    );
    for (let count = this.#some(34); count > 0; count -= 1) {
      const memberID = 1 + this.#int(SAMPLE.members);
      sold.push(this.#sale(memberID, this.#when(), this.#random.pick(['credits', 'rebill'])));
    }
    for (const { saleEventID, at, amountCents } of sold.slice(1)) {
      if (this.#random.chance(0.1)) this.#add('refund', this.#after(at, 6), { saleEventID, amountCents });
    }
  }

  /** @param {number} memberID @param {number} at @param {string} transactionType */
  #sale(memberID, at, transactionType) {
    const amountCents = this.#random.pick(PRICES);
    const saleEventID = this.#add('sale', at, { memberID, amountCents, transactionType });
    return { saleEventID, at, amountCents };
  }

  /** Messages, calls and the rest between members and staff. */
  talk() {
    const both = () => ({ memberID: 1 + this.#int(SAMPLE.members), staffID: 1 + this.#int(SAMPLE.staff) });
    const repeat = (/** @type {number} */ mean, /** @type {(at: number) => void} */ act) => {
      for (let count = this.#some(mean); count > 0; count -= 1) act(this.#when());
    };
    repeat(180, (at) => {
      const from = this.#random.pick(['member', 'staff']);
      const isPaid = from === 'staff' && this.#random.chance(0.2);
      const who = both();
      this.#add('message', at, { ...who, from, amountCents: isPaid ? this.#random.pick([50, 100, 199]) : 0 });
    });
    repeat(30, (at) => {
      const to = this.#random.pick(['staff', 'member']);
      const { memberID, staffID } = both();
      const who = to === 'staff' ? { staffID } : { memberID };
      this.#add('notification', at, { to, channel: this.#random.pick(['text', 'email']), ...who });
    });
    repeat(22, (at) => {
      const state = this.#random.pick(SEXTING_STATES);
      const packageID = `live-${this.day}-p${this.#number}`;
      this.#add('sexting', at, { packageID, state, ...both(), amountCents: this.#random.pick([1500, 2999]) });
    });
    repeat(20, (at) => this.#call(at, both()));
    repeat(13, (at) => this.#add('tip', at, { ...both(), amountCents: this.#random.pick(TIPS) }));
  }

  /** @param {number} at @param {{ memberID: number, staffID: number }} both */
  #call(at, both) {
    const callID = `live-${this.day}-c${this.#number}`;
    const missedBy = this.#random.chance(0.3) && this.#random.pick(['staff', 'member']);
    const minutes = missedBy ? 0 : 1 + this.#int(30);
    const how = missedBy ? { state: 'missed', missedBy } : { state: 'completed' };
    this.#add('call', at, { callID, ...how, ...both, minutes, amountCents: minutes * 199 });
  }
}

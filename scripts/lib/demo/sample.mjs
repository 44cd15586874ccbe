import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../paths.mjs';

/** A routing number whose check digit is right and that no bank uses for people. */
const ROUTING_NUMBER = '110000000';

/** Password of every demo login. */
export const DEMO_PASSWORD = 'demo-pass-1';

/** The affiliate of the demo login. */
export const DEMO_AFFILIATE_ID = 1;
const DEMO_AFFILIATE_EMAIL = 'affiliate@example.com';

/** Affiliates of a business that goes on who are paid to one account: somebody should look at them. */
const SHARED = { affIDs: [12, 14], payPalUserName: 'family@example.com' };

/**
 * The sample's people with ids, trackIDs and addresses of their own in each copy, 0 the sample itself, and neutral payment details.
 * @param {Parameters<typeof idShift>[0]} people @param {number} copy
 * @param {boolean} [isLive] nearly everybody has a payment type, as in a business that pays them, and two share an account
 */
export function demoPeople(people, copy, isLive = false) {
  const shifted = idShift(people, copy);
  const typed = (/** @type {any} */ { paymentType }, /** @type {number} */ id) =>
    isLive && !paymentType && id % 10 !== 7 ? 1 + (id % 2) : paymentType;
  return {
    affiliates: people.affiliates.map((each) => {
      const affID = shifted.affID(each.affID);
      const emailAddress = affID === DEMO_AFFILIATE_ID ? DEMO_AFFILIATE_EMAIL : `aff${affID}@example.com`;
      const own = { affID, trackID: shifted.trackID(each.trackID), emailAddress };
      const person = withPayment({ ...each, ...own, paymentType: typed(each, affID) }, 1_000_000 + affID);
      const { affIDs, payPalUserName } = SHARED;
      return isLive && affIDs.includes(affID) ? { ...person, paymentType: 2, payPalUserName } : person;
    }),
    staff: people.staff.map((each) => {
      const staffID = shifted.staffID(each.staffID);
      const own = { staffID, emailAddress: `staff${staffID}@example.com`, paymentType: typed(each, staffID) };
      // Not the account of the affiliate with this id.
      return withPayment({ ...each, ...own }, 2_000_000 + staffID);
    }),
    members: people.members.map((each) => {
      const memberID = shifted.memberID(each.memberID);
      const username = `member${memberID}`;
      return { ...each, memberID, username, emailAddress: `${username}@example.com` };
    }),
  };
}

/**
 * How the ids of one copy differ from the sample's.
 * @param {{ affiliates: any[], staff: any[], members: any[] }} people @param {number} copy
 */
function idShift({ affiliates, staff, members }, copy) {
  const after = (/** @type {any[]} */ list) => (/** @type {number} */ id) => id + copy * list.length;
  const named = (/** @type {string} */ id) => (copy ? `${id}-${copy}` : id);
  const numbers = { affID: after(affiliates), staffID: after(staff), memberID: after(members) };
  return { ...numbers, trackID: named, eventID: named, saleEventID: named };
}

/** @param {any} person @param {number} account */
function withPayment(person, account) {
  const { paymentType, firstName, lastName, emailAddress } = person;
  if (paymentType === 2) return { ...person, payPalUserName: emailAddress };
  if (paymentType !== 1) return person;
  const achName = `${firstName} ${lastName}`;
  const number = { achRoutingNumber: ROUTING_NUMBER, achAccountNumber: String(account) };
  return { ...person, achName, achAccountType: 1 + (account % 2), ...number };
}

/** The zone's distance from UTC at an instant of whole seconds, in ms. @param {string} timeZone @returns {(ms: number) => number} */
function zoneOffset(timeZone) {
  // Sweden writes days and times as ISO 8601 has them.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => Date.parse(`${clock.format(ms)}Z`) - ms;
}

/** @typedef {{ event: any, at: number, bytes: Buffer, length: number }} Line an event and its instant (ms), as a line of a file */

/** @param {{ at: string }} event @returns {Line} */
export function lineOf(event) {
  const bytes = Buffer.from(JSON.stringify(event));
  return { event, at: Date.parse(event.at), bytes, length: bytes.length + 1 };
}

/**
 * The sample's events of one copy, moved by whole days of the business's clock, as byteLines yields the lines of a file.
 * @param {Parameters<typeof idShift>[0]} people @param {{ copy: number, days: number, timeZone: string }} how
 * @returns {AsyncGenerator<Line>}
 */
export async function* demoEvents(people, { copy, days, timeZone }) {
  const shift = idShift(people, copy);
  const offsetMs = zoneOffset(timeZone);
  const input = createReadStream(inRoot('scripts', 'sample', 'events.ndjson'));
  for await (const line of createInterface({ input })) {
    const event = JSON.parse(line);
    const from = Date.parse(event.at);
    const moved = from + days * 86_400_000;
    // What happened at ten past eight still does, also across a change to or from daylight-saving time.
    event.at = new Date(moved + offsetMs(from) - offsetMs(moved)).toISOString();
    for (const [name, change] of Object.entries(shift))
      if (event[name] !== undefined) event[name] = change(/** @type {never} */ (event[name]));
    yield lineOf(event);
  }
}

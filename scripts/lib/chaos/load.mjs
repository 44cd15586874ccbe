import { setTimeout as sleep } from 'node:timers/promises';
import * as domain from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { FAULT_ADMIN, FAULT_LOGIN } from '../fault-system.mjs';
import { Caller, posted } from './caller.mjs';

const AFFILIATES = 40;
const STAFF = 10;
/** Applicants to decide about; their ids come after the staff that work. */
const APPLICANTS = 2000;
const MEMBERS = 120;
/** Events are of so many days before today. */
const DAYS = 12;

/** @param {number} affID */
const affiliateLogin = (affID) => ({
  EmailAddress: `affiliate${affID}@example.com`,
  Password: 'an affiliate’s password',
});

/** What the servers have acknowledged: the ledger is held against it. */
export class Acknowledged {
  /** @type {Set<string>} */
  events = new Set();
  /** Status by staffID. @type {Map<number, number>} */
  decisions = new Map();
  /** Amounts in dollars by payrollID. @type {Map<number, number>} */
  payrolls = new Map();
  /** @type {Set<number>} */
  paid = new Set();
  mails = 0;
  payFiles = 0;
}

/** @typedef {ConstructorParameters<typeof Caller>[0] & { secret: string, acknowledged: Acknowledged }} LoadHow */

/** Everything that goes on in an office at once, until the time is over. @param {LoadHow} how */
export async function runLoad(how) {
  const maker = eventMaker(how.random);
  const applicants = applicantsOf(how);
  await Promise.all([
    sendEvents(how, maker, true),
    sendEvents(how, maker, false),
    searchOffice(how),
    searchOffice(how),
    signInAgain(how),
    decide(how, applicants),
    decide(how, applicants),
    payPeople(how),
    payPeople(how),
    askForMails(how),
    watchStatistics(how),
    watchStatistics(how),
  ]);
}

/** @param {LoadHow} how */
function* applicantsOf({ random }) {
  for (let staffID = STAFF + 1; staffID <= STAFF + APPLICANTS; staffID += 1)
    yield { staffID, status: random.pick([1, 10]) };
}

/**
 * Batches of events in any order, some of them twice, each batch again until it is acknowledged.
 * @param {LoadHow} how @param {ReturnType<typeof eventMaker>} maker
 * @param {boolean} first whether this sender has the members' joins, which come late on purpose
 */
async function sendEvents(how, maker, first) {
  const { random, secret, acknowledged, isOver } = how;
  const caller = new Caller(how);
  /** @type {any[]} */
  const late = first ? maker.joins() : [];
  /** @type {any[]} */
  let former = [];
  while (!isOver()) {
    const joins = late.splice(0, random.between(0, 4));
    const fresh = maker.events(random.between(5, 40));
    const again = former.filter(() => random.chance(0.3));
    const batch = random.shuffle([...fresh, ...joins, ...again]);
    former = fresh;
    const body = Buffer.from(JSON.stringify(batch));
    const answer = await caller.decided('/api/events', {
      method: 'POST',
      body,
      get headers() {
        const call = { method: 'POST', address: '/api/events', timestamp: String(Date.now()) };
        return signCall(secret, call, body);
      },
    });
    if (answer?.status === 200) {
      const refused = new Set(answer.body.refused.map((/** @type {any} */ one) => one.eventID));
      for (const { eventID } of batch) if (!refused.has(eventID)) acknowledged.events.add(eventID);
    }
    await sleep(random.between(50, 250));
  }
}

/** @param {number} days before today */
const dayBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * A clerk who is signed in does something again and again, with pauses, until the time is over or there is nothing left to do.
 * @param {LoadHow} how @param {[least: number, most: number]} pauseMs @param {(caller: Caller) => Promise<unknown>} act false: nothing
 */
async function asClerk(how, [least, most], act) {
  const caller = new Caller(how, FAULT_LOGIN);
  await caller.enter();
  while (!how.isOver() && (await act(caller)) !== false) await sleep(how.random.between(least, most));
}

/** @param {LoadHow} how */
const searchOffice = (how) =>
  asClerk(how, [20, 150], (caller) => {
    const { between, pick } = how.random;
    const range = `startDate=${dayBefore(DAYS)}&endDate=${dayBefore(0)}`;
    const path = pick([
      ...['/api/session', '/api/office-dashboard', '/api/payroll-schedule?payrollType=1'],
      '/api/get-affiliate-info?SearchName=ann',
      `/api/get-staff-info?StaffID=${between(1, STAFF)}`,
      `/api/admin-get-statistics?${range}&staffID=0&statsType=1`,
    ]);
    return caller.asUser(path);
  });

/** Affiliates who come, look at their figures and go. @param {LoadHow} how */
async function signInAgain(how) {
  const { random, isOver } = how;
  while (!isOver()) {
    const affID = random.between(1, AFFILIATES);
    const caller = new Caller(how, affiliateLogin(affID));
    await caller.enter();
    if (isOver()) return;
    await caller.asUser(`/api/quick-statistics?affID=${affID}`);
    await caller.decided('/api/logout', posted({}));
    await sleep(random.between(200, 800));
  }
}

/**
 * Each applicant is decided once; a repeated decision that finds itself made is the same.
 * @param {LoadHow} how @param {ReturnType<typeof applicantsOf>} applicants
 */
const decide = (how, applicants) =>
  asClerk(how, [50, 300], async (caller) => {
    const { value, done } = applicants.next();
    if (done) return false;
    const decision = posted({ ...value, reason: 'Not a person' });
    const answer = await caller.asUser('/api/update-staff-status', decision);
    if (answer?.status === 200) how.acknowledged.decisions.set(value.staffID, value.status);
  });

/** A clerk: computes, pays somebody, marks it paid, makes a file of another payment. @param {LoadHow} how */
const payPeople = (how) =>
  asClerk(how, [100, 600], async (caller) => {
    const { random, acknowledged } = how;
    const payrollType = random.pick([1, 1, 2]);
    const affID = random.between(1, payrollType === 1 ? AFFILIATES : STAFF);
    const query = `affID=${affID}&endDate=${dayBefore(random.between(1, DAYS))}&payrollType=${payrollType}`;
    await caller.asUser(`/api/generate-payroll?${query}`);
    const paid = await caller.asUser(`/api/execute-payroll?${query}`, posted({}));
    const { payrollID, amount } = paid?.status === 200 ? (paid.body ?? {}) : {};
    if (!payrollID) return;
    acknowledged.payrolls.set(payrollID, amount);
    if (random.chance(0.5)) {
      const mark = posted({ payrollIDs: [payrollID], state: 'paid' });
      const marked = await caller.asUser('/api/payment-marks', mark);
      if (marked?.status === 200) acknowledged.paid.add(payrollID);
    } else if (payrollType === 1) {
      const content = posted({ payrollType, format: 'paypal', payrollIDs: [payrollID] });
      const file = await caller.asUser('/api/pay-files', content);
      if (file?.status === 202) acknowledged.payFiles += 1;
    }
  });

/** @param {LoadHow} how */
async function askForMails(how) {
  const { random, isOver, acknowledged } = how;
  for (let count = 0; !isOver(); count += 1) {
    const { EmailAddress } = affiliateLogin((count % AFFILIATES) + 1);
    const path = `/api/send-request-restore-password?email=${encodeURIComponent(EmailAddress)}`;
    const answer = await new Caller(how).once(path);
    if (answer?.status === 200) acknowledged.mails += 1;
    await sleep(random.between(1500, 4000));
  }
}

/** Screens that follow the statistics; a stream that ends is opened again. @param {LoadHow} how */
const watchStatistics = (how) =>
  asClerk(how, [300, 1000], async ({ cookie }) => {
    const { random, urls, isOver, tally } = how;
    const path = '/api/statistics-changes';
    const started = Date.now();
    const watching = new AbortController();
    const over = setInterval(() => isOver() && watching.abort(), 200);
    try {
      const request = { headers: { cookie }, signal: watching.signal };
      const answer = await fetch(`${random.pick(urls)}${path}`, request);
      for await (const _ of answer.body ?? []) if (isOver()) break;
    } catch {
      // Cut off: the browser opens it again.
    } finally {
      clearInterval(over);
      tally.took('stream', path, started);
    }
  });

/** @param {number} length */
const idsTo = (length) => Array.from({ length }, (_, index) => index + 1);

/** People to work with: affiliates with PayPal accounts, staff, applicants, an administrator. Members join by events. */
export async function addPeople() {
  await domain.importPeople({
    affiliates: idsTo(AFFILIATES).map((affID) => ({
      affID,
      trackID: `T${affID}`,
      emailAddress: affiliateLogin(affID).EmailAddress,
      firstName: 'Ann',
      lastName: `Number ${affID}`,
      commission: 20,
      paymentType: 2,
      payPalUserName: `pay${affID}@example.com`,
    })),
    staff: idsTo(STAFF + APPLICANTS).map((staffID) => ({
      staffID,
      emailAddress: `staff${staffID}@example.com`,
      status: staffID <= STAFF ? 1 : 0,
      firstName: 'Sam',
      lastName: `Number ${staffID}`,
      commission: 50,
    })),
  });
  const passwordHash = await domain.hashPassword(affiliateLogin(1).Password);
  await domain.AffiliateModel.updateMany({}, { $set: { passwordHash } });
  const permissions = /** @type {const} */ (['moderation', 'accounts', 'payroll', 'statistics']);
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions });
}

/** Makes the events of the service, in the order in which they happened. @param {import('./random.mjs').Random} random */
function eventMaker(random) {
  let made = 0;
  /** @type {{ eventID: string, amountCents: number }[]} */
  const sales = [];
  const instant = () =>
    new Date(Date.now() - random.between(1, DAYS) * 86_400_000 - random.between(0, 3_600_000)).toISOString();
  const member = () => random.between(1, MEMBERS);
  const staff = () => random.between(1, STAFF);

  const both = () => ({ memberID: member(), staffID: staff() });

  const sale = () => {
    const event = { type: 'sale', memberID: member(), amountCents: random.between(100, 9000) };
    return { ...event, transactionType: 'initial' };
  };
  const refund = () => {
    const [refunded] = sales.splice(random.between(0, Math.max(0, sales.length - 1)), 1);
    if (!refunded) return sale();
    return { type: 'refund', saleEventID: refunded.eventID, amountCents: refunded.amountCents };
  };
  const message = () => {
    const said = { type: 'message', ...both(), from: random.pick(['member', 'staff']) };
    return { ...said, amountCents: random.pick([0, 250]) };
  };
  const tip = () => ({ type: 'tip', ...both(), amountCents: random.between(100, 2000) });

  return {
    /** Every member once, each of some affiliate. */
    joins: () =>
      idsTo(MEMBERS).map((memberID) => ({
        eventID: `join-${memberID}`,
        type: 'member.joined',
        at: new Date(Date.now() - (DAYS + 2) * 86_400_000).toISOString(),
        memberID,
        trackID: `T${random.between(1, AFFILIATES)}`,
      })),
    /** @param {number} count */
    events: (count) =>
      Array.from({ length: count }, () => {
        made += 1;
        const what = random.pick([sale, sale, sale, refund, message, message, tip])();
        const event = { eventID: `e${made}`, at: instant(), ...what };
        if (event.type === 'sale') sales.push(/** @type {any} */ (event));
        return event;
      }),
  };
}

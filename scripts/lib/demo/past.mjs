import { addDays, PAYROLL_TYPE, plainRates } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { importEvents } from '../import-events.mjs';
import { planOwnDay } from './day-plan.mjs';
import { DEMO_AFFILIATE_ID, lineOf } from './sample.mjs';

/** @typedef {import('./sample.mjs').Line} Line */

/** Days before the first one on which the demo affiliate has more than the sample's events. */
const OWN_DAYS = 60;
/** Payrolls are executed for periods of two weeks, four days after they end; the last one ended so long ago (days). */
const PERIOD_DAYS = 14;
const PERIODS = 6;
const LAST_PERIOD_AGO = 20;
const EXECUTED_AFTER = 4;
/** A member of the sample came by so many clicks at least, and by fewer than twice as many. */
const CLICKS_A_JOIN = 8;
const MS_PER_HOUR = 3_600_000;
/** An affiliate half of whose sales are refunded, far more than others': somebody should look at them. */
const SUSPECT_TRACK_ID = 'T00033';
/** A refund comes so long after its sale (ms): within one payroll mostly, so that something is left to be paid. */
const AFTER_MS = 20 * MS_PER_HOUR;

/** Who follows the demo's group: the demo login among others. */
const GROUP = { name: 'Long-standing partners', members: [DEMO_AFFILIATE_ID, 3, 5, 8] };
/** The group's rates change so long after the demo's first day (days). */
const CHANGE_AFTER = 7;
/** Affiliates who look like one person: one registered in the network where the other signs in (RFC 5737). */
const SAME_NETWORK = { signsIn: 21, registered: 22, address: '203.0.113.7' };
/** The longest that anybody has been there before the demo's first day, and by how much the next one is newer (days). */
const OLDEST = 600;
const NEWER = 10;

/** The start and the end of a business day (ms since 1970). @param {string} day */
export function boundsOf(day) {
  return { start: domain.startOfDay(day).getTime(), end: domain.startOfDay(addDays(day, 1)).getTime() };
}

/**
 * Sets the journal's clock to before the first payroll of the past. Records never go back: after the first one to be written
 * every payment would have the date of today. @param {string} firstDay
 */
export function beginPast(firstDay) {
  domain.setJournalClock(domain.startOfDay(addDays(firstDay, -LAST_PERIOD_AGO - PERIODS * PERIOD_DAYS)));
}

/**
 * Loads the events of the time before the demo's first day, with a payroll for every two weeks, each in its time. Safe to
 * repeat and to resume.
 * @param {AsyncIterable<Line>} events @param {string} firstDay @param {(bytes: number) => void} onProgress
 */
export async function importPast(events, firstDay, onProgress) {
  const lines = await pastLines(events, firstDay);
  /** @type {import('../import-events.mjs').ImportTotals | undefined} */
  let totals;
  let next = 0;
  let bytes = 0;
  const importUntil = async (/** @type {number} */ atMs) => {
    const to = lines.findIndex(({ at }) => at >= atMs);
    const part = lines.slice(next, to < 0 ? lines.length : to);
    const before = bytes;
    totals = await importEvents(domain, part, (done) => onProgress(before + done), totals);
    bytes += part.reduce((sum, { length }) => sum + length, 0);
    next += part.length;
    return totals;
  };
  for (let period = PERIODS - 1; period >= 0; period -= 1) {
    const endDate = addDays(firstDay, -LAST_PERIOD_AGO - period * PERIOD_DAYS);
    const executedAt = domain.startOfDay(addDays(endDate, EXECUTED_AFTER)).getTime() + 15 * MS_PER_HOUR;
    domain.setJournalClock(new Date(executedAt));
    await importUntil(executedAt);
    await payEverybody(endDate);
  }
  await addPastClicks(lines, firstDay);
  domain.setJournalClock(new Date());
  return importUntil(Number.POSITIVE_INFINITY);
}

/** @param {string} firstDay */
const ownDays = (firstDay) =>
  Array.from({ length: OWN_DAYS }, (_, index) => addDays(firstDay, index - OWN_DAYS));

/** @param {AsyncIterable<Line>} events @param {string} firstDay */
async function pastLines(events, firstDay) {
  const lines = [];
  for await (const line of events) lines.push(line);
  for (const day of ownDays(firstDay)) {
    const plan = planOwnDay(day, boundsOf(day));
    await domain.importPeople({ members: plan.members });
    lines.push(...plan.events.map(lineOf));
  }
  lines.push(...pastRefunds(lines, boundsOf(firstDay).start));
  return lines.sort((one, other) => one.at - other.at);
}

/** Refunds that the sample does not have, all before an instant (ms). @param {Line[]} lines @param {number} before */
function pastRefunds(lines, before) {
  const events = lines.map(({ event }) => event);
  const joins = events.filter(({ trackID }) => trackID === SUSPECT_TRACK_ID);
  const theirs = new Set(joins.map(({ memberID }) => memberID));
  const refunded = new Set(events.map(({ saleEventID }) => saleEventID));
  const sales = events.filter(
    ({ type, memberID, eventID }) => type === 'sale' && theirs.has(memberID) && !refunded.has(eventID),
  );
  return sales.flatMap(({ eventID: saleEventID, at: soldAt, amountCents }, index) => {
    const at = Date.parse(soldAt) + AFTER_MS;
    if (index % 2 > 0 || at >= before) return [];
    const event = { eventID: `demo-refund-${saleEventID}`, type: 'refund', saleEventID, amountCents };
    return [lineOf({ ...event, at: new Date(at).toISOString() })];
  });
}

/**
 * The clicks that members came by: links are followed today only. Numbered from one, as those of visitors are by the time.
 * @param {Line[]} lines @param {string} firstDay
 */
async function addPastClicks(lines, firstDay) {
  const clicks = [...(await clicksOfJoins(lines)), ...ownClicks(firstDay)];
  const first = lines[0] ? domain.dayOf(lines[0].at) : firstDay;
  for (let day = first, number = 1; day <= firstDay; day = addDays(day, 1), number += 1) {
    const ofDay = clicks.filter((each) => each.day === day);
    await domain.addClicks(number, ofDay);
  }
}

/** Of the sample's members. @param {Line[]} lines */
async function clicksOfJoins(lines) {
  const all = [];
  for (const { event, at } of lines) {
    const { type, trackID, memberID, tid = '', lp = '' } = event;
    // The demo affiliate's own ones have theirs in the plan.
    if (type !== 'member.joined' || !trackID || event.eventID.startsWith('live-')) continue;
    const affID = await domain.affiliateOfTrackId(trackID);
    if (affID === undefined) continue;
    const clicks = CLICKS_A_JOIN + (memberID % CLICKS_A_JOIN);
    const inc = { clicks, visitors: clicks - (memberID % 3) };
    all.push({ affID, day: domain.dayOf(at), marks: { tid, lp }, inc });
  }
  return all;
}

/** @param {string} firstDay */
const ownClicks = (firstDay) =>
  ownDays(firstDay).flatMap((day) => {
    const visitors = new Set();
    return planOwnDay(day, boundsOf(day)).clicks.map(({ tid, lp, visitor }) => {
      const inc = { clicks: 1, visitors: visitors.has(visitor) ? 0 : 1 };
      visitors.add(visitor);
      return { affID: DEMO_AFFILIATE_ID, day, marks: { tid, lp }, inc };
    });
  });

/** @param {string} endDate */
async function payEverybody(endDate) {
  const by = await officeActor('payroll@example.com');
  for (const payrollType of Object.values(PAYROLL_TYPE)) {
    const rows = await domain.generatePayroll({ payrollType, endDate });
    const items = rows.map(({ personID }) => ({ personID }));
    const outcomes = await domain.executePayroll({ payrollType, endDate, items, by });
    const payrollIDs = outcomes.flatMap((each) => ('payroll' in each ? [each.payroll._id] : []));
    await domain.markPayments({ payrollIDs, state: 'paid', by: { actor: by } });
  }
}

/**
 * What the office of a business that goes on has besides: since when people are there, a group of commissions whose rates
 * change soon, and affiliates to be looked at. Safe to repeat and to resume.
 * @param {string} firstDay
 */
export async function loadDemoOffice(firstDay) {
  const since = (/** @type {number} */ id) =>
    new Date(domain.startOfDay(addDays(firstDay, id * NEWER - OLDEST)).getTime() + 15 * MS_PER_HOUR);
  for (const { affID } of await domain.AffiliateModel.find({}, { affID: 1 }).lean())
    await domain.AffiliateModel.updateOne({ affID }, { $set: { createdAt: since(affID) } });
  for (const { staffID } of await domain.StaffModel.find({}, { staffID: 1 }).lean())
    await domain.StaffModel.updateOne({ staffID }, { $set: { createdAt: since(staffID) } });
  await addGroup(addDays(domain.today(), CHANGE_AFTER));
  const { signsIn, registered, address } = SAME_NETWORK;
  await domain.traceVisit(signsIn, 'sign-in', { address, devices: [] });
  await domain.traceVisit(registered, 'registration', { address, devices: [] });
}

/** An administrator of the demo, as the audit log names them. @param {string} emailAddress */
export async function officeActor(emailAddress) {
  const found = await domain.AdministratorModel.findOne({ emailKey: emailAddress }).lean();
  return { kind: /** @type {const} */ ('administrator'), id: found?.adminID ?? 0, emailAddress };
}

/** @param {string} from first valid day of the change */
async function addGroup(from) {
  const by = { actor: await officeActor('admin@example.com') };
  const groups = await domain.listGroups();
  const groupID =
    groups.find(({ name }) => name === GROUP.name)?._id ??
    (await domain.addGroup(GROUP.name, { ...plainRates(22.5), initial: 30 }, by));
  const group = await domain.CommissionGroupModel.findById(groupID).lean();
  if (group?.changes.length === 1)
    await domain.changeGroupTerms({
      groupID,
      version: group.version,
      from,
      by,
      rates: { ...plainRates(25), initial: 35, capDays: 365, capCommission: 10 },
    });
  for (const affID of GROUP.members) {
    const member = await domain.AffiliateModel.findOne({ affID }).lean();
    if (!member || member.terms.length > 0) continue;
    const change = { affID, version: member.version, from: domain.today(), groupID, own: null, by };
    await domain.changeAccountTerms(change);
  }
}

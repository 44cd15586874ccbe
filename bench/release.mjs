import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';

const CALL = 4000;
const UNDER_WAY = 3;
/** Sales that wait; others go on with a member who is there. */
const WAITING_MEMBER = 1;
const OTHER_MEMBER = 2;

/**
 * Events that wait for one member, released by the arrival of that member while single events go on; then audits while
 * events, adjustments and executions go on. Prints rates, the single events' times and the audits' false alarms.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: { waiting: { type: 'string', default: '20000' }, audits: { type: 'string', default: '10' } },
  });
  const data = await mkdtemp(join(tmpdir(), 'bench-release-'));
  try {
    await withDomain({ data, command: 'npm run bench:release' }, async (domain) => {
      await domain.importPeople({
        affiliates: [
          { affID: 1, trackID: 'T1', emailAddress: 'ann@example.com', firstName: 'Ann', commission: 20 },
        ],
      });
      await ingest(domain, [joined(OTHER_MEMBER)]);
      await releaseMany(domain, Number(values.waiting));
      await auditMany(domain, Number(values.audits));
    });
  } finally {
    await rm(data, { recursive: true });
  }
});

/** @typedef {import('../scripts/lib/domain.mjs').Domain} Domain */

/** @param {number} memberID */
const joined = (memberID) => ({
  eventID: `j${memberID}`,
  type: 'member.joined',
  at: '2026-03-01T15:00:00Z',
  memberID,
  trackID: 'T1',
});

/** @param {string} eventID @param {number} memberID @param {number} index */
const sale = (eventID, memberID, index) => ({
  eventID,
  type: 'sale',
  at: `2026-03-${String((index % 28) + 1).padStart(2, '0')}T15:00:00Z`,
  memberID,
  amountCents: 1000,
  transactionType: 'initial',
});

/** @param {Domain} domain @param {object[]} events */
async function ingest(domain, events) {
  const { refused } = await domain.ingestEvents(events.map((value, index) => ({ line: index + 1, value })));
  if (refused.length > 0) throw new Error(JSON.stringify(refused[0]));
}

const seconds = (/** @type {number} */ started) => (performance.now() - started) / 1000;

/**
 * @param {Domain} domain @param {number} count
 * @param {{ member: number, name: string }} whose the sales' member, and how their ids begin
 * @returns {Promise<number>} events a second
 */
async function takeInSales(domain, count, { member, name }) {
  const started = performance.now();
  /** @type {Promise<void>[]} */
  const underWay = [];
  for (let from = 0; from < count; from += CALL) {
    const length = Math.min(CALL, count - from);
    const events = Array.from({ length }, (_, index) => sale(`${name}${from + index}`, member, from + index));
    underWay.push(ingest(domain, events));
    if (underWay.length === UNDER_WAY) await underWay.shift();
  }
  await Promise.all(underWay);
  return count / seconds(started);
}

/** @param {Domain} domain @param {number} count */
async function releaseMany(domain, count) {
  const taken = await takeInSales(domain, count, { member: WAITING_MEMBER, name: 'w' });
  console.log(`taken in: ${count} events that wait, ${Math.round(taken)} events/s`);
  const others = singleEvents(domain);
  const arrived = performance.now();
  await ingest(domain, [joined(WAITING_MEMBER)]);
  const answered = seconds(arrived);
  await domain.requestReleases();
  const released = count / seconds(arrived);
  const { sent, p50, p99 } = await others.end();
  const left = await domain.EventModel.countDocuments({ waitsFor: { $exists: true } });
  if (left > 0) throw new Error(`${left} events still wait`);
  console.log(
    `released: ${Math.round(released)} events/s; the arrival was answered after ${answered.toFixed(2)} s`,
  );
  console.log(`meanwhile: ${sent} single events, p50 ${p50} ms, p99 ${p99} ms`);
  const again = singleEvents(domain);
  const applied = await takeInSales(domain, count, { member: OTHER_MEMBER, name: 'n' });
  await again.end();
  console.log(`taken in beside single events, without waiting: ${Math.round(applied)} events/s`);
  const what = `releasing ${count} waiting events`;
  const goal = { unit: '', goal: 1, atLeast: true };
  report({ what, value: released / applied, ...goal, against: 'taking in as many that need not wait' });
  report({ what, value: released / taken, ...goal, against: 'taking them in to wait' });
}

/** @param {Domain} domain @param {number} count */
async function auditMany(domain, count) {
  const others = singleEvents(domain);
  const office = officeWork(domain);
  const started = performance.now();
  let alarms = 0;
  for (let index = 0; index < count; index += 1) {
    const { differences } = await domain.auditPayroll();
    if (differences.length === 0) continue;
    alarms += 1;
    console.log(differences.slice(0, 3).join('\n'));
  }
  const took = seconds(started);
  const records = await office.end();
  const { sent } = await others.end();
  const { differences, entries } = await domain.auditPayroll();
  console.log(
    `audits: ${count} of up to ${entries} entries in ${took.toFixed(1)} s while ${sent} events and ${records} adjustments and executions came in; at the end ${differences.length} differences`,
  );
  report({ what: `false alarms in ${count} audits of a live ledger`, value: alarms, unit: '', goal: 0 });
}

let singles = 0;

/** One event a call, one call after the other. @param {Domain} domain */
function singleEvents(domain) {
  return repeated(async () => {
    singles += 1;
    await ingest(domain, [sale(`o${singles}`, OTHER_MEMBER, singles)]);
  });
}

/** An adjustment, or an execution of all that is open, in turns. @param {Domain} domain */
function officeWork(domain) {
  let index = 0;
  const by = { actor: domain.SYSTEM_ACTOR };
  const work = repeated(async () => {
    index += 1;
    if (index % 2) {
      const adjustmentID = randomUUID();
      await domain.adjustBalance({
        adjustmentID,
        kind: 'affiliate',
        personID: 1,
        cents: index,
        reason: 'bench',
        by,
      });
      return;
    }
    const endDate = `2026-03-${String((Math.floor(index / 2) % 28) + 1).padStart(2, '0')}`;
    await domain.executePayroll({ payrollType: 1, endDate, items: [{ personID: 1 }], by: by.actor });
  });
  return { end: async () => (await work.end()).sent };
}

/** @param {() => Promise<void>} work */
function repeated(work) {
  let running = true;
  /** @type {number[]} */
  const times = [];
  const all = (async () => {
    while (running) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  })();
  // A failure is reported by end().
  all.catch(() => {});
  return {
    async end() {
      running = false;
      await all;
      times.sort((a, b) => a - b);
      const at = (/** @type {number} */ part) => Math.round(times[Math.floor(times.length * part)] ?? 0);
      return { sent: times.length, p50: at(0.5), p99: at(0.99) };
    },
  };
}

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';

const YEAR = 2025;
const MONTHS = 12;
/** Events of one call, and calls under way, as the import has them. */
const CALL = 4000;
const UNDER_WAY = 3;
const AFFILIATES = 200;
const STAFF = 100;
/** A member joins, then this many events name them. */
const EVENTS_OF_A_MEMBER = 50;

/**
 * A year by direct ingest: every month its share of the events, then payroll of everybody through its last day. Prints
 * what each month took and added to the data folder; neither must grow from month to month.
 */
runMain(async () => {
  const { values } = parseArgs({ options: { events: { type: 'string', default: '10000000' } } });
  const perMonth = Math.ceil(Number(values.events) / MONTHS);
  const data = await mkdtemp(join(tmpdir(), 'bench-year-'));
  try {
    await withDomain({ data, command: 'npm run bench:year' }, async (domain) => {
      await addPeople(domain);
      /** @type {{ rate: number, bytes: number }[]} */
      const months = [];
      for (let month = 0; month < MONTHS; month += 1) {
        const before = await sizeOf(data);
        const ingestMs = await timed(() => ingestMonth(domain, month, perMonth));
        const payrollMs = await timed(() => payAll(domain, month));
        const bytes = (await sizeOf(data)) - before;
        months.push({ rate: perMonth / (ingestMs / 1000), bytes });
        const journal = await domain.JournalModel.countDocuments({ effects: { $exists: true } });
        console.log(
          `month ${month + 1}: ${perMonth} events in ${(ingestMs / 1000).toFixed(1)} s, ${Math.round(perMonth / (ingestMs / 1000))} events/s; payroll ${(payrollMs / 1000).toFixed(1)} s; ${(bytes / 1e6).toFixed(1)} MB more, ${Math.round(bytes / perMonth)} bytes an event; ${journal} records still hold effects`,
        );
      }
      const half = (/** @type {number} */ from) => {
        const some = months.slice(from, from + MONTHS / 2);
        return {
          rate: some.reduce((sum, { rate }) => sum + rate, 0),
          bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      };
      const [first, second] = [half(0), half(MONTHS / 2)];
      const against = 'the first half of the year';
      report({
        what: 'rate of taking events in, second half',
        value: second.rate / first.rate,
        unit: '',
        against,
      });
      report({ what: 'bytes an event, second half', value: second.bytes / first.bytes, unit: '', against });
      console.log(`all: ${((await sizeOf(data)) / 1e6).toFixed(0)} MB`);
    });
  } finally {
    await rm(data, { recursive: true });
  }
});

/** @typedef {import('../scripts/lib/domain.mjs').Domain} Domain */

/** @param {() => Promise<unknown>} work @returns {Promise<number>} ms */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @param {Domain} domain */
async function addPeople(domain) {
  const numbered = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index + 1);
  const named = (/** @type {number} */ id) => ({
    firstName: 'Ann',
    lastName: `Number ${id}`,
    commission: 20,
  });
  await domain.importPeople({
    affiliates: numbered(AFFILIATES).map((affID) => ({
      ...named(affID),
      affID,
      trackID: `T${affID}`,
      emailAddress: `aff${affID}@example.com`,
    })),
    staff: numbered(STAFF).map((staffID) => ({
      ...named(staffID),
      staffID,
      emailAddress: `staff${staffID}@example.com`,
    })),
  });
}

/** @param {Domain} domain @param {number} month @param {number} count */
async function ingestMonth(domain, month, count) {
  const days = new Date(Date.UTC(YEAR, month + 1, 0)).getUTCDate();
  /** @type {Promise<void>[]} */
  const underWay = [];
  for (let from = 0; from < count; from += CALL) {
    const length = Math.min(CALL, count - from);
    const lines = Array.from({ length }, (_, index) => ({
      line: index + 1,
      value: eventOf(month * count + from + index, instantOf(month, days, (from + index) / count)),
    }));
    const taken = ingestOrThrow(domain, lines);
    // A failure is reported where it is awaited.
    taken.catch(() => {});
    underWay.push(taken);
    if (underWay.length === UNDER_WAY) await underWay.shift();
  }
  await Promise.all(underWay);
  await domain.requestReleases();
}

/** @param {Domain} domain @param {{ line: number, value: object }[]} lines */
async function ingestOrThrow(domain, lines) {
  const { refused } = await domain.ingestEvents(lines);
  if (refused.length > 0) throw new Error(JSON.stringify(refused[0]));
}

/** Noon of a day of the month. @param {number} month @param {number} days @param {number} part of the month, 0 to 1 */
const instantOf = (month, days, part) =>
  new Date(Date.UTC(YEAR, month, 1 + Math.floor(part * days), 17)).toISOString();

/** @param {number} number counted from 0 @param {string} at */
function eventOf(number, at) {
  const memberID = Math.floor(number / EVENTS_OF_A_MEMBER) + 1;
  const step = number % EVENTS_OF_A_MEMBER;
  const event = { eventID: `e${number}`, at };
  const staffID = (number % STAFF) + 1;
  if (step === 0)
    return {
      ...event,
      type: 'member.joined',
      memberID,
      trackID: `T${(memberID % AFFILIATES) + 1}`,
      tid: `t${memberID % 5}`,
    };
  if (step % 5 === 1)
    return { ...event, type: 'sale', memberID, amountCents: 1999, transactionType: 'initial' };
  if (step % 10 === 2) return { ...event, type: 'tip', memberID, staffID, amountCents: 300 };
  const from = step % 2 ? 'member' : 'staff';
  return { ...event, type: 'message', memberID, staffID, from, amountCents: from === 'staff' ? 99 : 0 };
}

/** @param {Domain} domain @param {number} month */
async function payAll(domain, month) {
  const endDate = new Date(Date.UTC(YEAR, month + 1, 0)).toISOString().slice(0, 10);
  const counts = /** @type {const} */ ([
    [1, AFFILIATES],
    [2, STAFF],
  ]);
  for (const [payrollType, count] of counts) {
    for (let from = 1; from <= count; from += 100) {
      const items = Array.from({ length: Math.min(100, count - from + 1) }, (_, index) => ({
        personID: from + index,
      }));
      await domain.executePayroll({ payrollType, endDate, items, by: domain.SYSTEM_ACTOR });
    }
  }
}

/** What a folder holds on disk. @param {string} folder @returns {Promise<number>} bytes */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).blocks * 512),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

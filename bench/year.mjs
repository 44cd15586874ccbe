import { execFileSync } from 'node:child_process';
import { addPeople, ingestMany, joinOf, numbered } from './data.mjs';
import { bench, report, timed } from './frame.mjs';

const YEAR = 2025;
const MONTHS = 12;
const AFFILIATES = 200;
const STAFF = 100;
/** A member joins, then this many events name them. */
const EVENTS_OF_A_MEMBER = 50;

const about = `Measures a year by direct ingest: every month its share of the events, then payroll of everybody through its last day.
Prints what each month took and added to the data folder; neither must grow from month to month.`;
const options = { events: 10_000_000 };

bench('year', { about, options, needs: 'database' }, async ({ domain, data, values: { events } }) => {
  const perMonth = Math.ceil(events / MONTHS);
  await addPeople(domain, { affiliates: AFFILIATES, staff: STAFF });
  const months = [];
  for (let month = 0; month < MONTHS; month += 1) {
    const before = sizeOf(data);
    const ingestMs = await timed(() => ingestMonth(domain, month, perMonth));
    const payrollMs = await timed(() => payAll(domain, month));
    const bytes = sizeOf(data) - before;
    const rate = perMonth / (ingestMs / 1000);
    months.push({ rate, bytes });
    console.log(
      `month ${month + 1}: ${perMonth} events in ${(ingestMs / 1000).toFixed(1)} s, ${Math.round(rate)} events/s; payroll ${(payrollMs / 1000).toFixed(1)} s; ${(bytes / 1e6).toFixed(1)} MB more, ${Math.round(bytes / perMonth)} bytes an event`,
    );
  }
  const secondHalf = (what) => {
    const sum = (some) => some.reduce((all, month) => all + month[what], 0);
    return sum(months.slice(MONTHS / 2)) / sum(months.slice(0, MONTHS / 2));
  };
  const against = 'the first half of the year';
  report('rate of taking events in, second half', secondHalf('rate'), '', { against });
  report('bytes an event, second half', secondHalf('bytes'), '', { against });
  console.log(`all: ${(sizeOf(data) / 1e6).toFixed(0)} MB`);
});

async function ingestMonth(domain, month, count) {
  const days = new Date(Date.UTC(YEAR, month + 1, 0)).getUTCDate();
  const noonOf = (index) => new Date(Date.UTC(YEAR, month, 1 + Math.floor((index / count) * days), 17));
  const event = (index) => eventOf(month * count + index, noonOf(index).toISOString());
  // As the import has them under way.
  await ingestMany(domain, count, event, { atOnce: 3 });
  await domain.requestReleases();
}

function eventOf(number, at) {
  const memberID = Math.floor(number / EVENTS_OF_A_MEMBER) + 1;
  const step = number % EVENTS_OF_A_MEMBER;
  const event = { eventID: `e${number}`, at, memberID };
  const staffID = (number % STAFF) + 1;
  if (step === 0) return { ...joinOf(memberID, (memberID % AFFILIATES) + 1, at), tid: `t${memberID % 5}` };
  if (step % 5 === 1) return { ...event, type: 'sale', amountCents: 1999, transactionType: 'initial' };
  if (step % 10 === 2) return { ...event, type: 'tip', staffID, amountCents: 300 };
  const from = step % 2 ? 'member' : 'staff';
  return { ...event, type: 'message', staffID, from, amountCents: from === 'staff' ? 99 : 0 };
}

async function payAll(domain, month) {
  const endDate = new Date(Date.UTC(YEAR, month + 1, 0)).toISOString().slice(0, 10);
  for (const [payrollType, count] of Object.entries({ 1: AFFILIATES, 2: STAFF }))
    for (let first = 1; first <= count; first += 100) {
      const items = numbered(Math.min(100, count - first + 1), first).map((personID) => ({ personID }));
      const by = domain.SYSTEM_ACTOR;
      await domain.executePayroll({ payrollType: Number(payrollType), endDate, items, by });
    }
}

/** What a folder holds on disk (bytes). */
const sizeOf = (folder) =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) * 1024;

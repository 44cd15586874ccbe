import { addDays, PERFORMANCE_PERIODS, PERFORMANCE_SORTS } from '@partnerdesk/contracts';
import { addPeople, numbered, random } from './data.mjs';
import { report } from './figures.mjs';
import { bench, quantiles, timed } from './frame.mjs';

/** @typedef {import('./data.mjs').Domain} Domain */

const BATCH = 2000;
const RUNS = 40;
/** Not counted: the first ones of a process are slower. */
const WARM_UP_RUNS = 5;
/** What a sorted page may take, in ms. */
const LIMIT_MS = 100;

const about = `Makes affiliates with days of links, has the worker's sweep compute everybody's performance, as after a midnight on
which all of them have something to move on, and prints what a page of the list takes in the domain for each sort and
period: the first page, a page from the middle by cursor, and with filters.`;
const options = { affiliates: 100_000, days: 8 };

bench('performance', { about, options, needs: 'database' }, async ({ domain, values }) => {
  for (let first = 1; first <= values.affiliates; first += BATCH)
    await addBatch(domain, first, Math.min(BATCH, values.affiliates - first + 1), values.days);
  const computeMs = await timed(() => domain.refreshPerformance());
  report(`computing the performance of ${values.affiliates} affiliates`, computeMs / 1000, 's');
  const results = await timeSorts(domain);
  console.log(`\n${values.affiliates} affiliates; ms: the middle, the slowest 5 of 100`);
  for (const { name, p50, p95 } of results)
    console.log(`${name.padEnd(58)} ${p50.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)}`);
  const slowest = (share, filtered) =>
    Math.max(...results.filter((each) => each.isFiltered === filtered).map((each) => each[share]));
  const what = `slowest sort of ${values.affiliates} affiliates by performance`;
  report(`${what}, p50`, slowest('p50', false), 'ms');
  report(`${what}, p95`, slowest('p95', false), 'ms', { atMost: LIMIT_MS });
  // A filter that leaves few of those that come first makes the walk long: known, and no goal.
  report(`${what} with a filter, p95`, slowest('p95', true), 'ms');
});

/** Affiliates from `first` on, each with so many days of links. @param {Domain} domain */
async function addBatch(domain, first, count, daysEach) {
  await addPeople(domain, { affiliates: count, first });
  const ids = numbered(count, first);
  const days = ids.flatMap((affID) =>
    numbered(daysEach).map((n) => {
      // One of each week or so, so that every period has some.
      const day = addDays(domain.today(), 0 - (n - 1) * 7 - random(7));
      const sold = { salesCount: random(5), salesCents: random(50_000), payoutCents: random(10_000) };
      const rows = [{ tid: '', lp: '', clicks: 1 + random(500), joins: random(20), ...sold }];
      return { _id: domain.linkDayKeyOf(affID, day), affID, day, rev: 1, rows };
    }),
  );
  await domain.LinkDayModel.collection.insertMany(days, { ordered: false });
  await domain.notePerformance('affiliate', ids);
}

/** @param {Domain} domain */
async function timeSorts({ searchAccounts }) {
  const results = [];
  const time = async (name, search, isFiltered = false) => {
    const times = [];
    for (let run = -WARM_UP_RUNS; run < RUNS; run += 1) {
      const ms = await timed(search);
      if (run >= 0) times.push(ms);
    }
    const at = quantiles(times);
    results.push({ name, isFiltered, p50: at(0.5), p95: at(0.95) });
  };
  const kind = /** @type {const} */ ('affiliate');
  for (const column of PERFORMANCE_SORTS)
    for (const period of PERFORMANCE_PERIODS) {
      const order = { column, period, descending: true };
      const name = `${column}, ${period}`;
      await time(name, () => searchAccounts({ kind, criteria: {}, order, page: 1 }));
      if (period !== 'last30Days') continue;
      const { next: cursor } = await searchAccounts({ kind, criteria: {}, order, page: 999 });
      await time(`${name}, page 1,000 by cursor`, () =>
        searchAccounts({ kind, criteria: {}, order, page: 1, cursor }),
      );
      for (const criteria of [{ status: 0 }, { only: 'quiet' }, { only: 'unpayable' }, { name: 'number 1' }])
        await time(
          `${name}, ${JSON.stringify(criteria)}`,
          () => searchAccounts({ kind, criteria, order, page: 1 }),
          true,
        );
    }
  return results;
}

import { addDays, PERFORMANCE_PERIODS, PERFORMANCE_SORTS } from '@partnerdesk/contracts';
import { buildAll } from '../scripts/lib/builds.mjs';
import { DEMO_PASSWORD } from '../scripts/lib/demo/sample.mjs';
import { addPeople, numbered, random } from './data.mjs';
import { bench, quantiles, report, spreadOf, timed, timesOf } from './frame.mjs';
import { noteInteractions, untilPaint } from './web-actions.mjs';

const BATCH = 2000;
const RUNS = 40;
/** Of each thing that is done in the browser, which begins with the list. */
const ACTION_RUNS = 20;
/** What a sorted page may take, and each thing that is done with the list, in ms. */
const LIMIT_MS = 100;

const about = `Makes affiliates with days of links, has the worker's sweep compute everybody's performance, as after a midnight on
which all of them have something to move on, and prints what a page of the list takes in the domain for each sort and
period: the first page, a page from the middle by cursor, and with filters. Then what a clerk does with the list in Chromium:
from each action to the next paint, and until the web server has answered.`;
const options = { affiliates: 100_000, days: 8 };

bench('performance', { about, options, needs: 'redis' }, async ({ domain, start, values }) => {
  for (let first = 1; first <= values.affiliates; first += BATCH)
    await addBatch(domain, first, Math.min(BATCH, values.affiliates - first + 1), values.days);
  const computeMs = await timed(() => domain.refreshPerformance());
  report(`computing the performance of ${values.affiliates} affiliates`, computeMs / 1000, 's');
  const results = await timeSorts(domain);
  console.log(`\n${values.affiliates} affiliates; ms: the middle, the slowest 5 of 100`);
  console.table(results.map(({ name, p50, p95 }) => [name, p50.toFixed(1), p95.toFixed(1)]));
  const slowest = (share, filtered) =>
    Math.max(...results.filter((each) => each.isFiltered === filtered).map((each) => each[share]));
  const what = `slowest sort of ${values.affiliates} affiliates by performance`;
  report(`${what}, p50`, slowest('p50', false), 'ms');
  report(`${what}, p95`, slowest('p95', false), 'ms', { atMost: LIMIT_MS });
  // A filter that leaves few of those that come first makes the walk long: known, and no goal.
  report(`${what} with a filter, p95`, slowest('p95', true), 'ms');
  const admin = { emailAddress: 'admin@example.com', firstName: 'Bench', password: DEMO_PASSWORD };
  await domain.createAdministrator({ ...admin, permissions: ['accounts'] });
  await buildAll(() => {});
  const { url } = await start.server();
  await timeActions(await start.page(url, 'admin'), `${url}/affiliates`, values.affiliates);
});

/** What is done with the list as it opens. */
const ACTIONS = [
  ['sort', (page) => page.getByRole('button', { name: 'Sales' }).click()],
  ['filter', (page) => page.getByRole('link', { name: 'New, not approved' }).click()],
  ['filter and sort', (page) => page.getByRole('link', { name: /^Gone quiet/ }).click()],
  ['open a row', (page) => page.locator('[data-account]').nth(3).click()],
  ['next page', (page) => page.getByRole('button', { name: 'Next' }).click()],
];

async function timeActions(page, address, count) {
  await page.addInitScript(noteInteractions);
  for (const [what, act] of ACTIONS) {
    const [paints, answers] = [[], []];
    for (let run = 0; run < ACTION_RUNS; run += 1) {
      await page.goto(address);
      await page.locator('[data-account]').first().waitFor();
      const answered = page.waitForResponse(/\/api\/get-affiliate/);
      paints.push(await untilPaint(page, act));
      await (await answered).finished();
      const { requestStart, responseEnd } = (await answered).request().timing();
      answers.push(responseEnd - requestStart);
    }
    for (const [until, times] of Object.entries({ 'next paint': paints, answer: answers })) {
      const figure = `list of ${count} affiliates, ${what}: ${until}, p95`;
      report(figure, quantiles(times)(0.95), 'ms', { atMost: LIMIT_MS });
    }
  }
}

/** Affiliates from `first` on, each with so many days of links. */
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

async function timeSorts({ searchAccounts }) {
  const results = [];
  const time = async (name, search, isFiltered = false) => {
    results.push({ name, isFiltered, ...spreadOf(await timesOf(RUNS, async () => search)) });
  };
  const kind = 'affiliate';
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

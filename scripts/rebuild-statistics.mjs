import { parseArgs } from 'node:util';
import { withDomain } from './lib/domain.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { progressBar } from './lib/progress.mjs';

const USAGE = `Recounts the totals of statistics from the ledger, day by day, and those of every tracking source and day of links, and the
performance of affiliates, staff and members, and corrects what is off.

  npm run rebuild:statistics -- --from DAY --to DAY [--restart] [--data DIR]

  --from, --to  first and last day, m/d/yyyy or yyyy-mm-dd
  --restart     begins from the start instead of continuing an interrupted run
  --data DIR    the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile. Exit code 1 when any figure was wrong; each is reported and corrected.`;

/** Differences reported one by one; the rest is only counted. */
const SHOWN = 200;

runMain(async () => {
  const flags = readFlags();
  if (flags.help) {
    console.log(USAGE);
    return 0;
  }
  return withDomain({ data: flags.data, command: 'npm run rebuild:statistics' }, async (domain) => {
    const range = await readRange(flags);
    const bar = progressBar('Statistics', await daysOf(range), { unit: 'days' });
    const { days, resumedAfter, differences } = await domain.rebuildStatistics(range, {
      restart: flags.restart,
      onProgress: (done) => bar.update(done),
    });
    const resumed = resumedAfter ? `, gone on after ${resumedAfter} days done before` : '';
    bar.end(`${days} days${resumed}, ${differences.length} figures were off`);
    for (const { day, payee, figure, stored, counted } of differences.slice(0, SHOWN))
      console.error(`  ${day} ${payee.replace(':', ' ')} ${figure}: was ${stored}, is now ${counted}`);
    if (differences.length > SHOWN) console.error(`  … and ${differences.length - SHOWN} more`);
    const sources = await domain.rebuildSources();
    console.log(`Sources: ${sources.length} figures were off`);
    for (const { affID, tid, lp, figure, stored, counted } of sources.slice(0, SHOWN))
      console.error(
        `  affiliate ${affID}, source '${tid}', landing page '${lp}', ${figure}: was ${stored}, is now ${counted}`,
      );
    if (sources.length > SHOWN) console.error(`  … and ${sources.length - SHOWN} more`);
    const links = await domain.rebuildLinkDays();
    console.log(`Days of links: ${links.length} figures were off`);
    for (const { affID, day, row, figure, stored, counted } of links.slice(0, SHOWN))
      console.error(
        `  ${day} affiliate ${affID}, link '${row}', ${figure}: was ${stored}, is now ${counted}`,
      );
    if (links.length > SHOWN) console.error(`  … and ${links.length - SHOWN} more`);
    const performances = [...(await domain.rebuildPerformance()), ...(await domain.rebuildRatings())];
    console.log(`Performance and ratings: those of ${performances.length} people were off`);
    for (const { kind, id, stored, computed } of performances.slice(0, SHOWN))
      console.error(`  ${kind} ${id}: was ${JSON.stringify(stored)}, is now ${JSON.stringify(computed)}`);
    if (performances.length > SHOWN) console.error(`  … and ${performances.length - SHOWN} more`);
    const off = [differences, sources, links, performances];
    return off.some(({ length }) => length > 0) ? 1 : 0;
  });
});

function readFlags() {
  const option = /** @type {const} */ ({ type: 'string' });
  try {
    const { values } = parseArgs({
      options: {
        from: option,
        to: option,
        restart: { type: 'boolean', default: false },
        data: option,
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    throw new Failure(
      `${/** @type {Error} */ (error).message.split('. ')[0]}: npm run rebuild:statistics -- --help lists the flags.`,
    );
  }
}

/** @param {{ from?: string, to?: string }} flags */
async function readRange({ from = '', to = '' }) {
  const { parseDay } = await import('@partnerdesk/contracts');
  const startDate = parseDay(from);
  const endDate = parseDay(to);
  if (!startDate || !endDate || endDate < startDate)
    throw new Failure(
      'Say --from DAY --to DAY, in order: npm run rebuild:statistics -- --help lists the flags.',
    );
  return { startDate, endDate };
}

/** @param {{ startDate: string, endDate: string }} range */
async function daysOf({ startDate, endDate }) {
  const { daysBetween } = await import('@partnerdesk/contracts');
  return daysBetween(startDate, endDate) + 1;
}

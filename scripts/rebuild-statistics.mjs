import { Failure, flag, reportFirst, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { progressBar } from './lib/progress.mjs';

const COMMAND = 'npm run rebuild:statistics';
const USAGE = `Recounts the totals of statistics from the ledger, day by day, and those of every tracking source and day of links, and the
performance of affiliates, staff and members, and corrects what is off.

  npm run rebuild:statistics -- --from DAY --to DAY [--restart] [--data DIR]

  --from, --to  first and last day, m/d/yyyy or yyyy-mm-dd
  --restart     begins from the start instead of continuing an interrupted run
  --data DIR    the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile. Exit code 1 when any figure was wrong; each is reported and corrected.`;

/** Differences reported one by one; the rest is only counted. */
const SHOWN = 200;

const FLAGS = { options: { from: text, to: text, restart: flag, data: text } };

runCommand(COMMAND, USAGE, FLAGS, ({ values: flags }) =>
  withDomain({ data: flags.data, command: COMMAND, existing: true }, async (domain) => {
    const { range, count } = await readRange(flags);
    const bar = progressBar('Statistics', count, 'days');
    const how = { restart: flags.restart, onProgress: bar.update };
    const { days, resumedAfter, differences } = await domain.rebuildStatistics(range, how);
    const resumed = resumedAfter ? `, gone on after ${resumedAfter} days done before` : '';
    bar.end(`${days} days${resumed}, ${differences.length} figures were off`);
    report(differences, ({ day, payee, figure, ...each }) => {
      return `${day} ${payee.replace(':', ' ')} ${figure}: ${was(each)}`;
    });
    const sources = await domain.rebuildSources();
    console.log(`Sources: ${sources.length} figures were off`);
    report(sources, ({ affID, tid, lp, figure, ...each }) => {
      return `affiliate ${affID}, source '${tid}', landing page '${lp}', ${figure}: ${was(each)}`;
    });
    const links = await domain.rebuildLinkDays();
    console.log(`Days of links: ${links.length} figures were off`);
    report(links, ({ affID, day, row, figure, ...each }) => {
      return `${day} affiliate ${affID}, link '${row}', ${figure}: ${was(each)}`;
    });
    const performances = [...(await domain.rebuildPerformance()), ...(await domain.rebuildRatings())];
    console.log(`Performance and ratings: those of ${performances.length} people were off`);
    report(performances, ({ kind, id, stored, computed }) => {
      return `${kind} ${id}: was ${JSON.stringify(stored)}, is now ${JSON.stringify(computed)}`;
    });
    return [differences, sources, links, performances].some(({ length }) => length > 0) ? 1 : 0;
  }),
);

/** @template Off @param {Off[]} off @param {(each: Off) => string} lineOf */
const report = (off, lineOf) => reportFirst(off.map(lineOf), SHOWN);

/** @param {{ stored: number, counted: number }} figure */
const was = ({ stored, counted }) => `was ${stored}, is now ${counted}`;

/** @param {{ from?: string, to?: string }} flags */
async function readRange({ from = '', to = '' }) {
  const { daysBetween, parseDay } = await import('@partnerdesk/contracts');
  const startDate = parseDay(from);
  const endDate = parseDay(to);
  if (!startDate || !endDate || endDate < startDate)
    throw new Failure(
      'Say --from DAY --to DAY, in order: npm run rebuild:statistics -- --help lists the flags.',
    );
  return { range: { startDate, endDate }, count: daysBetween(startDate, endDate) + 1 };
}

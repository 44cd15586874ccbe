import { daysAfter } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./replay.mjs').Report} Report */

const FIGURES = ['clicks', 'joins', 'salesCount', 'salesCents', 'payoutCents'];

/** First and last day of each period as of a day. @param {string} day @returns {Record<string, [string, string]>} */
function periodsOf(day) {
  const first = `${day.slice(0, 8)}01`;
  const lastOfLastMonth = daysAfter(first, -1);
  return {
    today: [day, day],
    last7Days: [daysAfter(day, -6), day],
    last30Days: [daysAfter(day, -29), day],
    thisMonth: [first, day],
    lastMonth: [`${lastOfLastMonth.slice(0, 8)}01`, lastOfLastMonth],
  };
}

/**
 * Compares the performance of affiliates with the days of links that it was added up from. Where one of these has been
 * written since, the worker has yet to add it: that says nothing.
 * @param {Document[]} performances @param {Document[]} linkDays @param {Report} report
 */
export function checkPerformances(performances, linkDays, report) {
  /** @type {Map<number, Document[]>} */
  const daysOf = new Map();
  for (const day of linkDays) daysOf.set(day.affID, [...(daysOf.get(day.affID) ?? []), day]);
  for (const { _id, performance } of performances) {
    const day = daysAfter(performance.rollsOn, -1);
    const periods = periodsOf(day);
    const [first = day] = [periods.lastMonth?.[0] ?? day, daysAfter(day, -59)].sort();
    const days = (daysOf.get(_id) ?? []).filter((each) => each.day >= first);
    if (days.reduce((sum, { rev }) => sum + rev, 0) !== performance.daysRev) continue;
    for (const [period, [from, through]] of Object.entries(periods)) {
      const should = sumOf(days.filter((each) => each.day >= from && each.day <= through));
      for (const figure of FIGURES) {
        const is = performance[period]?.[figure];
        if (is !== should[figure])
          report(
            `performance of affiliate:${_id}: ${figure} of ${period} is ${is}, its days of links give ${should[figure]}`,
          );
      }
    }
  }
}

/** @param {Document[]} days @returns {Record<string, number>} */
function sumOf(days) {
  const sum = Object.fromEntries(FIGURES.map((figure) => [figure, 0]));
  for (const { rows } of days)
    for (const row of rows) {
      for (const figure of FIGURES) sum[figure] = (sum[figure] ?? 0) + (row[figure] ?? 0);
      sum.salesCents = (sum.salesCents ?? 0) - (row.refundsCents ?? 0);
    }
  return sum;
}

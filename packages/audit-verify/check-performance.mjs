import { daysAfter } from './figures.mjs';
import { byNumber } from './read-export.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */

/** Figures of a staff day whose number is that of paid work. */
const SOLD = [
  'singleMessagesSentByStaffPaid',
  'sextingPackagesConfirmed',
  'phoneCallSalesCount',
  'tipsCount',
];
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
 * Compares the performance of affiliates with the days of links that it was added up from.
 * @param {Document[]} performances @param {Document[]} linkDays @param {Report} report
 */
export function checkPerformances(performances, linkDays, report) {
  const days = { who: 'affiliate', source: 'its days of links', number: 'rev', furtherDays: 59 };
  const daysOf = byNumber(linkDays, ({ affID }) => affID);
  checkPeriods(performances, daysOf, { ...days, sum: sumOfLinks }, report);
}

/** @param {Document[]} days @returns {Record<string, number>} */
function sumOfLinks(days) {
  const sum = Object.fromEntries(FIGURES.map((figure) => [figure, 0]));
  for (const { rows } of days)
    for (const row of rows) {
      for (const figure of FIGURES) sum[figure] = (sum[figure] ?? 0) + (row[figure] ?? 0);
      sum.salesCents = (sum.salesCents ?? 0) - (row.refundsCents ?? 0);
    }
  return sum;
}

/**
 * Compares the performance of staff with the day totals that it was added up from, less what came back of payments:
 * that was earned before.
 * @param {Document[]} performances @param {Document[]} dayTotals @param {Document[]} entries @param {Report} report
 */
export function checkStaffPerformances(performances, dayTotals, entries, report) {
  const returned = new Map();
  for (const { type, payee, postedDay, payoutCents } of entries) {
    const day = `${payee}:${postedDay}`;
    if (type === 'returned') returned.set(day, (returned.get(day) ?? 0) + payoutCents);
  }
  const ofStaff = dayTotals
    .filter(({ kind }) => kind === 'staff')
    .map((day) => ({ ...day, postedCents: (day.postedCents ?? 0) - (returned.get(day._id) ?? 0) }));
  const days = { who: 'staff', source: 'their day totals', number: 'seq', furtherDays: 0 };
  const daysOf = byNumber(ofStaff, ({ personID }) => personID);
  checkPeriods(performances, daysOf, { ...days, sum: sumOfWork }, report);
}

/** @param {Document[]} days @returns {Record<string, number>} */
const sumOfWork = (days) => ({
  salesCount: days.reduce((sum, each) => sum + addedUp(each, SOLD), 0),
  earnedCents: days.reduce((sum, each) => sum + addedUp(each, ['postedCents']), 0),
});

/** @param {Document} document @param {string[]} names @returns {number} */
const addedUp = (document, names) => names.reduce((sum, name) => sum + (document[name] ?? 0), 0);

/**
 * Compares each figure of each period with what its days add up to. Where one of these has been written since, the worker
 * has yet to add it: that says nothing.
 * @param {Document[]} performances @param {Map<number, Document[]>} daysOf by the person's id
 * @param {{ who: string, source: string, number: string, furtherDays: number,
 *   sum: (days: Document[]) => Record<string, number> }} how `number`: the field that each write of a day raises;
 *   `furtherDays`: how far back days count for it at least
 * @param {Report} report
 */
function checkPeriods(performances, daysOf, { who, source, number, furtherDays, sum }, report) {
  for (const { _id, performance } of performances) {
    const day = daysAfter(performance.rollsOn, -1);
    const periods = Object.entries(periodsOf(day));
    const [first = day] = [daysAfter(day, -furtherDays), ...periods.map(([, [from]]) => from)].sort();
    const days = (daysOf.get(_id) ?? []).filter((each) => each.day >= first);
    if (days.reduce((total, each) => total + each[number], 0) !== performance.daysRev) continue;
    for (const [period, [from, through]] of periods) {
      const should = sum(days.filter((each) => each.day >= from && each.day <= through));
      for (const [figure, value] of Object.entries(should)) {
        const is = performance[period]?.[figure];
        if (is !== value)
          report(`performance of ${who}:${_id}: ${figure} of ${period} is ${is}, ${source} give ${value}`);
      }
    }
  }
}

/**
 * Compares what members bought with their sales. Where one of these has been written since, the worker has yet to add it.
 * @param {Document[]} performances @param {Document[]} events @param {Document[]} refunds of sales
 * @param {Report} report
 */
export function checkMemberPerformances(performances, events, refunds, report) {
  const stored = new Map(performances.map(({ _id, performance }) => [_id, performance]));
  const refunded = new Map(refunds.map((each) => [each._id, each]));
  const sums = new Map(
    performances.map(({ _id }) => [_id, { rev: 0, salesCount: 0, salesCents: 0, last: '' }]),
  );
  for (const { _id, type, state, day, body, seq = 0, settledBy } of events) {
    const sum = sums.get(body.memberID);
    if (!sum || type !== 'sale' || state !== 'applied') continue;
    const refund = refunded.get(_id);
    sum.rev += refund?.seq ?? settledBy ?? seq;
    sum.salesCount += 1;
    sum.salesCents += body.amountCents - (refund?.refundedCents ?? 0);
    if (day > sum.last) sum.last = day;
  }
  for (const [id, { rev, salesCount, salesCents, last }] of sums) {
    const performance = stored.get(id);
    if (rev !== performance.salesRev) continue;
    for (const [figure, value] of Object.entries({ salesCount, salesCents, lastSaleDay: last }))
      if (performance[figure] !== value)
        report(`performance of member:${id}: ${figure} is ${performance[figure]}, their sales give ${value}`);
  }
}

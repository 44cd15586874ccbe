import { daysAfter } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./replay.mjs').Report} Report */

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

/**
 * Compares the performance of staff with the day totals that it was added up from, in the same way.
 * @param {Document[]} performances @param {Document[]} dayTotals @param {Report} report
 */
export function checkStaffPerformances(performances, dayTotals, report) {
  /** @type {Map<number, Document[]>} */
  const daysOf = new Map();
  for (const total of dayTotals) {
    if (total.kind !== 'staff') continue;
    const own = daysOf.get(total.personID);
    if (own) own.push(total);
    else daysOf.set(total.personID, [total]);
  }
  for (const { _id, performance } of performances) {
    const day = daysAfter(performance.rollsOn, -1);
    const periods = Object.entries(periodsOf(day));
    const first = periods.map(([, [from]]) => from).sort()[0] ?? day;
    const days = (daysOf.get(_id) ?? []).filter((each) => each.day >= first);
    if (days.reduce((sum, { seq }) => sum + seq, 0) !== performance.daysRev) continue;
    for (const [period, [from, through]] of periods) {
      const within = days.filter((each) => each.day >= from && each.day <= through);
      const should = {
        salesCount: within.reduce((sum, each) => sum + addedUp(each, SOLD), 0),
        earnedCents: within.reduce((sum, each) => sum + addedUp(each, ['postedCents']), 0),
      };
      for (const [figure, value] of Object.entries(should)) {
        const is = performance[period]?.[figure];
        if (is !== value)
          report(
            `performance of staff:${_id}: ${figure} of ${period} is ${is}, their day totals give ${value}`,
          );
      }
    }
  }
}

/** @param {Document} document @param {string[]} names @returns {number} */
const addedUp = (document, names) => names.reduce((sum, name) => sum + (document[name] ?? 0), 0);

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
    const should = { salesCount, salesCents, lastSaleDay: last };
    for (const [figure, value] of Object.entries(should))
      if (performance[figure] !== value)
        report(`performance of member:${id}: ${figure} is ${performance[figure]}, their sales give ${value}`);
  }
}

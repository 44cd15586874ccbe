/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */

/** What an event may wait for is said by its body. @param {Document} event @param {Document | undefined} attribution @returns {string[]} */
function keysOf({ type, body }, attribution) {
  if (type === 'refund') return [`sale:${body.saleEventID}`];
  return [
    ...(body.memberID === undefined ? [] : [`member:${body.memberID}`]),
    ...(type === 'sale' && attribution?.affID ? [`affiliate:${attribution.affID}`] : []),
    ...(body.staffID === undefined ? [] : [`staff:${body.staffID}`]),
  ];
}

/** @param {Document[]} events @param {ReadonlyMap<number, Document>} attributions @param {Report} report */
export function checkWaiting(events, attributions, report) {
  for (const event of events) {
    const { _id, state, waitsFor, settledLater } = event;
    const isRight =
      state === 'waiting'
        ? settledLater || keysOf(event, attributions.get(event.body.memberID)).includes(waitsFor)
        : waitsFor === undefined;
    if (!isRight) report(`event ${_id}: is ${state} and waits for ${waitsFor}, which is not what it names`);
  }
}

const LINK_FIGURES = ['joins', 'salesCount', 'salesCents', 'refundsCount', 'refundsCents', 'payoutCents'];

/**
 * Compares what came of links, added up by day, with the entries and attributions that are counted.
 * @param {Document[]} days @param {number} counted record through which everything is counted
 * @param {Record<string, Document[]>} exported @param {Report} report
 */
export function checkLinkDays(days, counted, { entries = [], attributions = [] }, report) {
  const stored = new Map(days.map((day) => [day._id, day]));
  const sums = new Map();
  /** @param {number} seq @param {string} key @param {Document} figures */
  const add = (seq, key, figures) => {
    const through = Math.max(stored.get(key)?.ledgerThrough ?? 0, counted);
    if (seq > through) return;
    const sum = sums.get(key) ?? {};
    for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
    sums.set(key, sum);
  };
  for (const { seq, affID, day } of attributions)
    if (affID) add(seq, `affiliate:${affID}:${day}`, { joins: 1 });
  for (const { seq, payee, day, type, saleID, amountCents, payoutCents } of entries) {
    if (saleID === undefined) continue;
    const figures =
      type === 'sale'
        ? { salesCount: 1, salesCents: amountCents }
        : { refundsCount: 1, refundsCents: 0 - amountCents };
    add(seq, `${payee}:${day}`, { ...figures, payoutCents });
  }
  for (const key of new Set([...stored.keys(), ...sums.keys()])) {
    for (const name of LINK_FIGURES) {
      const rows = /** @type {Document[]} */ (stored.get(key)?.rows ?? []);
      const is = rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
      const should = sums.get(key)?.[name] ?? 0;
      if (is !== should) report(`links of ${key}: ${name} is ${is}, the ledger gives ${should}`);
    }
  }
}

/** Compares what rows of runs say was paid with the payrolls. @param {Document[]} pages @param {ReadonlyMap<number, Document>} payrolls @param {Report} report */
export function checkRunRows(pages, payrolls, report) {
  /** Persons of a run's rows. @type {Map<string, Set<number>>} */
  const persons = new Map();
  for (const { _id, runID, rows } of pages) {
    const own = persons.get(runID) ?? new Set();
    persons.set(runID, own);
    for (const row of rows) {
      own.add(row.personID);
      if (row.payrollID === undefined) continue;
      const payroll = payrolls.get(row.payrollID);
      const { personID, amountCents, startPeriod, endPeriod, paymentType } = payroll ?? {};
      const paid = JSON.stringify([personID, amountCents, startPeriod, endPeriod, paymentType]);
      if (JSON.stringify([row.personID, row.cents, row.startPeriod, row.endPeriod, row.paymentType]) !== paid)
        report(`run ${_id}: the row of person ${row.personID} is not what payroll ${row.payrollID} paid`);
    }
  }
  for (const { _id, runID, personID } of payrolls.values())
    if (runID !== undefined && persons.get(runID)?.has(personID) === false)
      report(`run ${runID}: has no row of person ${personID}, whom payroll ${_id} paid`);
}

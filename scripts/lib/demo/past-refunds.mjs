import { lineOf } from './demo-events.mjs';

/** An affiliate half of whose sales are refunded, far more than others': somebody should look at them. */
const SUSPECT_TRACK_ID = 'T00033';
/** A refund comes so long after its sale (ms): within one payroll mostly, so that something is left to be paid. */
const AFTER_MS = 20 * 3_600_000;

/**
 * Refunds that the sample does not have.
 * @param {import('./demo-events.mjs').Line[]} lines of events, in any order
 * @param {number} before (ms) refunds come before this instant only
 * @returns {import('./demo-events.mjs').Line[]}
 */
export function pastRefunds(lines, before) {
  const events = lines.map(({ event }) => event);
  const theirs = new Set(
    events.flatMap(({ trackID, memberID }) => (trackID === SUSPECT_TRACK_ID ? [memberID] : [])),
  );
  const refunded = new Set(
    events.flatMap(({ type, saleEventID }) => (type === 'refund' ? [saleEventID] : [])),
  );
  const sales = events.filter(
    ({ type, memberID, eventID }) => type === 'sale' && theirs.has(memberID) && !refunded.has(eventID),
  );
  return sales.flatMap(({ eventID: saleEventID, at: soldAt, amountCents }, index) => {
    const at = Date.parse(soldAt) + AFTER_MS;
    if (index % 2 > 0 || at >= before) return [];
    const event = { eventID: `demo-refund-${saleEventID}`, type: 'refund', saleEventID, amountCents };
    return [lineOf({ ...event, at: new Date(at).toISOString() })];
  });
}

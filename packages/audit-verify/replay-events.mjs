import { SUB_IDS } from './canonical.mjs';
import { countEvent, payoutOf, sourceKeyOf } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./replay.mjs').Replay} Replay */
/** @typedef {{ seq: number, stored: Record<string, Map<any, Document>>, expect: import('./replay.mjs').Expect }} Step a record */

/**
 * Derives what a record of events wrote: members before sales, sales before refunds.
 * @param {Replay} replay @param {Step} step @param {Document[]} settled
 */
export function settleEvents(replay, step, settled) {
  const applied = settled.filter(({ state }) => state === 'applied');
  const of = (/** @type {string} */ type) => applied.filter((event) => event.type === type);
  for (const event of applied) countInto(replay, step.seq, event);
  for (const event of of('member.joined')) join(replay, step, event);
  for (const event of of('sale').sort((a, b) => a.saleID - b.saleID)) sell(replay, step, event);
  for (const event of of('refund')) refund(replay, step, event);
  for (const event of applied) earn(replay, step, event);
}

/** @param {Replay} replay @param {number} seq @param {Document} event */
function countInto(replay, seq, event) {
  const day = replay.dayOf(event.at);
  if (day !== event.day)
    replay.report(`event ${event._id}: its day is ${event.day}, ${event.at} is of ${day}`);
  const { site, staff } = countEvent(event.type, event.body);
  replay.days.add(`site:0:${day}`, seq, site);
  if (staff) replay.days.add(`staff:${event.body.staffID}:${day}`, seq, staff);
}

/** @param {Replay} replay @param {Step} step @param {Document} event */
function join(replay, { seq, stored, expect }, { at, body }) {
  const { memberID: _id, trackID, tid = '', lp = '' } = body;
  const subs = Object.fromEntries(SUB_IDS.filter((id) => body[id]).map((id) => [id, body[id]]));
  // Whose trackID it was then is no event's: the record's digest stands for it.
  const affID = trackID ? (stored.attributions?.get(_id)?.affID ?? 0) : 0;
  expect('attributions', { _id, affID, tid, lp, ...subs, day: replay.dayOf(at) });
  replay.attribute({ _id, affID, tid, lp, day: replay.dayOf(at) }, seq);
}

/** @param {Replay} replay @param {Step} step @param {Document} event */
function sell(replay, { seq, expect }, event) {
  const { _id, body, saleID, affID } = event;
  const { memberID, amountCents, transactionType } = body;
  const attribution = replay.attributions.get(memberID);
  if (!attribution) replay.report(`event ${_id}: a sale to member ${memberID}, who has not joined`);
  else
    for (const field of ['affID', 'tid', 'lp'])
      if (attribution[field] !== event[field])
        replay.report(
          `attribution ${memberID}: ${field} is ${attribution[field]}, sale ${_id} says ${event[field]}`,
        );
  const before = replay.counters.saleID ?? 0;
  if (saleID !== before + 1)
    replay.report(`event ${_id}: its saleID is ${saleID}, the one before is ${before}`);
  replay.counters.saleID = saleID;
  // What its refunds need of it.
  const { commission, rule, tid = '', lp = '' } = event;
  replay.sales.set(_id, { amountCents, memberID, saleID, affID, commission, rule, tid, lp, refunded: 0 });
  if (!affID) return;
  if (!replay.rates.isRateOfSale(seq, event, attribution?.day))
    replay.report(
      `event ${_id}: is paid at ${commission} %${rule ? ` (${rule})` : ''}, which affiliate ${affID} had not`,
    );
  const entry = entryOf(replay, event, `affiliate:${affID}`, amountCents, event);
  const own = { ...entry, memberID, saleID, transactionType };
  expect('entries', own);
  postSale(replay, seq, own, event);
}

/** @param {Replay} replay @param {Step} step @param {Document} event */
function refund(replay, { seq, expect }, event) {
  const { saleEventID, amountCents } = event.body;
  const sale = replay.sales.get(saleEventID);
  if (!sale) {
    replay.report(`event ${event._id}: a refund of the sale ${saleEventID}, which is not known`);
    return;
  }
  sale.refunded += amountCents;
  replay.refunds.touch(saleEventID, seq).refundedCents = sale.refunded;
  if (sale.refunded > sale.amountCents)
    replay.report(`event ${event._id}: refunds more than is left of ${saleEventID}`);
  if (!sale.affID) return;
  const { affID, memberID, saleID } = sale;
  const entry = entryOf(replay, event, `affiliate:${affID}`, -amountCents, sale);
  const own = { ...entry, memberID, saleID, transactionType: 'refund' };
  expect('entries', own);
  postSale(replay, seq, own, sale);
}

/**
 * The entry of a sale or a refund in the figures of its days and its source.
 * @param {Replay} replay @param {number} seq @param {Document} entry @param {Document} source
 */
function postSale(replay, seq, entry, source) {
  const { payee, type, day, amountCents, payoutCents } = entry;
  const isSale = type === 'sale';
  replay.post(seq, entry);
  const sums = isSale
    ? { salesCount: 1, salesCents: amountCents }
    : { refundsCount: 1, refundsCents: 0 - amountCents };
  replay.days.add(`${payee}:${day}`, seq, { ...sums, payoutCents });
  replay.days.add(`site:0:${day}`, seq, { payoutCents });
  const count = isSale ? { salesCount: 1 } : {};
  replay.sources.add(sourceKeyOf(source), seq, { ...count, salesCents: amountCents, payoutCents });
}

/** What staff earn by an event. @param {Replay} replay @param {Step} step @param {Document} event */
function earn(replay, { seq, stored, expect }, event) {
  const { earns } = countEvent(event.type, event.body);
  if (earns === undefined) return;
  const { staffID, memberID } = event.body;
  // The commission of that moment is no event's: the record's digest stands for it.
  const commission = stored.entries?.get(`event:${event._id}`)?.commission ?? 0;
  if (!replay.rates.isRateOfStaff(staffID, commission))
    replay.report(`event ${event._id}: is paid at ${commission} %, which staff ${staffID} never had`);
  const entry = entryOf(replay, event, `staff:${staffID}`, earns, { commission });
  expect('entries', { ...entry, memberID });
  replay.post(seq, entry);
}

/** @param {Replay} replay @param {Document} event @param {string} payee @param {number} amountCents @param {Document} rated by what */
function entryOf(replay, { _id, type, at }, payee, amountCents, { commission, rule }) {
  const day = replay.dayOf(at);
  const payoutCents = payoutOf(amountCents, commission);
  const postedDay = replay.postedDayOf(payee, day);
  return { _id: `event:${_id}`, payee, type, at, day, postedDay, amountCents, payoutCents, commission, rule };
}

import { contentHashOf, fieldsThatDiffer } from './canonical.mjs';
import { checkDigests } from './check-journal.mjs';
import { countEvent, dayAfter, daysIn, payoutOf } from './figures.mjs';
import { KeptUp } from './kept-up.mjs';
import { byRecord } from './read-export.mjs';
import { replayOffice } from './replay-office.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */

/** Documents that records write for good, and what one is called. */
const WRITTEN = {
  entries: 'entry',
  attributions: 'attribution',
  payrolls: 'payroll',
  marks: 'mark',
  payFileSteps: 'pay file step',
  excludedPayments: 'excluded payment',
};
/** @typedef {keyof typeof WRITTEN} Written */

/** A total as it is compared, without what its key says. @param {string[]} keyFields */
const without =
  (...keyFields) =>
  (/** @type {Document} */ document) =>
    Object.fromEntries(Object.entries(document).filter(([field]) => !keyFields.includes(field)));

/** @param {Document} source */
export const sourceKeyOf = ({ affID, tid, lp }) => [affID, tid, lp].map(encodeURIComponent).join('|');

/**
 * Derives the ledger again, record by record, from the events and what the office did, and compares it with what is
 * stored. Records before `first` have no proof: what they wrote is taken as it is.
 */
export class Replay {
  /** @type {Map<number, Document>} */
  attributions = new Map();
  /** @type {Map<string, Document>} sales by eventID, with `refunded` */
  sales = new Map();
  /** @type {Map<string, string>} payee → last day of the last payroll */
  closed = new Map();
  /** @type {Map<string, Set<string>>} payee → open days */
  open = new Map();
  /** @type {Map<number, Document>} payrolls as the records have them */
  payrolls = new Map();
  /** @type {Map<number, Document>} the last mark of each payment */
  marks = new Map();
  /** @type {Map<string, Document>} entries of the office, by id */
  officeEntries = new Map();
  /** @type {Document} */
  counters = {};
  /** Lists of records that this program does not know. @type {Set<string>} */
  unknown = new Set();

  /**
   * @param {Record<string, Document[]>} exported
   * @param {{ first: number, from: number, timeZone: string }} journal
   * @param {Report} report
   */
  constructor(exported, { first, from, timeZone }, report) {
    this.report = report;
    this.from = from;
    this.dayOf = daysIn(timeZone);
    this.records = new Map((exported.journal ?? []).map((record) => [record._id, record]));
    const numberOf = (/** @type {number | undefined} */ seq) => (seq !== undefined && seq >= first ? seq : 0);
    this.hasOlder = first > 1;
    const { events = [] } = exported;
    this.taken = byRecord(events, ({ seq }) => numberOf(seq));
    const settled = events.filter(({ state }) => state !== 'waiting');
    this.settled = byRecord(settled, ({ settledBy, seq }) => numberOf(settledBy ?? seq));
    const lists = /** @type {Written[]} */ (Object.keys(WRITTEN));
    this.written = /** @type {Record<Written, Map<number, Document[]>>} */ (
      Object.fromEntries(
        lists.map((list) => [list, byRecord(exported[list] ?? [], ({ seq }) => numberOf(seq))]),
      )
    );
    /** @param {string} file @param {(each: Document) => number | undefined} seqOf @param {(each: Document) => Document} value */
    const stored = (file, seqOf, value) =>
      new Map(
        (exported[file] ?? []).map((each) => [
          String(each._id),
          { seq: numberOf(seqOf(each)), value: value(each) },
        ]),
      );
    const bySeq = (/** @type {Document} */ { seq }) => seq;
    const payrollRecords = new Map((exported.payrolls ?? []).map(({ _id, seq }) => [_id, seq]));
    this.days = new KeptUp(
      'day total',
      stored('dayTotals', bySeq, without('_id', 'kind', 'personID', 'day', 'seq')),
      from,
      report,
    );
    this.sources = new KeptUp(
      'source total',
      stored('sourceTotals', bySeq, without('_id', 'affID', 'tid', 'lp', 'seq')),
      from,
      report,
    );
    this.refunds = new KeptUp(
      'refunded amount of sale',
      stored('refunds', bySeq, without('_id', 'seq')),
      from,
      report,
    );
    this.payees = new KeptUp(
      'payee',
      stored('payees', (each) => payrollRecords.get(each.lastPayrollID), without('_id')),
      from,
      report,
    );
    const payFileSeq = (/** @type {Document} */ { changedBy, seq }) => changedBy ?? seq;
    this.payFiles = new KeptUp(
      'pay file',
      stored('payFiles', payFileSeq, without('_id', 'seq', 'changedBy')),
      from,
      report,
    );
    this.payFileLines = new KeptUp(
      'pay file line',
      stored('payFileLines', bySeq, without('_id', 'seq')),
      from,
      report,
    );
    this.approvals = new KeptUp(
      'request',
      stored('approvals', payFileSeq, without('_id', 'seq', 'changedBy')),
      from,
      report,
    );
    this.olderPayFiles = (exported.payFiles ?? []).filter(({ seq }) => numberOf(seq) === 0);
    this.keptUp = [
      this.days,
      this.sources,
      this.refunds,
      this.payees,
      this.payFiles,
      this.payFileLines,
      this.approvals,
    ];
    this.storedCounters = new Map((exported.counters ?? []).map(({ _id, value }) => [_id, value]));
  }

  run() {
    const maps = [this.records, this.taken, this.settled, ...Object.values(this.written)];
    const numbers = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b);
    let atFrom = {};
    for (const seq of numbers) {
      if (seq > 0 || !this.hasOlder) this.#record(seq);
      else this.#older();
      for (const each of this.keptUp) each.endRecord(seq);
      if (seq <= this.from) atFrom = { ...this.counters };
    }
    for (const each of this.keptUp) each.end();
    this.#compareCounters(atFrom);
  }

  /** @param {number} seq */
  #record(seq) {
    const record = this.records.get(seq);
    const taken = this.taken.get(seq) ?? [];
    const settled = this.settled.get(seq) ?? [];
    const lists = /** @type {Written[]} */ (Object.keys(WRITTEN));
    const stored = Object.fromEntries(
      lists.map((list) => [
        list,
        new Map((this.written[list].get(seq) ?? []).map((each) => [each._id, each])),
      ]),
    );
    if (record?.digests && record.kept === undefined) {
      const entries = this.written.entries.get(seq) ?? [];
      const attributions = this.written.attributions.get(seq) ?? [];
      checkDigests(record, { events: taken, settled, entries, attributions }, this.report);
    }
    for (const event of taken) {
      if (!record) this.report(`event ${event._id}: no record took it in`);
      if (contentHashOf(event) !== event.hash)
        this.report(`event ${event._id}: its content is not that of its hash`);
    }
    /** @param {Written} list @param {Document} document */
    const expect = (list, document) => {
      const { seq: _, ...is } = stored[list]?.get(document._id) ?? {};
      stored[list]?.delete(document._id);
      if (is._id === undefined)
        this.report(`${WRITTEN[list]} ${document._id}: missing, record ${seq} wrote it`);
      else
        for (const field of fieldsThatDiffer(is, document))
          this.report(
            `${WRITTEN[list]} ${document._id}: ${field} is ${JSON.stringify(is[field])}, record ${seq} gives ${JSON.stringify(document[field])}`,
          );
    };
    this.#settle(seq, settled, stored, expect);
    if (record?.kept !== undefined) replayOffice(this, record, expect);
    for (const list of lists)
      for (const id of stored[list]?.keys() ?? []) this.report(`${WRITTEN[list]} ${id}: no record wrote it`);
  }

  /**
   * Applies events: members before sales, sales before refunds.
   * @param {number} seq @param {Document[]} settled @param {Record<string, Map<any, Document>>} stored
   * @param {(list: Written, document: Document) => void} expect
   */
  #settle(seq, settled, stored, expect) {
    const applied = settled.filter(({ state }) => state === 'applied');
    const of = (/** @type {string} */ type) => applied.filter((event) => event.type === type);
    for (const event of applied) this.#count(seq, event);
    for (const event of of('member.joined'))
      this.#join(seq, event, stored.attributions?.get(event.body.memberID), expect);
    for (const event of of('sale').sort((a, b) => a.saleID - b.saleID)) this.#sell(seq, event, expect);
    for (const event of of('refund')) this.#refund(seq, event, expect);
    for (const event of applied) this.#earn(seq, event, stored.entries?.get(`event:${event._id}`), expect);
  }

  /** @param {number} seq @param {Document} event */
  #count(seq, event) {
    const day = this.dayOf(event.at);
    if (day !== event.day)
      this.report(`event ${event._id}: its day is ${event.day}, ${event.at} is of ${day}`);
    const { site, staff } = countEvent(event.type, event.body);
    this.days.add(`site:0:${day}`, seq, site);
    if (staff) this.days.add(`staff:${event.body.staffID}:${day}`, seq, staff);
  }

  /** @param {number} seq @param {Document} event @param {Document | undefined} stored @param {(list: Written, document: Document) => void} expect */
  #join(seq, { body }, stored, expect) {
    const { memberID: _id, trackID, tid = '', lp = '' } = body;
    // Whose trackID it was then is no event's: the record's digest stands for it.
    const attribution = { _id, affID: trackID ? (stored?.affID ?? 0) : 0, tid, lp };
    expect('attributions', attribution);
    this.attributions.set(_id, attribution);
    if (attribution.affID) this.sources.add(sourceKeyOf(attribution), seq, { joins: 1 });
  }

  /** @param {number} seq @param {Document} event @param {(list: Written, document: Document) => void} expect */
  #sell(seq, event, expect) {
    const { _id, body, saleID, affID, commission, tid, lp } = event;
    const { memberID, amountCents, transactionType } = body;
    const attribution = this.attributions.get(memberID);
    if (!attribution) this.report(`event ${_id}: a sale to member ${memberID}, who has not joined`);
    else
      for (const field of ['affID', 'tid', 'lp'])
        if (attribution[field] !== event[field])
          this.report(
            `attribution ${memberID}: ${field} is ${attribution[field]}, sale ${_id} says ${event[field]}`,
          );
    if (saleID !== (this.counters.saleID ?? 0) + 1)
      this.report(`event ${_id}: its saleID is ${saleID}, the one before is ${this.counters.saleID ?? 0}`);
    this.counters.saleID = saleID;
    this.sales.set(_id, { amountCents, refunded: 0, saleID, affID, commission, memberID, tid, lp });
    if (!affID) return;
    const entry = this.#entryOf(event, `affiliate:${affID}`, amountCents, commission);
    const sums = { salesCount: 1, salesCents: amountCents };
    this.#postSale(seq, event, { ...entry, memberID, saleID, transactionType }, sums, expect);
  }

  /** @param {number} seq @param {Document} event @param {(list: Written, document: Document) => void} expect */
  #refund(seq, event, expect) {
    const { saleEventID, amountCents } = event.body;
    const sale = this.sales.get(saleEventID);
    if (!sale) {
      this.report(`event ${event._id}: a refund of the sale ${saleEventID}, which is not known`);
      return;
    }
    sale.refunded += amountCents;
    if (sale.refunded > sale.amountCents)
      this.report(`event ${event._id}: refunds more than is left of ${saleEventID}`);
    this.refunds.touch(saleEventID, seq).refundedCents = sale.refunded;
    if (!sale.affID) return;
    const { affID, commission, memberID, saleID } = sale;
    const entry = this.#entryOf(event, `affiliate:${affID}`, -amountCents, commission);
    const sums = { refundsCount: 1, refundsCents: amountCents };
    this.#postSale(seq, sale, { ...entry, memberID, saleID, transactionType: 'refund' }, sums, expect);
  }

  /** @param {number} seq @param {Document} sale @param {Document} entry @param {Document} sums @param {(list: Written, document: Document) => void} expect */
  #postSale(seq, sale, entry, sums, expect) {
    const { payee, day, amountCents, payoutCents } = entry;
    expect('entries', entry);
    this.post(seq, entry);
    this.days.add(`${payee}:${day}`, seq, { ...sums, payoutCents });
    this.days.add(`site:0:${day}`, seq, { payoutCents });
    const count = sums.salesCount ? { salesCount: 1 } : {};
    this.sources.add(sourceKeyOf(sale), seq, { ...count, salesCents: amountCents, payoutCents });
  }

  /** What staff earn by an event. @param {number} seq @param {Document} event @param {Document | undefined} stored @param {(list: Written, document: Document) => void} expect */
  #earn(seq, event, stored, expect) {
    const { earns } = countEvent(event.type, event.body);
    if (earns === undefined) return;
    const { staffID, memberID } = event.body;
    // The commission of that moment is no event's: the record's digest stands for it.
    const entry = this.#entryOf(event, `staff:${staffID}`, earns, stored?.commission ?? 0);
    expect('entries', { ...entry, memberID });
    this.post(seq, entry);
  }

  /** @param {Document} event @param {string} payee @param {number} amountCents @param {number} commission */
  #entryOf({ _id, type, at }, payee, amountCents, commission) {
    const day = this.dayOf(at);
    const payoutCents = payoutOf(amountCents, commission);
    const postedDay = this.postedDayOf(payee, day);
    return { _id: `event:${_id}`, payee, type, at, day, postedDay, amountCents, payoutCents, commission };
  }

  /** The day itself, or the first open one after it. @param {string} payee @param {string} day */
  postedDayOf(payee, day) {
    const closed = this.closed.get(payee);
    return closed !== undefined && day <= closed ? dayAfter(closed) : day;
  }

  /** @param {number} seq @param {Document} entry */
  post(seq, { payee, postedDay, payoutCents }) {
    const key = `${payee}:${postedDay}`;
    this.days.add(key, seq, { postedEntries: 1, postedCents: payoutCents });
    this.days.touch(key, seq).open = true;
    const open = this.open.get(payee);
    if (open) open.add(postedDay);
    else this.open.set(payee, new Set([postedDay]));
  }

  /** @param {number} seq @param {Document} payroll */
  close(seq, { _id, payee, endPeriod }) {
    for (const day of this.open.get(payee) ?? []) {
      if (day > endPeriod) continue;
      const total = this.days.touch(`${payee}:${day}`, seq);
      total.open = undefined;
      total.payrollID = _id;
      this.open.get(payee)?.delete(day);
    }
    this.closed.set(payee, endPeriod);
    Object.assign(this.payees.touch(payee, seq), { closedThrough: endPeriod, lastPayrollID: _id });
  }

  /** Takes what records without proof wrote as it is. */
  #older() {
    for (const attribution of this.written.attributions.get(0) ?? []) {
      this.attributions.set(attribution._id, attribution);
      if (attribution.affID) this.sources.add(sourceKeyOf(attribution), 0, { joins: 1 });
    }
    for (const event of this.settled.get(0) ?? []) {
      if (event.state !== 'applied') continue;
      this.#count(0, event);
      if (event.type !== 'sale') continue;
      const { body, saleID, affID, commission } = event;
      const { tid = '', lp = '' } =
        event.tid === undefined ? (this.attributions.get(body.memberID) ?? {}) : event;
      const { amountCents, memberID } = body;
      this.sales.set(event._id, { amountCents, refunded: 0, saleID, affID, commission, memberID, tid, lp });
      this.counters.saleID = Math.max(this.counters.saleID ?? 0, saleID ?? 0);
    }
    for (const { type, body, state } of this.settled.get(0) ?? []) {
      if (type !== 'refund' || state !== 'applied') continue;
      const sale = this.sales.get(body.saleEventID);
      if (!sale) continue;
      sale.refunded += body.amountCents;
      this.refunds.touch(body.saleEventID, 0).refundedCents = sale.refunded;
    }
    for (const entry of this.written.entries.get(0) ?? []) this.#olderEntry(entry);
    for (const payroll of [...(this.written.payrolls.get(0) ?? [])].sort((a, b) => a._id - b._id)) {
      this.payrolls.set(payroll._id, payroll);
      this.close(0, payroll);
      this.counters.payrollID = payroll._id;
    }
    for (const mark of this.written.marks.get(0) ?? [])
      if (mark.number > (this.marks.get(mark.payrollID)?.number ?? 0)) this.marks.set(mark.payrollID, mark);
    for (const keptUp of [this.payFiles, this.payFileLines, this.approvals])
      for (const [key, { seq, value }] of keptUp.stored)
        if (seq === 0) Object.assign(keptUp.touch(key, 0), value);
    // Of files that later records changed, and of the letters of a day, nobody knows what they were then.
    for (const { _id } of this.olderPayFiles) {
      this.counters.payFileID = Math.max(this.counters.payFileID ?? 0, _id);
      if (this.payFiles.stored.get(String(_id))?.seq !== 0) this.payFiles.partly.add(String(_id));
    }
    for (const [name, value] of this.storedCounters)
      if (name.startsWith('payFile:')) this.counters[name] = value;
  }

  /** @param {Document} entry */
  #olderEntry(entry) {
    this.post(0, entry);
    const { payee, type, day, memberID, amountCents, payoutCents } = entry;
    if (type !== 'sale' && type !== 'refund') {
      this.officeEntries.set(entry._id, entry);
      return;
    }
    const sums =
      type === 'sale'
        ? { salesCount: 1, salesCents: amountCents }
        : { refundsCount: 1, refundsCents: 0 - amountCents };
    this.days.add(`${payee}:${day}`, 0, { ...sums, payoutCents });
    this.days.add(`site:0:${day}`, 0, { payoutCents });
    const source = this.attributions.get(memberID);
    const count = type === 'sale' ? { salesCount: 1 } : {};
    if (source) this.sources.add(sourceKeyOf(source), 0, { ...count, salesCents: amountCents, payoutCents });
  }

  /** Counters have no record: they lie between what they were before the export began and at its end. @param {Document} atFrom */
  #compareCounters(atFrom) {
    for (const name of new Set([...Object.keys(this.counters), ...this.storedCounters.keys()])) {
      if (!/^(saleID|payrollID|payFileID|payFile:.*)$/.test(name)) continue;
      const value = this.storedCounters.get(name) ?? 0;
      const [least, most] = [atFrom[name] ?? 0, this.counters[name] ?? 0];
      if (value < least || value > most)
        this.report(
          `counter ${name}: is ${value}, the records give ${least === most ? most : `${least} to ${most}`}`,
        );
    }
  }
}

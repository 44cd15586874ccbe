import { contentHashOf, fieldsThatDiffer } from './canonical.mjs';
import { checkDigests } from './check-journal.mjs';
import { DerivedTotals } from './derived-totals.mjs';
import { daysAfter, daysIn, sourceKeyOf } from './figures.mjs';
import { Rates } from './rates.mjs';
import { byNumber } from './read-export.mjs';
import { settleEvents } from './replay-events.mjs';
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
const LISTS = /** @type {Written[]} */ (Object.keys(WRITTEN));
/** @typedef {(list: Written, document: Document) => void} Expect compares what a record must have written */

/**
 * Derives the ledger again, record by record, from the events and what the office did, and compares it with what is
 * stored.
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
  /** @type {DerivedTotals[]} */
  derived = [];
  /** Lists of records that this program does not know. @type {Set<string>} */
  unknown = new Set();

  /**
   * @param {Record<string, Document[]>} exported
   * @param {{ from: number, timeZone: string }} journal
   * @param {Report} report
   */
  constructor(exported, { from, timeZone }, report) {
    this.report = report;
    this.from = from;
    this.dayOf = daysIn(timeZone);
    const { journal = [], sealed = [], auditLog = [] } = exported;
    this.rates = new Rates(sealed, journal, auditLog);
    this.records = new Map(journal.map((record) => [record._id, record]));
    // There is no record 0: what names none is found there, and reported.
    const numberOf = (seq = 0) => seq;
    const { events = [] } = exported;
    this.taken = byNumber(events, ({ seq }) => numberOf(seq));
    const settled = events.filter(({ state }) => state !== 'waiting');
    this.settled = byNumber(settled, ({ settledBy, seq }) => numberOf(settledBy ?? seq));
    const written = LISTS.map((list) => [list, byNumber(exported[list] ?? [], ({ seq }) => numberOf(seq))]);
    this.written = /** @type {Record<Written, Map<number, Document[]>>} */ (Object.fromEntries(written));
    /** @param {Document} each the record that wrote it last */
    const seqOf = ({ seq, changedBy }) => numberOf(changedBy ?? seq);
    /** @param {string} what @param {string} file @param {string[]} keyFields what its key says is not compared */
    const derive = (what, file, ...keyFields) => {
      const left = new Set(['_id', 'seq', 'changedBy', ...keyFields]);
      const stored = (exported[file] ?? []).map((each) => {
        const value = Object.fromEntries(Object.entries(each).filter(([field]) => !left.has(field)));
        return /** @type {const} */ ([String(each._id), { seq: seqOf(each), value }]);
      });
      const kept = new DerivedTotals(what, new Map(stored), from, report);
      this.derived.push(kept);
      return kept;
    };
    this.days = derive('day total', 'dayTotals', 'kind', 'personID', 'day');
    this.sources = derive('source total', 'sourceTotals', 'affID', 'tid', 'lp');
    this.refunds = derive('refunded amount of sale', 'refunds');
    this.payees = derive('payee', 'payees');
    this.payFiles = derive('pay file', 'payFiles');
    this.payFileLines = derive('pay file line', 'payFileLines');
    this.approvals = derive('request', 'approvals');
    this.storedCounters = new Map((exported.counters ?? []).map(({ _id, value }) => [_id, value]));
  }

  run() {
    const maps = [this.records, this.taken, this.settled, ...Object.values(this.written)];
    const numbers = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b);
    let atFrom = {};
    for (const seq of numbers) {
      this.#record(seq);
      for (const each of this.derived) each.endRecord(seq);
      if (seq <= this.from) atFrom = { ...this.counters };
    }
    for (const each of this.derived) each.end();
    this.#compareCounters(atFrom);
  }

  /** @param {number} seq */
  #record(seq) {
    const record = this.records.get(seq);
    const taken = this.taken.get(seq) ?? [];
    const settled = this.settled.get(seq) ?? [];
    const writtenBy = (/** @type {Written} */ list) => this.written[list].get(seq) ?? [];
    const stored = Object.fromEntries(
      LISTS.map((list) => [list, new Map(writtenBy(list).map((each) => [each._id, each]))]),
    );
    if (record?.digests && record.kept === undefined) {
      const written = { entries: writtenBy('entries'), attributions: writtenBy('attributions') };
      checkDigests(record, { events: taken, settled, ...written }, this.report);
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
    settleEvents(this, { seq, stored, expect }, settled);
    if (record?.kept !== undefined) replayOffice(this, record, expect);
    for (const list of LISTS)
      for (const id of stored[list]?.keys() ?? []) this.report(`${WRITTEN[list]} ${id}: no record wrote it`);
  }

  /** Whom a member belongs to. @param {Document} attribution @param {number} seq */
  attribute(attribution, seq) {
    this.attributions.set(attribution._id, attribution);
    if (attribution.affID) this.sources.add(sourceKeyOf(attribution), seq, { joins: 1 });
  }

  /** The day itself, or the first open one after it. @param {string} payee @param {string} day */
  postedDayOf(payee, day) {
    const closed = this.closed.get(payee);
    return closed !== undefined && day <= closed ? daysAfter(closed, 1) : day;
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

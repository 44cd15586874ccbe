import { canonicalJson } from './canonical.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {{ seq: number, value: Document }} Stored */

/**
 * Values that records keep up, such as day totals, derived record by record. What is stored names the record that
 * wrote it last, and is compared with what is derived through that record; it may be as old as the export's first one.
 */
export class DerivedTotals {
  /** @type {Map<string, { value: Document, last: number, before: number }>} */
  #derived = new Map();
  /** @type {Set<string>} */
  #touched = new Set();
  /** @type {Set<string>} */
  #met = new Set();

  /**
   * @param {string} what e.g. `day total`
   * @param {Map<string, Stored>} stored
   * @param {number} from record before which everything is stored
   * @param {import('./read-export.mjs').Report} report
   */
  constructor(what, stored, from, report) {
    this.what = what;
    this.stored = stored;
    this.from = from;
    this.report = report;
  }

  /** A value, to be changed by this record. @param {string} key @param {number} seq @returns {Document} */
  touch(key, seq) {
    const derived = this.#derived.get(key) ?? { value: {}, last: 0, before: 0 };
    derived.last = seq;
    if (seq <= this.from) derived.before = seq;
    this.#derived.set(key, derived);
    this.#touched.add(key);
    return derived.value;
  }

  /** @param {string} key @param {number} seq @param {Document} increments */
  add(key, seq, increments) {
    const value = this.touch(key, seq);
    for (const [field, number] of Object.entries(increments)) value[field] = (value[field] ?? 0) + number;
  }

  /** @param {string} key */
  get(key) {
    return this.#derived.get(key)?.value;
  }

  /** Compares what names this record as its last. @param {number} seq */
  endRecord(seq) {
    for (const key of this.#touched) {
      const stored = this.stored.get(key);
      if (stored?.seq !== seq) continue;
      this.#met.add(key);
      this.#compare(key, stored.value, this.get(key) ?? {});
    }
    this.#touched.clear();
  }

  /** Reports what no record accounts for. */
  end() {
    for (const [key, { last, before }] of this.#derived) {
      const stored = this.stored.get(key);
      if (!stored) {
        if (before > 0) this.report(`${this.what} ${key}: missing, record ${last} wrote it`);
      } else if (!this.#met.has(key)) {
        this.report(`${this.what} ${key}: names record ${stored.seq} as its last, which did not write it`);
        this.#compare(key, stored.value, this.get(key) ?? {});
      } else if (stored.seq < before) {
        this.report(`${this.what} ${key}: is as record ${stored.seq} left it, record ${before} changed it`);
      }
    }
    for (const key of this.stored.keys())
      if (!this.#derived.has(key)) this.report(`${this.what} ${key}: no record wrote it`);
  }

  /** Fields without a value count as 0. @param {string} key @param {Document} stored @param {Document} derived */
  #compare(key, stored, derived) {
    for (const field of new Set([...Object.keys(derived), ...Object.keys(stored)])) {
      const [is, should] = [stored[field] || 0, derived[field] || 0];
      if (canonicalJson({ is }) !== canonicalJson({ is: should }))
        this.report(
          `${this.what} ${key}: ${field} is ${JSON.stringify(is)}, the records give ${JSON.stringify(should)}`,
        );
    }
  }
}

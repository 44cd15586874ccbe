import { daysAfter } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */

/** In force where neither an affiliate nor a group has rates (docs/RULES.md, Terms). */
const DEFAULT = { commission: 20 };

/** The change in force on a day: the latest that has begun, of equal days the one entered last. @param {Document[]} changes @param {string} day */
function inForce(changes, day) {
  let found;
  for (const change of changes)
    if (!change.withdrawnAt && change.from <= day && (!found || change.from >= found.from)) found = change;
  return found;
}

/**
 * @param {Document[]} own @param {(groupID: number) => Document[]} groupOf @param {string} day
 * @returns {{ name: string, rates: Document }}
 */
function termsOn(own, groupOf, day) {
  const terms = inForce(own, day) ?? own[0];
  if (terms?.own) return { name: 'own', rates: terms.own };
  const change = inForce(groupOf(terms?.groupID), day);
  return change
    ? { name: `group:${terms?.groupID}`, rates: change.rates }
    : { name: 'default', rates: DEFAULT };
}

/** @param {{ name: string, rates: Document }} terms @param {Document} sale @returns {{ commission: number, rule?: string }} */
function rateOf({ name, rates }, { day, joined, transactionType }) {
  if (rates.capDays !== undefined && joined && day > daysAfter(joined, rates.capDays))
    return { commission: rates.capCommission, rule: `${name}:cap` };
  const ofType = /^(initial|rebill)$/.test(transactionType) ? rates[transactionType] : undefined;
  if (ofType !== undefined) return { commission: ofType, rule: `${name}:${transactionType}` };
  return { commission: rates.commission, ...(name !== 'own' && { rule: name }) };
}

/** Which rates sales and staff may have been paid at, by the terms that are sealed and the journal's order of their changes. */
export class Rates {
  /** @type {Map<string, Document>} */
  #terms = new Map();
  /** Records that put changes into the journal's order, by subject. @type {Map<string, { seq: number, change: number }[]>} */
  #ordered = new Map();
  /** Commissions that staff had, by subject. @type {Map<string, Set<number>>} */
  #staff = new Map();
  /** Staff who were erased, and with them what the audit log said of their commissions. @type {Set<string>} */
  #erased = new Set();

  /** @param {Document[]} sealed @param {Document[]} journal @param {Document[]} lines of the audit log */
  constructor(sealed, journal, lines) {
    for (const { _id, parts } of sealed) if (parts.terms) this.#terms.set(_id, parts.terms);
    for (const { _id: seq, details } of journal) {
      if (details?.change === undefined) continue;
      const { affID, groupID, change } = details;
      const subject = groupID === undefined ? `affiliate:${affID}` : `commissionGroup:${groupID}`;
      this.#ordered.set(subject, [...(this.#ordered.get(subject) ?? []), { seq, change }]);
    }
    for (const { subject, before, after, erasedBy } of lines) {
      if (subject?.type !== 'staff') continue;
      if (erasedBy !== undefined) this.#erased.add(subject.id);
      const known = this.#staff.get(subject.id) ?? new Set();
      for (const { commission } of [before ?? {}, after ?? {}])
        if (commission !== undefined) known.add(commission);
      this.#staff.set(subject.id, known);
    }
  }

  /**
   * Changes as a record may have been planned with them: those that the journal ordered before it, and any number of those
   * after them, since a change counts once it is stored.
   * @param {string} subject @param {Document[]} changes @param {number} seq
   */
  #possible(subject, changes, seq) {
    const before = (this.#ordered.get(subject) ?? []).filter((each) => each.seq < seq);
    const least = Math.max(1, ...before.map(({ change }) => change));
    const length = Math.max(1, changes.length - least + 1);
    return Array.from({ length }, (_, index) => changes.slice(0, least + index));
  }

  /** @param {number} seq @param {Document} event a sale @param {string | undefined} joined @returns {boolean} */
  isRateOfSale(seq, { affID, day, commission, rule, body }, joined) {
    const terms = this.#terms.get(`affiliate:${affID}`);
    if (!terms) return false;
    if (!terms.terms) return commission === terms.commission && rule === undefined;
    const sale = { day, joined, transactionType: body.transactionType };
    return this.#possible(`affiliate:${affID}`, terms.terms, seq).some((own) => {
      const { groupID = 0 } = inForce(own, day) ?? {};
      const subject = `commissionGroup:${groupID}`;
      const groups = this.#possible(subject, this.#terms.get(subject)?.changes ?? [], seq);
      return groups.some((group) => {
        const terms = termsOn(own, () => group, day);
        const rate = rateOf(terms, sale);
        return rate.commission === commission && rate.rule === rule;
      });
    });
  }

  /** Whether a member of staff ever had a commission; of who was erased nobody can say. @param {number} staffID @param {number} commission */
  isRateOfStaff(staffID, commission) {
    if (this.#terms.get(`staff:${staffID}`)?.commission === commission) return true;
    const known = this.#staff.get(String(staffID))?.has(commission) ?? false;
    return known || this.#erased.has(String(staffID));
  }

  /** The commission that an account shows must have been in force by its terms. @param {Document[]} sealed @param {string} day @param {Report} report */
  checkShown(sealed, day, report) {
    for (const { _id, parts, commission, erasedAt } of sealed) {
      if (!_id.startsWith('affiliate:') || !parts.terms?.terms || erasedAt) continue;
      const own = /** @type {Document[]} */ (parts.terms.terms);
      const groupOf = (/** @type {number} */ groupID) =>
        /** @type {Document[]} */ (this.#terms.get(`commissionGroup:${groupID}`)?.changes ?? []);
      const changes = [...own, ...own.flatMap(({ groupID }) => groupOf(groupID))];
      const days = [day, ...changes.map(({ from }) => from).filter((from) => from <= day)];
      const rates = days.map((each) => termsOn(own, groupOf, each).rates.commission);
      if (!rates.includes(commission))
        report(`${_id}: its commission is ${commission}, its terms give ${rates[0]}`);
    }
  }
}

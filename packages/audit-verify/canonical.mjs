import { createHash } from 'node:crypto';

/** @typedef {Record<string, any>} Document a line of an export */

export const GENESIS = '0'.repeat(64);

/** @param {string | Buffer} data */
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * JSON with the fields in the order of their names, without those that have no value (docs/RULES.md, Proof).
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalJson(value) {
  return JSON.stringify(value, (_key, field) => {
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return field;
    const fields = Object.entries(field).filter(([, each]) => each !== undefined && each !== null);
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Fields in which two documents differ. @param {Document} one @param {Document} other */
export function fieldsThatDiffer(one, other) {
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return fields.filter((field) => canonicalJson({ it: one[field] }) !== canonicalJson({ it: other[field] }));
}

/** @param {Document} event */
export function contentHashOf({ _id: eventID, type, at, body }) {
  const content = Object.entries({ ...body, eventID, type, at }).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** What a link carries besides its source and landing page. */
export const SUB_IDS = ['s1', 's2', 's3', 's4', 's5'];

/** A rule stands at the end of a line where there is one. @param {string | undefined} rule */
const given = (rule) => (rule === undefined || rule === null ? [] : [rule]);

/** Lines over which records of events have digests (docs/RULES.md, Proof). */
export const LINES = {
  /** @param {Document} event */
  events: ({ _id, hash }) => JSON.stringify([_id, hash]),
  /** @param {Document} event */
  settled: ({ _id, state, reason, saleID, affID, commission, tid, lp, rule }) =>
    JSON.stringify([_id, state, reason, saleID, affID, commission, tid, lp, ...given(rule)]),
  /** @param {Document} entry */
  entries: (entry) => {
    const { _id, payee, type, at, day, postedDay, amountCents, payoutCents, commission } = entry;
    const own = [_id, payee, type, Date.parse(at), day, postedDay, amountCents, payoutCents, commission];
    const { memberID, saleID, transactionType, rule } = entry;
    return JSON.stringify([...own, memberID, saleID, transactionType, ...given(rule)]);
  },
  /** @param {Document} attribution */
  attributions: ({ _id, affID, tid, lp, day, ...subs }) =>
    JSON.stringify([_id, affID, tid, lp, day, ...SUB_IDS.map((id) => subs[id] ?? '')]),
};

/** @param {string[]} lines */
export const digestOf = (lines) => (lines.length > 0 ? sha256(lines.sort().join('\n')) : undefined);

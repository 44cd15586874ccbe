import { canonicalJson } from './canonical.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */

/**
 * Compares the audit log's lines of the journal with the records that they belong to.
 * @param {Document[]} lines @param {Document[]} journal @param {number} number the last record @param {Report} report
 */
export function checkJournalLines(lines, journal, number, report) {
  const stored = new Map();
  for (const line of lines) {
    const [, seq] = /^journal:(\d+):\d+$/.exec(line._id) ?? [];
    if (seq !== undefined && Number(seq) <= number) stored.set(line._id, line);
  }
  for (const { _id: seq, at, audits = [] } of journal) {
    for (const [index, audit] of audits.entries()) {
      const _id = `journal:${seq}:${index}`;
      const should = { ...audit, _id, at, subject: { ...audit.subject, id: String(audit.subject.id) } };
      const line = stored.get(_id);
      stored.delete(_id);
      if (!line) report(`audit log ${_id}: missing, record ${seq} wrote it`);
      else if (canonicalJson(line) !== canonicalJson(should))
        report(`audit log ${_id}: is not what record ${seq} wrote`);
    }
  }
  for (const id of stored.keys()) report(`audit log ${id}: no record wrote it`);
}

import { canonicalJson, GENESIS, sha256 } from './canonical.mjs';

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

/**
 * Checks the chain of the lines that no record of the journal wrote.
 * @param {Document[]} lines @param {number} number of the last line that there must be
 * @param {import('./check-journal.mjs').Digest[]} digests written down earlier @param {Report} report
 * @param {import('./proof-keys.mjs').ProofKeys} keys
 */
export function checkAuditChain(lines, number, digests, report, keys) {
  const own = lines.filter(({ _id }) => !_id.startsWith('journal:'));
  const chained = new Map(
    own.filter(({ _id, seq }) => _id === `entry:${seq}`).map((line) => [line.seq, line]),
  );
  let before = /** @type {string | undefined} */ (GENESIS);
  for (let seq = 1; seq <= number; seq += 1) {
    const { hash, ...line } = chained.get(seq) ?? {};
    const name = `audit log entry:${seq}`;
    const problem = hash === undefined ? 'is missing' : problemOf({ ...line, hash }, chained, keys);
    if (problem) report(`${name}: ${problem}`);
    else if (before !== undefined && line.prev !== before) report(`${name}: does not follow the one before`);
    before = hash;
  }
  for (const { number: seq, hash } of digests) {
    if (seq > number) report(`audit log: cut off after line ${number}, a digest names line ${seq}`);
    else if (seq > 0 && chained.get(seq)?.hash !== hash)
      report(`audit log entry:${seq}: its hash is not that of the digest`);
  }
  for (const line of own) if (chained.get(line.seq) !== line) report(`audit log ${line._id}: is in no chain`);
}

/** Texts for which digests stand in the hash, so that they can be erased with a person (docs/RULES.md, Proof). @type {Record<string, (line: Document) => unknown>} */
const TEXTS = {
  email: ({ actor }) => actor?.emailAddress,
  address: ({ address }) => address,
  before: ({ before }) => before,
  after: ({ after }) => after,
};
/** Fields that the hash of a line with digests does not cover. */
const NOT_HASHED = new Set(['hash', 'salts', 'erasedBy', 'address', 'before', 'after']);

const ALTERED = 'is not what was written';

/**
 * @param {Document} line @param {ReadonlyMap<number, Document>} chained @param {import('./proof-keys.mjs').ProofKeys} keys
 * @returns {string | undefined}
 */
function problemOf(line, chained, keys) {
  const erasable = line.erasedBy === undefined ? [] : erasableOf(line, chained);
  if (line.erasedBy !== undefined && erasable.length === 0) return ALTERED;
  const { kind, id } = line.actor ?? {};
  const own = Object.entries(line).filter(([name]) => !NOT_HASHED.has(name));
  const content = { ...Object.fromEntries(own), actor: { kind, id } };
  const problem = keys.problemOf(line.keyID, content, line.hash, ALTERED);
  if (problem) return problem;
  const areRight = Object.entries(TEXTS).every(([name, textOf]) => {
    const [text, salt, digest] = [textOf(line), line.salts?.[name], line.digests?.[name]];
    if (!text) return salt === undefined && (digest === undefined || erasable.includes(name));
    return salt !== undefined && digest === sha256(canonicalJson([salt, text]));
  });
  return areRight ? undefined : ALTERED;
}

/** Lines that say something of a person under another subject: of whose kind that person is. @type {Record<string, string[]>} */
const UNDER = { image: ['staff', 'member'], profile: ['staff'], export: ['affiliate', 'staff', 'member'] };

/**
 * The texts of a line that may be missing: those that an erasure takes of the person whom the line is about or who did it,
 * whose own lines lose the email and the address as well.
 * @param {Document} line @param {ReadonlyMap<number, Document>} chained
 * @returns {string[]} none if the line that it names erased nobody whom it may concern
 */
function erasableOf({ erasedBy, actor, subject }, chained) {
  const [, seq] = /^entry:(\d+)$/.exec(erasedBy) ?? [];
  const erasure = chained.get(Number(seq));
  if (erasure?.action !== 'person.erasure-begun') return [];
  const { type: erased, id: erasedID } = erasure.subject;
  const isOwn = actor?.kind === erased && String(actor.id) === erasedID;
  const isAbout = subject.type === erased ? subject.id === erasedID : UNDER[subject.type]?.includes(erased);
  if (!isOwn && !isAbout) return [];
  return ['before', 'after', ...(isOwn || actor?.kind === 'visitor' ? ['email', 'address'] : [])];
}

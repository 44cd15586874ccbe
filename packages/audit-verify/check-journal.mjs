import { digestOf, GENESIS, LINES, sha256 } from './canonical.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */
/** @typedef {{ number: number, hash: string }} Digest */

/**
 * Checks the chain of the journal.
 * @param {Document[]} journal @param {number} number of the last record that there must be
 * @param {Digest[]} digests written down earlier @param {Report} report @param {import('./proof-keys.mjs').ProofKeys} keys
 */
export function checkChain(journal, number, digests, report, keys) {
  const records = new Map(journal.map((record) => [record._id, record]));
  for (let seq = 1; seq <= number; seq += 1) {
    const record = records.get(seq);
    if (!record) report(`journal record ${seq}: is missing`);
    else checkRecord(record, seq === 1 ? GENESIS : records.get(seq - 1)?.hash, report, keys);
  }
  for (const { number: seq, hash } of digests) {
    if (seq === 0) continue;
    if (seq > number) report(`journal: cut off after record ${number}, a digest names record ${seq}`);
    else if (records.get(seq)?.hash !== hash)
      report(`journal record ${seq}: its hash is not that of the digest`);
  }
}

/**
 * @param {Document} record @param {string | undefined} before hash of the record before @param {Report} report
 * @param {import('./proof-keys.mjs').ProofKeys} keys
 */
function checkRecord(record, before, report, keys) {
  const { _id, at, writer, note, audits, details, digests, prev, keyID, hash, kept } = record;
  const name = `journal record ${_id}`;
  if (hash === undefined) {
    report(`${name}: has no hash`);
    return;
  }
  if (before !== undefined && prev !== before) report(`${name}: does not follow the one before`);
  const content = { _id, at, writer, note, audits, details, digests, prev, keyID };
  const problem = keys.problemOf(keyID, content, hash, 'its content is not that of its hash');
  if (problem) report(`${name}: ${problem}`);
  if ((kept === undefined ? undefined : sha256(kept)) !== digests?.kept)
    report(`${name}: what it keeps is not what was appended`);
}

/** Names of so few are said with the record. */
const NAMED = 10;

/** Checks a record of events. @param {Document} record @param {Record<keyof typeof LINES, Document[]>} stored of it @param {Report} report */
export function checkDigests({ _id, digests }, stored, report) {
  for (const [name, documents] of Object.entries(stored)) {
    const list = /** @type {keyof typeof LINES} */ (name);
    if (digestOf(documents.map(LINES[list])) === digests[list]) continue;
    const ids = documents.map((each) => each._id);
    const named = ids.length > 0 && ids.length <= NAMED ? `, now ${ids.join(', ')}` : `, now ${ids.length}`;
    report(`journal record ${_id}: its ${WORDS[list]} are not those that it recorded${named}`);
  }
}

const WORDS = {
  events: 'events',
  settled: 'settled events',
  entries: 'entries',
  attributions: 'attributions',
};

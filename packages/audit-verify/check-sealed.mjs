/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./read-export.mjs').Report} Report */
/** @typedef {import('./proof-keys.mjs').ProofKeys} ProofKeys */

/** What a part of a record is called. @type {Record<string, string>} */
const WORDS = { terms: 'terms', payment: 'payment details', access: 'permissions', record: 'fields' };

/** @param {string | undefined} seal `keyID.signature` */
const split = (seal = '') => [seal.slice(0, seal.indexOf('.')), seal.slice(seal.indexOf('.') + 1)];

/**
 * Whether a seal is that of these values.
 * @param {ProofKeys} keys @param {string} subject @param {string} part @param {unknown} values @param {string | undefined} seal
 */
function sealProblem(keys, subject, part, values, seal) {
  if (seal === undefined) return 'no seal';
  const [keyID, signature] = split(seal);
  return keys.problemOf(keyID, { subject, part, values }, signature, 'not as saved');
}

/**
 * Compares what is in force with its seals, and with those of the last line of the audit log that changed it: who changes
 * it in the database can make no seal, and an older state has the seal of an older line.
 * @param {Document[]} records @param {Document[]} lines of the audit log @param {number} from line before which everything is in the records
 * @param {ProofKeys} keys @param {Report} report
 */
export function checkSealed(records, lines, from, keys, report) {
  const recorded = sealsBySubject(lines);
  for (const { _id, parts, seals = {} } of records) {
    const lasts = recorded.get(_id);
    recorded.delete(_id);
    for (const [part, values] of Object.entries(parts)) {
      const problem = sealProblem(keys, _id, part, values, seals[part]);
      if (problem) report(`${_id}, ${WORDS[part]}: ${problem}`);
      const of = (lasts ?? []).filter((line) => line.seals[part] !== undefined);
      const before = of.filter(({ seq }) => seq <= from).slice(-1);
      const possible = [...before, ...of.filter(({ seq }) => seq > from)];
      if (possible.length > 0 && !possible.some((line) => line.seals[part] === seals[part]))
        report(`${_id}, ${WORDS[part]}: not those of ${possible.at(-1)?._id} of the audit log`);
    }
  }
  for (const [subject, [line]] of recorded)
    report(`${subject}: is missing, ${line?._id} of the audit log changed it`);
}

/** Lines with seals, by whom they are about, in their order. @param {Document[]} lines @returns {Map<string, Document[]>} */
export function sealsBySubject(lines) {
  const found = new Map();
  for (const line of lines.filter(({ seals }) => seals).sort((a, b) => a.seq - b.seq)) {
    const subject = `${line.subject.type}:${line.subject.id}`;
    found.set(subject, [...(found.get(subject) ?? []), line]);
  }
  return found;
}

/**
 * Checks the history of payment details: each entry by its seal, and that every change in the audit log has one.
 * @param {Document[]} changes @param {Document[]} lines @param {number} from @param {ProofKeys} keys @param {Report} report
 */
export function checkPaymentChanges(changes, lines, from, keys, report) {
  const known = new Set();
  for (const { seal, ...change } of changes) {
    const problem = sealProblem(keys, change._id, 'change', change, seal);
    if (problem) report(`payment change ${change._id}: ${problem}`);
    known.add(`${change.kind}:${change.personID} ${change.payment}`);
  }
  // By the log: who can write to the database can say of a record that its person was erased.
  const erasures = lines.filter(({ action }) => action === 'person.erasure-begun');
  const erased = new Set(erasures.map(({ subject }) => `${subject.type}:${subject.id}`));
  for (const [subject, changed] of sealsBySubject(lines)) {
    if (erased.has(subject)) continue;
    for (const { _id, seq, seals } of changed)
      if (seals.payment && seq <= from && !known.has(`${subject} ${seals.payment}`))
        report(`payment change of ${subject}: missing, ${_id} of the audit log made it`);
  }
}

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkAuditChain, checkJournalLines } from './check-audit-log.mjs';
import { checkLinkDays, checkRunRows, checkWaiting } from './check-derived.mjs';
import { checkChain } from './check-journal.mjs';
import { checkMemberPerformances, checkPerformances, checkStaffPerformances } from './check-performance.mjs';
import { checkPaymentChanges, checkSealed } from './check-sealed.mjs';
import { ProofKeys } from './proof-keys.mjs';
import { readDocuments, readManifest, Unreadable } from './read-export.mjs';
import { Replay } from './replay.mjs';

const USAGE = `Checks an export of the ledger (npm run audit:export) without the product and without a database: derives every
balance, total and payment again from the events and what the office did, checks the chain of the journal, and names
what differs.

  npm run audit:verify -- DIR [--digest NUMBER:HASH]… [--audit-digest NUMBER:HASH]… [--manifest FILE]…
                       [--anchors FILE]…

  --digest    a digest of the journal from the worker's log: that record must be there with that hash
  --audit-digest  the same of the audit log
  --manifest  the manifest of an earlier export, whose digests are checked in the same way
  --anchors   a file to which the worker appends the digests of each day (PROOF_FILE)

The keys under which records are signed are taken from PROOF_KEY of the environment, as the servers have it. What can't be
ruled out without them, or without digests from elsewhere, is said first.

Exit code 1 when anything differs, 2 when DIR can't be read.`;

/** Differences printed one by one. */
const SHOWN = 1000;

/** @typedef {Pick<Console, 'log' | 'error' | 'info'>} Output `info`: what is said first */

/** The whole command. @param {string[]} args @param {Output} output @param {NodeJS.ProcessEnv} env @returns {Promise<number>} exit code */
export async function auditVerify(args, output, env) {
  try {
    return await verifyAndReport(args, output, new ProofKeys(env.PROOF_KEY));
  } catch (error) {
    output.error(error instanceof Unreadable ? error.message : error);
    return 2;
  }
}

/** @param {string[]} args @param {Output} output @param {ProofKeys} keys @returns {Promise<number>} exit code */
async function verifyAndReport(args, output, keys) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      digest: { type: 'string', multiple: true, default: [] },
      'audit-digest': { type: 'string', multiple: true, default: [] },
      manifest: { type: 'string', multiple: true, default: [] },
      anchors: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [directory] = positionals;
  if (values.help || !directory) {
    output.log(USAGE);
    return values.help ? 0 : 2;
  }
  let count = 0;
  const report = (/** @type {string} */ line) => {
    count += 1;
    if (count <= SHOWN) output.error(line);
  };
  const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
  const days = values.anchors.flatMap((file) => read(file).split('\n').flatMap(wholeJson));
  const anchors = [...days, ...values.manifest.map((file) => JSON.parse(read(file)))];
  const digests = {
    journal: [...values.digest.map(digestOf), ...anchors.map(({ journal }) => journal)],
    auditLog: [...values['audit-digest'].map(digestOf), ...anchors.map(({ auditLog }) => auditLog)],
  };
  for (const line of limitsOf(digests, keys)) output.info(line);
  const summary = await verify(directory, digests, keys, report);
  if (count > SHOWN) output.error(`… and ${count - SHOWN} more`);
  for (const line of summary) output.log(line);
  output.log(count ? `${count} differences` : 'Nothing differs.');
  return count ? 1 : 0;
}

/** A line of JSON; nothing for one that a full disk cut short. @param {string} line */
function wholeJson(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** @param {string} text */
function digestOf(text) {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!hash) throw new Unreadable(`--digest ${text}: say NUMBER:HASH as the worker's log has it`);
  return { number: Number(number), hash };
}

/** @typedef {Record<'journal' | 'auditLog', import('./check-journal.mjs').Digest[]>} Digests from outside the database */

/** What no record proves. */
const UNPROVED =
  'No record proves: clicks of links, mails that were deleted, rows of runs that paid nobody yet, ratings of pictures, passwords and second factors.';

/** What this run can't rule out, for want of keys and of digests that the database's owner can't change. @param {Digests} digests @param {ProofKeys} keys */
function limitsOf({ journal, auditLog }, keys) {
  const last = (/** @type {import('./check-journal.mjs').Digest[]} */ list) =>
    Math.max(0, ...list.map(({ number }) => number));
  const [record, line] = [last(journal), last(auditLog)];
  return [
    keys.isKnown
      ? 'Signatures are checked under PROOF_KEY.'
      : 'Without PROOF_KEY no signature is checked: who can write to the database may have appended or remade any record, line and account.',
    record || line
      ? `Outside anchors: the journal through record ${record}, the audit log through line ${line}. What came after them may have been cut off.`
      : 'Without an outside anchor (--anchors, --digest, --manifest) the end of the journal and of the audit log may have been cut off, or all of it be an older state.',
    UNPROVED,
  ];
}

/**
 * @param {string} directory @param {Digests} digests @param {ProofKeys} keys
 * @param {import('./read-export.mjs').Report} report
 * @returns {Promise<string[]>} what was checked
 */
async function verify(directory, digests, keys, report) {
  const manifest = readManifest(directory);
  const { number, from, hash } = manifest.journal;
  /** @type {Record<string, import('./canonical.mjs').Document[]>} */
  const exported = {};
  for (const name of Object.keys(manifest.files))
    exported[name] = await readDocuments(directory, manifest, name, report);
  const of = (/** @type {string} */ name) => exported[name] ?? [];
  const { auditLog = [], events = [], entries = [], linkDays = [], sealed = [] } = exported;
  const own = hash === undefined ? [] : [{ number, hash }];
  checkChain(of('journal'), number, [...own, ...digests.journal], report, keys);
  checkJournalLines(auditLog, of('journal'), number, report);
  const audited = manifest.auditLog;
  checkAuditChain(auditLog, audited.number, [audited, ...digests.auditLog], report, keys);
  const replay = new Replay(exported, { from, timeZone: manifest.timeZone }, report);
  replay.run();
  checkSealed(sealed, auditLog, audited.from, keys, report);
  checkPaymentChanges(of('paymentChanges'), auditLog, audited.from, keys, report);
  replay.rates.checkShown(sealed, replay.dayOf(manifest.exportedAt), report);
  checkWaiting(events, replay.attributions, report);
  checkLinkDays(linkDays, of('linkCursor')[0]?.seq ?? 0, exported, report);
  checkPerformances(of('performances'), linkDays, report);
  checkStaffPerformances(of('staffPerformances'), of('dayTotals'), entries, report);
  checkMemberPerformances(of('memberPerformances'), events, of('refunds'), report);
  checkRunRows(of('runPages'), replay.payrolls, report);
  const counts = `${events.length} events, ${entries.length} entries, ${of('payrolls').length} payrolls`;
  const unknown = [...replay.unknown].sort().join(', ');
  return [`Journal records 1 to ${number}, ${counts}.`, ...(unknown ? [`Not checked: ${unknown}.`] : [])];
}

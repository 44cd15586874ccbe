import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkAuditChain, checkJournalLines } from './check-audit-log.mjs';
import { checkChain } from './check-journal.mjs';
import { readDocuments, readManifest, Unreadable } from './read-export.mjs';
import { Replay } from './replay.mjs';

const USAGE = `Checks an export of the ledger (npm run audit:export) without the product and without a database: derives every
balance, total and payment again from the events and what the office did, checks the chain of the journal, and names
what differs.

  npm run audit:verify -- DIR [--digest NUMBER:HASH]… [--audit-digest NUMBER:HASH]… [--manifest FILE]…

  --digest    a digest of the journal from the worker's log: that record must be there with that hash
  --audit-digest  the same of the audit log
  --manifest  the manifest of an earlier export, whose digests are checked in the same way

Exit code 1 when anything differs, 2 when DIR can't be read.`;

/** Differences printed one by one. */
const SHOWN = 1000;

/**
 * The whole command.
 * @param {string[]} args as on the command line
 * @param {Pick<Console, 'log' | 'error'>} output
 * @returns {Promise<number>} exit code
 */
export async function auditVerify(args, output) {
  try {
    return await verifyAndReport(args, output);
  } catch (error) {
    output.error(error instanceof Unreadable ? error.message : error);
    return 2;
  }
}

/** @param {string[]} args @param {Pick<Console, 'log' | 'error'>} output @returns {Promise<number>} exit code */
async function verifyAndReport(args, output) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      digest: { type: 'string', multiple: true, default: [] },
      'audit-digest': { type: 'string', multiple: true, default: [] },
      manifest: { type: 'string', multiple: true, default: [] },
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
  const manifests = values.manifest.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const digests = {
    journal: [...values.digest.map(digestOf), ...manifests.map(({ journal }) => journal)],
    auditLog: [...values['audit-digest'].map(digestOf), ...manifests.map(({ auditLog }) => auditLog)],
  };
  const summary = await verify(directory, digests, report);
  if (count > SHOWN) output.error(`… and ${count - SHOWN} more`);
  for (const line of summary) output.log(line);
  output.log(count ? `${count} differences` : 'Nothing differs.');
  return count ? 1 : 0;
}

/** @param {string} text */
function digestOf(text) {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!hash) throw new Unreadable(`--digest ${text}: say NUMBER:HASH as the worker's log has it`);
  return { number: Number(number), hash };
}

/**
 * @param {string} directory @param {Record<'journal' | 'auditLog', import('./check-journal.mjs').Digest[]>} digests
 * @param {import('./read-export.mjs').Report} report
 * @returns {Promise<string[]>} what was checked
 */
async function verify(directory, digests, report) {
  const manifest = readManifest(directory);
  const { number, from, hash } = manifest.journal;
  /** @type {Record<string, import('./canonical.mjs').Document[]>} */
  const exported = {};
  for (const name of Object.keys(manifest.files))
    exported[name] = await readDocuments(directory, manifest, name, report);
  const { journal = [], auditLog = [], events = [], entries = [], payrolls = [] } = exported;
  const own = hash === undefined ? [] : [{ number, hash }];
  checkChain(journal, number, [...own, ...digests.journal], report);
  checkJournalLines(auditLog, journal, number, report);
  const audited = manifest.auditLog;
  checkAuditChain(auditLog, audited.number, [audited, ...digests.auditLog], report);
  const replay = new Replay(exported, { from, timeZone: manifest.timeZone }, report);
  replay.run();
  const summary = [
    `Journal records 1 to ${number}, ${events.length} events, ${entries.length} entries, ${payrolls.length} payrolls.`,
  ];
  if (replay.unknown.size > 0) summary.push(`Not checked: ${[...replay.unknown].sort().join(', ')}.`);
  return summary;
}

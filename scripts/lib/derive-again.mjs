import { auditVerify } from '../../packages/audit-verify/audit-verify.mjs';

/**
 * What `npm run audit:verify` finds in an export: it derives the whole ledger again from the events and what the office did.
 * @param {string} directory of the export @param {string} proofKey as PROOF_KEY has it @returns {Promise<string[]>} a line each
 */
export async function differencesOf(directory, proofKey) {
  /** @type {string[]} */
  const differences = [];
  const error = (/** @type {unknown} */ line) => differences.push(String(line));
  await auditVerify([directory], { log() {}, info() {}, error }, { PROOF_KEY: proofKey });
  return differences;
}

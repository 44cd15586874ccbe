/** Lines taken in at once: few round trips, and a journal record far below the database's limit of 16 MB. */
const BATCH = 4000;

/**
 * @typedef {object} ImportTotals
 * @property {number} accepted
 * @property {number} waiting
 * @property {number} duplicates
 * @property {import('@partnerdesk/contracts').RefusedEvent[]} refused
 */

/**
 * Takes in NDJSON of any size, a batch at a time. Safe to repeat and to resume: what is known changes nothing.
 * @param {import('./domain.mjs').Domain} domain
 * @param {AsyncIterable<{ bytes?: Buffer, length: number }>} lines as byteLines yields them
 * @param {(bytes: number) => void} [onProgress] receives how many bytes are done
 * @returns {Promise<ImportTotals>}
 */
export async function importEvents(domain, lines, onProgress) {
  /** @type {ImportTotals} */
  const totals = { accepted: 0, waiting: 0, duplicates: 0, refused: [] };
  /** @type {Parameters<typeof domain.ingestEvents>[0][number][]} */
  let batch = [];
  let bytes = 0;
  let line = 0;
  const flush = async () => {
    const result = await domain.ingestEvents(batch);
    totals.accepted += result.accepted;
    totals.waiting += result.waiting;
    totals.duplicates += result.duplicates;
    totals.refused.push(...result.refused);
    batch = [];
    onProgress?.(bytes);
  };
  for await (const { bytes: text, length } of lines) {
    line += 1;
    bytes += length;
    const read = text ? domain.readEventLine(text, line) : { line, parseError: 'This line is too long' };
    if (!read) continue;
    batch.push(read);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length) await flush();
  return totals;
}

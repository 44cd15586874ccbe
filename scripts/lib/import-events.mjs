/** Lines of a call, and calls under way: while one record is applied, the next one is planned. */
const BATCH = 4000;
const UNDER_WAY = 3;

/**
 * @typedef {object} ImportTotals
 * @property {number} accepted
 * @property {number} waiting
 * @property {number} duplicates
 * @property {import('@partnerdesk/contracts').RefusedEvent[]} refused
 */

/** @typedef {{ bytes?: Buffer, length: number }} Line */

/**
 * Takes in NDJSON of any size, a batch at a time. Safe to repeat and to resume: what is known changes nothing.
 * @param {import('./domain.mjs').Domain} domain
 * @param {AsyncIterable<Line> | Iterable<Line>} lines as byteLines yields them
 * @param {(bytes: number) => void} [onProgress] receives how many bytes are done
 * @param {ImportTotals} [totals] of a part before, to which this one is added
 */
export async function importEvents(
  domain,
  lines,
  onProgress,
  totals = { accepted: 0, waiting: 0, duplicates: 0, refused: [] },
) {
  /** @type {Parameters<typeof domain.ingestEvents>[0][number][]} */
  let batch = [];
  let bytes = 0;
  let line = 0;
  /** @type {Promise<void>[]} */
  const underWay = [];
  const flush = async () => {
    const upTo = bytes;
    const taken = domain.ingestEvents(batch).then(({ accepted, waiting, duplicates, refused }) => {
      totals.accepted += accepted;
      totals.waiting += waiting;
      totals.duplicates += duplicates;
      totals.refused.push(...refused);
      onProgress?.(upTo);
    });
    // A failure is reported where it is awaited.
    taken.catch(() => {});
    underWay.push(taken);
    batch = [];
    if (underWay.length === UNDER_WAY) await underWay.shift();
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
  await Promise.all(underWay);
  // What waited for events of this file is in the figures when the command ends.
  await domain.requestReleases();
  return totals;
}

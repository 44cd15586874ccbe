const NEW_LINE = 0x0a;
/** No event is nearly as long. */
const MAX_LINE_BYTES = 1_000_000;

/**
 * The lines of a file of any size as bytes, without their ends.
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks @param {number} [maxBytes]
 * @returns {AsyncGenerator<{ bytes?: Buffer, length: number }>} without bytes: longer than `maxBytes`; `length` with
 *   the line's end
 */
export async function* byteLines(chunks, maxBytes = MAX_LINE_BYTES) {
  /** @type {Buffer[]} */
  let pieces = [];
  let length = 0;
  const keep = (/** @type {Buffer} */ piece) => {
    length += piece.length;
    if (length <= maxBytes) pieces.push(piece);
  };
  const take = () => {
    const bytes = length <= maxBytes ? Buffer.concat(pieces) : undefined;
    const taken = { ...(bytes && { bytes }), length: length + 1 };
    pieces = [];
    length = 0;
    return taken;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length) yield take();
}

/** Lines of a call, and calls under way: while one record is applied, the next one is planned. */
const BATCH = 4000;
const UNDER_WAY = 3;

/** @typedef {import('@partnerdesk/contracts').IngestResult} ImportTotals @typedef {{ bytes?: Buffer, length: number }} Line */

/**
 * Takes in NDJSON of any size, a batch at a time. Safe to repeat and to resume: what is known changes nothing.
 * @param {import('./domain.mjs').Domain} domain @param {AsyncIterable<Line> | Iterable<Line>} lines as byteLines yields them
 * @param {(bytes: number) => void} [onProgress] receives how many bytes are done
 * @param {ImportTotals} [before] of an earlier part, to which this one is added
 */
export async function importEvents(domain, lines, onProgress, before) {
  const totals = before ?? { accepted: 0, waiting: 0, duplicates: 0, refused: [] };
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

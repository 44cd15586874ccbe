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

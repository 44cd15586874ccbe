import { setImmediate as otherWork } from 'node:timers/promises';
import { AppError, MAX_RESULT_FILE_BYTES } from '@partnerdesk/contracts';

/** A file's bytes in their order, as they arrive. */
export type FileContent = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes that are read between two turns of other work: about a millisecond's. */
const PIECE_BYTES = 64 * 1024;

/** Not a character that a text file has: control characters such as the zeros of UTF-16, and what is no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffd]/;

/** A file of a bank or of PayPal that cannot be taken: where and why. Nothing of it is applied. */
export function refusedFile(line: number, reason: string): AppError {
  const text = `Line ${line}: ${reason}`;
  return new AppError('invalid_input', text, { file: text });
}

/**
 * A file's text piece by piece, without a byte order mark; other work of the process comes between two pieces. A
 * reader holds one piece, and stops at the first that cannot be right.
 * @throws AppError payload_too_large over 20 MB; invalid_input for what is no UTF-8 text, with its line
 */
export async function* textsOfFile(content: FileContent): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = 1;
  const checked = (text: string): string => {
    const broken = text.search(NO_TEXT);
    if (broken !== -1)
      throw refusedFile(line + lineEnds(text.slice(0, broken)), 'This is no text file in UTF-8');
    line += lineEnds(text);
    return text;
  };
  let size = 0;
  for await (const bytes of content) {
    size += bytes.length;
    if (size > MAX_RESULT_FILE_BYTES) {
      const text = 'The file is larger than 20 MB';
      throw new AppError('payload_too_large', text, { file: text });
    }
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      yield checked(decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true }));
      await otherWork();
    }
  }
  yield checked(decoder.decode());
}

/** Counted without a list of lines: 20 MB of line ends have many. */
function lineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 10) count += 1;
  return count;
}

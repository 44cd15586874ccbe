import { AppError, MAX_RESULT_FILE_BYTES } from '@partnerdesk/contracts';

/** A file of a bank or of PayPal that cannot be taken: where and why. Nothing of it is applied. */
export function refusedFile(line: number, reason: string): AppError {
  const text = `Line ${line}: ${reason}`;
  return new AppError('invalid_input', text, { file: text });
}

/**
 * A file's text, without a byte order mark.
 * @throws AppError payload_too_large over 20 MB; invalid_input for what is no UTF-8 text, with its line
 */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes.length > MAX_RESULT_FILE_BYTES) {
    throw new AppError('payload_too_large', 'The file is larger than 20 MB', {
      file: 'The file is larger than 20 MB',
    });
  }
  // Not a character that a text file has: control characters such as the zeros of UTF-16.
  const control = bytes.findIndex((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
  if (control !== -1) throw refusedFile(lineAt(bytes, control), 'This is no text file in UTF-8');
  const text = new TextDecoder().decode(bytes);
  const broken = text.indexOf('\uFFFD');
  if (broken !== -1) {
    throw refusedFile(text.slice(0, broken).split('\n').length, 'This is no text file in UTF-8');
  }
  return text;
}

function lineAt(bytes: Uint8Array, position: number): number {
  return bytes.subarray(0, position).filter((byte) => byte === 10).length + 1;
}

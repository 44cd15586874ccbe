import { parseJson } from '@partnerdesk/contracts';

/** A line of a body or file: its value, or why it could not be read and as much of its text as is known. */
export type IngestLine =
  | { line: number; value: unknown }
  | { line: number; parseError: string; text?: string };

const NO_JSON = 'This line is not valid JSON';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a line of newline-delimited JSON; undefined: it is empty. One that is no JSON, or no UTF-8, is refused by itself when
 * it is taken in. @param bytes without the line's end @param line counted from 1
 */
export function readEventLine(bytes: Uint8Array, line: number): IngestLine | undefined {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { line, parseError: NO_JSON };
  }
  return text.trim() === '' ? undefined : parseEventLine(text, line);
}

export function parseEventLine(text: string, line: number): IngestLine {
  try {
    return { line, value: parseJson(text) };
  } catch {
    return { line, parseError: NO_JSON, text };
  }
}

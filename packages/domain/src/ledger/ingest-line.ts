/** A line of a body or file: its value, or why it could not be read and as much of its text as is known. */
export type IngestLine =
  | { line: number; value: unknown }
  | { line: number; parseError: string; text?: string };

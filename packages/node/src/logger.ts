import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import { redact, serializeError } from './redact';
import { traceID } from './tracing/spans';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout. What is named like a secret (see redact.ts) is blanked at any depth, and of an error
 * only its type, code, message and stack are kept: Joi and Mongoose errors carry the values they refused. Where traces
 * are on, each line names its trace.
 */
export function createLogger(
  name: string,
  options: { level?: string; destination?: DestinationStream } = {},
): Logger {
  return pino(
    {
      name,
      level: options.level ?? 'info',
      base: { name, pid: process.pid },
      mixin: () => {
        const trace = traceID();
        return trace ? { trace } : {};
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields) as Record<string, unknown>,
      },
      serializers: { err: serializeError },
    },
    options.destination ?? { write },
  );
}

/** How long a full pipe is left to be read (ms). */
const FULL_PIPE_MS = 10;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes to stdout at once, so that of a process that dies nothing is missing. A line that a full disk does not take, or
 * nobody reads any more, is lost and ends nothing: pino's own destination throws the error at the code that logs.
 */
function write(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(pause, 0, 0, FULL_PIPE_MS);
    }
  }
}

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
    options.destination ?? pino.destination({ fd: 1, sync: true }),
  );
}

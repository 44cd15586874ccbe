import { writeSync } from 'node:fs';
import pino, { type DestinationStream, type Logger } from 'pino';
import { traceID } from './tracing/spans';

/** Names of fields that may never reach a log, whatever their case: rules, Accounts and access. */
const SECRET_NAME =
  /passw|passcode|secret|token|tax_?id$|account_?number|routing_?number|cookie|authorization|signature|session_?keys?$|field_?keys?$/i;

const MAX_DEPTH = 6;

/** A copy with every field of a secret name blanked. Errors and other class instances pass as they are. */
function redact(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? '[deep]' : value.map((one) => redact(one, depth + 1));
  if (!isPlainObject(value)) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && inner !== undefined && inner !== null
        ? '[redacted]'
        : redact(inner, depth + 1),
    ]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a log may know of an error: never its further properties, which hold refused values. */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  };
}

export type { Logger } from 'pino';

/**
 * JSON lines on stdout, each with its trace where traces are on. What is named like a secret is blanked at any depth, and an
 * error has only type, code, message and stack: Joi and Mongoose errors carry the values they refused.
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
 * Writes at once, so that of a process that dies nothing is missing. A line that a full disk does not take is lost and ends
 * nothing: pino's own destination throws at the code that logs.
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

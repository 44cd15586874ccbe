import { type Circuit, lateError, metrics } from '@partnerdesk/node';
import Redis, { type RedisOptions } from 'ioredis';

export interface RedisClientOptions extends RedisOptions {
  /** How long a command may take, connecting again included (ms). */
  callMs: number;
  /** Refuses commands while Redis does not answer. */
  circuit?: Circuit | undefined;
  /** Each command is timed for the metrics. Not for blocking connections: they wait. */
  watched?: boolean;
}

/** What a connection sends by itself when it is made, and what probes it. */
const OF_THE_CONNECTION = new Set(['auth', 'client', 'hello', 'info', 'ping', 'quit', 'select']);

/** Longer unused, a connection is asked whether its other end is still there (ms): who only listens never asks by itself. */
const KEEP_ALIVE_MS = 30_000;
/** A server that was the primary until another took its place keeps its connections, and refuses to write by them. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

type Send = Parameters<Redis['sendCommand']>;

/**
 * A connection whose commands end within a time, and which is made again when one gets no answer. Not by ioredis's
 * commandTimeout: duplicates, which subscribe and must not give up, would inherit it.
 */
export class RedisClient extends Redis {
  readonly #callMs: number;
  readonly #circuit: Circuit | undefined;
  readonly #watched: boolean;

  constructor(url: string, { callMs, circuit, watched = false, ...options }: RedisClientOptions) {
    super(url, {
      ...options,
      connectTimeout: callMs,
      keepAlive: KEEP_ALIVE_MS,
      reconnectOnError: isDemoted,
    });
    this.#callMs = callMs;
    this.#circuit = circuit;
    this.#watched = watched;
  }

  override sendCommand(...[command, stream]: Send): unknown {
    if (this.#watched) time(command);
    if (this.#circuit?.isOpen && !OF_THE_CONNECTION.has(command.name)) {
      command.reject(this.#circuit.refusal());
      return command.promise;
    }
    const timer = setTimeout(() => {
      command.reject(lateError('Redis', this.#callMs));
      this.#circuit?.suspect();
      // The other end may be gone without a word, which this one would notice after many minutes.
      if (this.status !== 'end') this.disconnect(true);
    }, this.#callMs);
    const settled = () => clearTimeout(timer);
    command.promise.then(settled, settled);
    return super.sendCommand(command, stream);
  }
}

function time({ name, promise }: Send[0]): void {
  const end = metrics.dependencyCalls.startTimer({ dependency: 'redis', operation: name });
  promise.then(
    () => end({ outcome: 'ok' }),
    () => end({ outcome: 'failed' }),
  );
}

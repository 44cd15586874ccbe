import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/** The workers write it, GET /readyz reads it. */
const HEARTBEAT_KEY = 'worker:heartbeat';

const BEAT_MS = 5000;
/** Three beats missed: nobody works. */
const SILENT_MS = 3 * BEAT_MS;

type Connection = Pick<Redis, 'set' | 'get' | 'del'>;

/** Publishes every 5 s that a worker is alive. @returns ends it; workers share the key, so it is left to run out */
export function startHeartbeat(
  redis: Connection,
  options: { prefix?: string; onError?: (error: unknown) => void } = {},
): () => void {
  const { prefix = KEY_PREFIX, onError = () => {} } = options;
  const beat = () => {
    redis.set(`${prefix}:${HEARTBEAT_KEY}`, Date.now(), 'PX', SILENT_MS).catch(onError);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return () => clearInterval(timer);
}

/** Whether a worker was heard from within the last 15 s. @throws when Redis does not answer */
export async function isWorkerAlive(redis: Connection, prefix: string = KEY_PREFIX): Promise<boolean> {
  return (await redis.get(`${prefix}:${HEARTBEAT_KEY}`)) !== null;
}

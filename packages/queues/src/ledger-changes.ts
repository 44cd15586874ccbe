import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/** Changes within this time are published together: an import makes thousands a second. */
const GATHER_MS = 150;

const channelOf = (prefix: string) => `${prefix}:ledger-changes`;

interface Options {
  prefix?: string;
  /** Receives failures to publish or subscribe; screens that missed a change find it when they poll. */
  onError?: (error: unknown) => void;
}

/** Publishes to every process which days' totals have changed. */
export interface ChangePublisher {
  /** yyyy-mm-dd; gathered for a moment, then published. */
  publish: (days: readonly string[]) => void;
  /** Publishes what is gathered, and waits for what is under way. */
  close: () => Promise<unknown>;
}

/** Publishes changed days over a connection that is also used otherwise. */
export function startChangePublisher(redis: Redis, options: Options = {}): ChangePublisher {
  const { prefix = KEY_PREFIX, onError = () => {} } = options;
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Resolves when everything handed to Redis so far is published, or has failed. */
  let published: Promise<unknown> = Promise.resolve();

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size > 0) {
      const message = JSON.stringify([...gathered].sort());
      gathered.clear();
      published = Promise.all([published, redis.publish(channelOf(prefix), message).catch(onError)]);
    }
    return published;
  };

  return {
    publish: (days) => {
      for (const day of days) gathered.add(day);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    close: flush,
  };
}

export interface ChangeListener {
  onChange: (days: string[]) => void;
  /** The connection was lost or is back: changes published meanwhile may be missed. */
  onGap: () => void;
}

/**
 * Listens for changed days of all processes. Subscribed connections can do nothing else: give it one of its own.
 * @throws Error when Redis does not answer
 */
export async function listenForChanges(
  redis: Redis,
  listener: ChangeListener,
  { prefix = KEY_PREFIX, onError = () => {} }: Options = {},
): Promise<void> {
  redis.on('message', (channel, message) => {
    if (channel !== channelOf(prefix)) return;
    try {
      listener.onChange(JSON.parse(message));
    } catch (error) {
      onError(error);
    }
  });
  redis.on('close', () => listener.onGap());
  await redis.subscribe(channelOf(prefix));
}

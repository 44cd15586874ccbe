import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/** Changes within this time are told together: an import would tell thousands a second. */
const GATHER_MS = 150;

const channelOf = (prefix: string) => `${prefix}:ledger-changes`;

interface Options {
  prefix?: string;
  /** Told of what could not be published or subscribed; those who wait for it find out by asking. */
  onError?: (error: unknown) => void;
}

/** Tells every process which days' totals have changed. */
export interface ChangePublisher {
  /** yyyy-mm-dd; gathered for a moment, then told. */
  tell: (days: readonly string[]) => void;
  /** Tells what is gathered. */
  close: () => Promise<void>;
}

/** Publishes changed days over a connection that is also used otherwise. */
export function startChangePublisher(redis: Redis, options: Options = {}): ChangePublisher {
  const { prefix = KEY_PREFIX, onError = () => {} } = options;
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const publish = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const message = JSON.stringify([...gathered].sort());
    gathered.clear();
    await redis.publish(channelOf(prefix), message).catch(onError);
  };

  return {
    tell: (days) => {
      for (const day of days) gathered.add(day);
      timer ??= setTimeout(publish, GATHER_MS);
    },
    close: publish,
  };
}

export interface ChangeListener {
  onChange: (days: string[]) => void;
  /** The connection is gone, or there again: what was told meanwhile is not known. */
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
  redis.on('message', (_, message) => {
    try {
      listener.onChange(JSON.parse(message));
    } catch (error) {
      onError(error);
    }
  });
  redis.on('close', () => listener.onGap());
  await redis.subscribe(channelOf(prefix));
}

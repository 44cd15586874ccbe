import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/** Changes within this time are published together: an import makes thousands a second. */
const GATHER_MS = 150;

const channelOf = (prefix: string) => `${prefix}:ledger-changes`;
/** Here the ids of affiliates are published whose figures have changed. */
export const affiliateChannelOf = (prefix: string) => `${prefix}:affiliate-changes`;

interface Options {
  prefix?: string;
  /** Receives failures to publish or subscribe; screens that missed a change find it when they poll. */
  onError?: (error: unknown) => void;
}

/** Publishes to every process which days' totals have changed, and whose. */
export interface ChangePublisher {
  /** Days as yyyy-mm-dd and ids of affiliates; gathered for a moment, then published. */
  publish: (days: readonly string[], affIDs: readonly number[]) => void;
  /** Publishes what is gathered, and waits for what is under way. */
  close: () => Promise<void>;
}

/** Publishes changed days over a connection that is also used otherwise. */
export function startChangePublisher(redis: Redis, options: Options = {}): ChangePublisher {
  const { prefix = KEY_PREFIX, onError = () => {} } = options;
  const gathered = new Set<string>();
  const gatheredIDs = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  /** Resolves when everything handed to Redis so far is published, or has failed. */
  let published = Promise.resolve();

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const send = (channel: string, changed: Set<string> | Set<number>) => {
      if (changed.size === 0) return;
      const message = JSON.stringify([...changed].sort());
      changed.clear();
      const sent = redis.publish(channel, message).catch(onError);
      // Without their answers, each of which would keep all before it for as long as the process runs.
      published = Promise.all([published, sent]).then(() => undefined);
    };
    send(channelOf(prefix), gathered);
    send(affiliateChannelOf(prefix), gatheredIDs);
    return published;
  };

  return {
    publish: (days, affIDs) => {
      for (const day of days) gathered.add(day);
      for (const affID of affIDs) gatheredIDs.add(affID);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    close: flush,
  };
}

export interface ChangeListener {
  onChange: (days: string[]) => void;
  onAffiliates: (affIDs: number[]) => void;
  /** The connection was lost or is back: changes published meanwhile may be missed. */
  onGap: () => void;
}

/**
 * Listens for changed days and affiliates of all processes. Subscribed connections can do nothing else: give it one of its own.
 * @throws Error when Redis does not answer
 */
export async function listenForChanges(
  redis: Redis,
  listener: ChangeListener,
  { prefix = KEY_PREFIX, onError = () => {} }: Options = {},
): Promise<void> {
  redis.on('message', (channel, message) => {
    const report =
      channel === channelOf(prefix)
        ? listener.onChange
        : channel === affiliateChannelOf(prefix)
          ? listener.onAffiliates
          : undefined;
    if (!report) return;
    try {
      report(JSON.parse(message));
    } catch (error) {
      onError(error);
    }
  });
  redis.on('close', () => listener.onGap());
  await redis.subscribe(channelOf(prefix), affiliateChannelOf(prefix));
}

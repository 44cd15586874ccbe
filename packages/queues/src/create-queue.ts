import type { Circuit } from '@partnerdesk/node';
import Bull, { type Queue } from 'bull';
import type { Redis } from 'ioredis';
import { QUEUE_NAMES, type QueueName } from './jobs';
import { RedisClient } from './redis-client';

/** Start of every key in Redis. */
export const KEY_PREFIX = 'partnerdesk';

export const WORKER_CALL_MS = 10_000;
/** After this a connection that waits for jobs is dead (ms): each kind of job waits up to 5 s on it, one after the other. */
const BLOCKING_CALL_MS = 120_000;

export interface QueueOptions {
  redisUrl: string;
  /** How long a command may take (ms). */
  callMs?: number;
  /** Refuses commands while Redis does not answer. */
  circuit?: Circuit;
  /** Start of every key; tests pass their own. */
  prefix?: string;
  /** Receives connection errors; connections recover by themselves. */
  onError?: (error: Error) => void;
}

/** A worker that is killed loses its lock within 10 s, and within 5 s more the next one takes its job up again. */
export function createQueue(name: QueueName, options: QueueOptions): Queue {
  const { redisUrl, prefix = KEY_PREFIX, callMs = WORKER_CALL_MS, circuit, onError = () => {} } = options;
  const clients: Redis[] = [];
  const queue = new Bull(name, {
    prefix: `${prefix}:queue`,
    createClient: (type) => {
      // Bull refuses blocking and subscribed connections that give up; the one for commands answers in time.
      const client = new RedisClient(
        redisUrl,
        type === 'client'
          ? { callMs, circuit, maxRetriesPerRequest: 3, watched: true }
          : { callMs: BLOCKING_CALL_MS, maxRetriesPerRequest: null, enableReadyCheck: false },
      );
      client.on('error', onError);
      clients.push(client);
      return client;
    },
    settings: { lockDuration: 10_000, lockRenewTime: 3000, stalledInterval: 5000, maxStalledCount: 5 },
  });
  // By itself close() ends only connections that Bull made, and trips over one that is still connecting.
  const disconnect = async () => {
    for (const client of clients) client.disconnect();
  };
  // Bull names its connection and waits for no answer: one that closes meanwhile would end the process.
  const named = () => Bull.prototype.setWorkerName.call(queue).catch(() => {});
  Object.assign(queue, { disconnect, setWorkerName: named });
  queue.on('error', onError);
  return queue;
}

export function createQueues(options: QueueOptions): Record<QueueName, Queue> {
  const queues = QUEUE_NAMES.map((name) => [name, createQueue(name, options)]);
  return Object.fromEntries(queues) as Record<QueueName, Queue>;
}

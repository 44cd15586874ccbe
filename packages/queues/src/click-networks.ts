import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

const HOUR_MS = 3_600_000;
/** The worker looks at an hour within the next one. */
export const NETWORKS_KEPT_MS = 3 * HOUR_MS;
/** Affiliates and networks that one hour counts: anybody can invent networks of IPv6. */
export const MAX_NETWORKS = 100_000;

/** Hours since 1970. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

/** Where the clicks of an hour are counted: a field for each affiliate and network. */
export const networksKeyOf = (prefix: string, hour: number): string => `${prefix}:click-networks:${hour}`;

/** Clicks of an hour by affiliate and network, as ClickBuffer counts them; forgotten after three hours. */
export class ClickNetworks {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string = KEY_PREFIX) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** The counts of an hour (hourOf), a part at a time. */
  async *read(hour: number): AsyncGenerator<{ affID: number; network: string; clicks: number }[]> {
    let cursor = '0';
    do {
      const [next, flat] = await this.#redis.hscan(networksKeyOf(this.#prefix, hour), cursor, 'COUNT', 1000);
      cursor = next;
      yield Array.from({ length: flat.length / 2 }, (_, index) => {
        const [affID, network = ''] = (flat[index * 2] ?? '').split(':');
        return { affID: Number(affID), network, clicks: Number(flat[index * 2 + 1]) };
      });
    } while (cursor !== '0');
  }
}

import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

const HOUR_MS = 3_600_000;
/** The worker looks at an hour within the next one. */
const KEPT_MS = 3 * HOUR_MS;
/** Affiliates and networks that one hour counts: anybody can invent networks of IPv6. */
const MAX_FIELDS = 100_000;

const ADD = `
if redis.call('HLEN', KEYS[1]) < tonumber(ARGV[2]) or redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end`;

/** Clicks of an hour by affiliate and network, counted in Redis and forgotten after three hours. */
export class ClickNetworks {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string = KEY_PREFIX) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** @param network a keyed hash */
  async add(affID: number, network: string): Promise<void> {
    const key = this.#keyOf(Math.floor(Date.now() / HOUR_MS));
    await this.#redis.eval(ADD, 1, key, `${affID}:${network}`, MAX_FIELDS, KEPT_MS);
  }

  /** The counts of an hour (hours since 1970), a part at a time. */
  async *read(hour: number): AsyncGenerator<{ affID: number; network: string; clicks: number }[]> {
    let cursor = '0';
    do {
      const [next, flat] = await this.#redis.hscan(this.#keyOf(hour), cursor, 'COUNT', 1000);
      cursor = next;
      yield Array.from({ length: flat.length / 2 }, (_, index) => {
        const [affID, network = ''] = (flat[index * 2] ?? '').split(':');
        return { affID: Number(affID), network, clicks: Number(flat[index * 2 + 1]) };
      });
    } while (cursor !== '0');
  }

  #keyOf(hour: number): string {
    return `${this.#prefix}:click-networks:${hour}`;
  }
}

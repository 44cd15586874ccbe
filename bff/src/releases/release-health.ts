import type { BrowserPart } from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';

const HOUR_MS = 3_600_000;
/** Over how many hours loads and errors are counted. */
const HEALTH_HOURS = 24;

interface BuildHealth {
  /** Pages that loaded the build. */
  loads: number;
  /** Errors that those pages reported. */
  errors: number;
}

/** How the builds of the web app have done lately, by what browsers report to any server: counts by hour, in Redis. */
export class ReleaseHealth {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async note(what: keyof BuildHealth, part: BrowserPart, version: string): Promise<void> {
    const key = this.#key(this.#hour());
    const counting = this.#redis.multi().hincrby(key, `${part} ${version} ${what}`, 1);
    await counting.expire(key, ((HEALTH_HOURS + 1) * HOUR_MS) / 1000).exec();
  }

  /** @returns by `part version` */
  async read(): Promise<Map<string, BuildHealth>> {
    const now = this.#hour();
    const reading = this.#redis.pipeline();
    for (let hour = now - HEALTH_HOURS; hour <= now; hour += 1) reading.hgetall(this.#key(hour));
    const sums = new Map<string, BuildHealth>();
    for (const [error, counts] of (await reading.exec()) ?? []) {
      if (error) throw error;
      for (const [field, count] of Object.entries(counts as Record<string, string>)) {
        const [part, version, what] = field.split(' ') as [string, string, keyof BuildHealth];
        const sum = sums.get(`${part} ${version}`) ?? { loads: 0, errors: 0 };
        sum[what] += Number(count);
        sums.set(`${part} ${version}`, sum);
      }
    }
    return sums;
  }

  #hour(): number {
    return Math.floor(Date.now() / HOUR_MS);
  }

  #key(hour: number): string {
    return `${this.#prefix}build-health:${hour}`;
  }
}

import type { BrowserPart } from '@partnerdesk/contracts';
import { hourOf } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';

const HEALTH_HOURS = 24;

interface BuildHealth {
  loads: number;
  errors: number;
}

/** How the builds of the web app have done lately, by what browsers report to any server: counts by hour, in Redis. */
export class ReleaseHealth {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  async note(what: keyof BuildHealth, part: BrowserPart, version: string): Promise<void> {
    const key = this.#key(hourOf(Date.now()));
    const counting = this.redis.multi().hincrby(key, `${part} ${version} ${what}`, 1);
    await counting.expire(key, (HEALTH_HOURS + 1) * 3600).exec();
  }

  /** @returns by `part version` */
  async read(): Promise<Map<string, BuildHealth>> {
    const now = hourOf(Date.now());
    const reading = this.redis.pipeline();
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

  #key(hour: number): string {
    return `${this.prefix}build-health:${hour}`;
  }
}

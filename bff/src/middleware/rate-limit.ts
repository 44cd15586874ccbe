import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type { Ctx, Step } from '../context';

/** How many times within a window (ms). */
export interface Limit {
  max: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * What is limited, by whom: a visitor's address, or a person. Guesses at one account are slowed down: see delays.ts.
 */
export const LIMITS = {
  signInAddress: { max: 40, windowMs: 10 * MINUTE_MS },
  registerAddress: { max: 20, windowMs: 60 * MINUTE_MS },
  contactAddress: { max: 10, windowMs: 10 * MINUTE_MS },
  resetAddress: { max: 20, windowMs: 60 * MINUTE_MS },
  browserReportAddress: { max: 120, windowMs: 10 * MINUTE_MS },
  browserTraceAddress: { max: 120, windowMs: 10 * MINUTE_MS },
  notMeAddress: { max: 20, windowMs: 60 * MINUTE_MS },
  confirmEmailAddress: { max: 20, windowMs: 60 * MINUTE_MS },
  cspReportAddress: { max: 60, windowMs: 10 * MINUTE_MS },
  passwordAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  revealPerson: { max: 60, windowMs: 60 * MINUTE_MS },
  resultFilePerson: { max: 40, windowMs: 10 * MINUTE_MS },
  exportPerson: { max: 5, windowMs: 60 * MINUTE_MS },
  proofPerson: { max: 10, windowMs: 15 * MINUTE_MS },
  proofOnKnownDevice: { max: 10, windowMs: 15 * MINUTE_MS },
  proofSession: { max: 10, windowMs: 15 * MINUTE_MS },
  proofSessionsOfPerson: { max: 40, windowMs: 60 * MINUTE_MS },
  postbackTestPerson: { max: 20, windowMs: 10 * MINUTE_MS },
  ownChangesPerson: { max: 120, windowMs: 10 * MINUTE_MS },
  apiKey: { max: 300, windowMs: MINUTE_MS },
  wrongKeyAddress: { max: 60, windowMs: 10 * MINUTE_MS },
  wrongUnsubscribeAddress: { max: 60, windowMs: 10 * MINUTE_MS },
  unsubscribePerson: { max: 30, windowMs: 10 * MINUTE_MS },
  emailChangePerson: { max: 5, windowMs: DAY_MS },
  confirmationAgainPerson: { max: 5, windowMs: DAY_MS },
  emailChangeAddress: { max: 5, windowMs: DAY_MS },
  resetAccount: { max: 5, windowMs: 60 * MINUTE_MS },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** Counts and starts the window with the first, in one step: a counter without an end would lock out for good. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

const GIVE_BACK = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end`;

/** Fixed windows counted in Redis, so that all servers count together and a restart forgets nothing. */
export class RateLimiter {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #limits: Record<LimitName, Limit>;

  constructor(redis: Redis, prefix: string, limits: Partial<Record<LimitName, Limit>> = {}) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @throws AppError too_many_requests, with Retry-After set on the answer */
  async countOrThrow(ctx: Ctx, name: LimitName, who: string): Promise<void> {
    const { max, windowMs } = this.#limits[name];
    const answer = await this.#redis.eval(COUNT, 1, this.#keyOf(name, who), windowMs);
    const [count = 0, leftMs = 0] = answer as number[];
    if (count <= max) return;
    metrics.limited.inc({ limit: name });
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(leftMs / 1000))));
    throw new AppError('too_many_requests', 'Too many attempts. Please try again later');
  }

  /** Takes one back: what succeeded was no attack. */
  async giveBack(name: LimitName, who: string): Promise<void> {
    await this.#redis.eval(GIVE_BACK, 1, this.#keyOf(name, who));
  }

  /** Starts over. */
  async clear(name: LimitName, who: string): Promise<void> {
    await this.#redis.del(this.#keyOf(name, who));
  }

  /** The step of a stack that limits by the visitor's address. */
  byAddress(name: LimitName): Step {
    return async (ctx, next) => {
      await this.countOrThrow(ctx, name, clientIp(ctx));
      await next();
    };
  }

  /** Hashed: Redis need not know whose email was tried. */
  #keyOf(name: LimitName, who: string): string {
    return `${this.#prefix}:limit:${name}:${createHash('sha256').update(who).digest('base64url')}`;
  }
}

/** Who calls, for limits: an IPv6 visitor has a whole /64 network to call from. */
export function clientIp(ctx: Ctx): string {
  const address = ctx.ip.replace(/^::ffff:/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')]
    .slice(0, 4)
    .join(':');
}

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type { Ctx, Step } from '../context';

export interface Limit {
  max: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What is limited, by whom: a visitor's address, or a person. For guesses at one account see DELAYS. */
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

/** How attempts slow down: the first are free, then each waits twice as long as the one before, up to a longest. */
export interface DelayRule {
  free: number;
  longestMs: number;
}

/**
 * Guesses at one account are slowed down at their address, up to a quarter of an hour, and all together, up to half a
 * minute. Its owner passes the second by a known device, a proof of work or a reset link (docs/RULES.md, Who may enter
 * "Guessing").
 */
export const DELAYS = {
  signInPair: { free: 5, longestMs: 15 * 60_000 },
  signInAccount: { free: 50, longestMs: 30_000 },
} satisfies Record<string, DelayRule>;
export type DelayName = keyof typeof DELAYS;

/** Attempts are forgotten a day after the last. */
const KEPT_MS = 24 * 3_600_000;

/** In one step, so that guesses sent together are not all free. Answers how long to wait (ms); 0: it is counted. */
const ATTEMPT = `
local left = redis.call('PTTL', KEYS[2])
if left > 0 then return left end
local count = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local over = count - tonumber(ARGV[2])
if over >= 0 then
  local delay = math.min(1000 * 2 ^ math.min(over, 30), tonumber(ARGV[3]))
  redis.call('SET', KEYS[2], 1, 'PX', math.floor(delay))
end
return 0`;

/** Counts in Redis, so that all servers count together and a restart forgets nothing. */
export class RateLimiter {
  readonly #limits: Record<LimitName, Limit>;
  readonly #delays: Record<DelayName, DelayRule>;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    others: { limits?: Partial<Record<LimitName, Limit>>; delays?: Partial<Record<DelayName, DelayRule>> },
  ) {
    this.#limits = { ...LIMITS, ...others.limits };
    this.#delays = { ...DELAYS, ...others.delays };
  }

  /** @throws AppError too_many_requests, with Retry-After set on the answer */
  async countOrThrow(ctx: Ctx, name: LimitName, who: string): Promise<void> {
    const { max, windowMs } = this.#limits[name];
    const answer = await this.redis.eval(COUNT, 1, this.#keyOf(name, who), windowMs);
    const [count = 0, leftMs = 0] = answer as number[];
    if (count <= max) return;
    metrics.limited.inc({ limit: name });
    throw tooMany(ctx, leftMs);
  }

  /** Takes one back: what succeeded was no attack. */
  async giveBack(name: LimitName, who: string): Promise<void> {
    await this.redis.eval(GIVE_BACK, 1, this.#keyOf(name, who));
  }

  async clear(name: LimitName, who: string): Promise<void> {
    await this.redis.del(this.#keyOf(name, who));
  }

  byAddress(name: LimitName): Step {
    return async (ctx, next) => {
      await this.countOrThrow(ctx, name, clientIp(ctx));
      await next();
    };
  }

  /** Counts an attempt. @throws AppError too_many_requests, with `detailsOf` and Retry-After, when it comes too early */
  async delayOrThrow(ctx: Ctx, name: DelayName, who: string, detailsOf?: () => unknown): Promise<void> {
    const { free, longestMs } = this.#delays[name];
    const [count, until] = this.#delayKeysOf(name, who);
    const leftMs = Number(await this.redis.eval(ATTEMPT, 2, count, until, KEPT_MS, free, longestMs));
    if (leftMs <= 0) return;
    throw tooMany(ctx, leftMs, detailsOf?.());
  }

  /** What succeeded was no guess. */
  async endDelay(name: DelayName, who: string): Promise<void> {
    await this.redis.del(...this.#delayKeysOf(name, who));
  }

  #delayKeysOf(name: DelayName, who: string): [string, string] {
    const key = `${this.prefix}:delay:${name}:${hashOf(who)}`;
    return [`${key}:count`, `${key}:until`];
  }

  #keyOf(name: LimitName, who: string): string {
    return `${this.prefix}:limit:${name}:${hashOf(who)}`;
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

/** Redis need not know whose email was tried. */
const hashOf = (who: string) => createHash('sha256').update(who).digest('base64url');

function tooMany(ctx: Ctx, leftMs: number, details?: unknown): AppError {
  ctx.set('Retry-After', String(Math.max(1, Math.ceil(leftMs / 1000))));
  return new AppError('too_many_requests', 'Too many attempts. Please try again later', undefined, details);
}

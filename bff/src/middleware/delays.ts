import { createHash } from 'node:crypto';
import { AppError } from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';

/** How attempts slow down: the first are free, then each waits twice as long as the one before, up to a longest. */
export interface DelayRule {
  free: number;
  longestMs: number;
}

/**
 * Guesses at one account are slowed down at the address they come from, up to a quarter of an hour, and all together, up
 * to half a minute. The second delay a known device, a solved proof of work and a reset link pass: a stranger locks nobody
 * out (docs/RULES.md, Who may enter "Guessing").
 */
export const DELAYS = {
  signInPair: { free: 5, longestMs: 15 * 60_000 },
  signInAccount: { free: 50, longestMs: 30_000 },
} satisfies Record<string, DelayRule>;
export type DelayName = keyof typeof DELAYS;

/** Attempts are forgotten a day after the last. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Counts an attempt and sets when the next may come, in one step, so that guesses sent together are not all free. An
 * attempt that comes too early is refused and not counted. Answers how long is left to wait (ms), 0: go on.
 */
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

/** Growing delays, counted in Redis for all servers together. */
export class Delays {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #rules: Record<DelayName, DelayRule>;

  constructor(redis: Redis, prefix: string, rules: Partial<Record<DelayName, DelayRule>> = {}) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#rules = { ...DELAYS, ...rules };
  }

  /**
   * Counts an attempt.
   * @param detailsOf the details of the refusal
   * @throws AppError too_many_requests, with Retry-After set on the answer, when it comes too early
   */
  async attemptOrThrow(ctx: Ctx, name: DelayName, who: string, detailsOf?: () => unknown): Promise<void> {
    const { free, longestMs } = this.#rules[name];
    const [count, until] = this.#keysOf(name, who);
    const leftMs = Number(await this.#redis.eval(ATTEMPT, 2, count, until, KEPT_MS, free, longestMs));
    if (leftMs <= 0) return;
    ctx.set('Retry-After', String(Math.ceil(leftMs / 1000)));
    const text = 'Too many attempts. Please try again later';
    throw new AppError('too_many_requests', text, undefined, detailsOf?.());
  }

  /** What succeeded was no guess. */
  async clear(name: DelayName, who: string): Promise<void> {
    await this.#redis.del(...this.#keysOf(name, who));
  }

  /** Hashed: Redis need not know whose email was tried. */
  #keysOf(name: DelayName, who: string): [string, string] {
    const hash = createHash('sha256').update(who).digest('base64url');
    const key = `${this.#prefix}:delay:${name}:${hash}`;
    return [`${key}:count`, `${key}:until`];
  }
}

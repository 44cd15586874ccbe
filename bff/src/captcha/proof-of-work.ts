import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type CaptchaChallenge,
  type CaptchaSolution,
  captchaInput,
  leadingZeroBits,
} from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';
import Joi from 'joi';

/** About 65,000 hashes: a moment for one visitor, work for a machine that sends thousands. */
const DIFFICULTY_BITS = 16;
/** Long enough to write a message in. */
const VALID_MS = 30 * 60_000;

const solutionSchema = Joi.object<CaptchaSolution, true>({
  challenge: Joi.string().max(100).required(),
  difficulty: Joi.number().integer().required(),
  expires: Joi.string().isoDate().max(40).required(),
  signature: Joi.string().max(100).required(),
  nonce: Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).required(),
});

function signatureOf(
  key: string,
  { challenge, difficulty, expires }: Omit<CaptchaChallenge, 'signature'>,
): string {
  return createHmac('sha256', key)
    .update(`captcha.${challenge}.${difficulty}.${expires}`)
    .digest('base64url');
}

/** The self-hosted captcha: the server remembers nothing of a challenge but that it was used. */
export class ProofOfWork {
  readonly #keys: readonly string[];
  readonly #redis: Redis;
  readonly #prefix: string;

  /** @param keys the first signs, all verify */
  constructor(keys: readonly string[], redis: Redis, prefix: string) {
    this.#keys = keys;
    this.#redis = redis;
    this.#prefix = prefix;
  }

  makeChallenge(): CaptchaChallenge {
    const unsigned = {
      challenge: randomBytes(16).toString('base64url'),
      difficulty: DIFFICULTY_BITS,
      expires: new Date(Date.now() + VALID_MS).toISOString(),
    };
    return { ...unsigned, signature: signatureOf(this.#keys[0] ?? '', unsigned) };
  }

  /** Whether a token is a solution of one of our challenges, in time and for the first time. */
  async accepts(token: string): Promise<boolean> {
    const solution = readSolution(token);
    if (!solution || !this.#isOurs(solution)) return false;
    const leftMs = Date.parse(solution.expires) - Date.now();
    if (leftMs <= 0 || !solves(solution)) return false;
    const key = `${this.#prefix}:captcha:${solution.challenge}`;
    return (await this.#redis.set(key, 1, 'PX', leftMs, 'NX')) === 'OK';
  }

  #isOurs(solution: CaptchaSolution): boolean {
    const given = Buffer.from(solution.signature);
    return this.#keys.some((key) => {
      const expected = Buffer.from(signatureOf(key, solution));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function readSolution(token: string): CaptchaSolution | undefined {
  try {
    const { value, error } = solutionSchema.validate(JSON.parse(Buffer.from(token, 'base64url').toString()), {
      convert: false,
    });
    return error ? undefined : value;
  } catch {
    return undefined;
  }
}

function solves({ challenge, difficulty, nonce }: CaptchaSolution): boolean {
  const hash = createHash('sha256').update(captchaInput(challenge, nonce)).digest();
  return leadingZeroBits(hash) >= difficulty;
}

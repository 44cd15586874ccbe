import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  AppError,
  type CaptchaChallenge,
  type CaptchaSolution,
  captchaInput,
  leadingZeroBits,
  MESSAGE,
} from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import Joi from 'joi';
import type { Ctx } from '../context';

const GOOGLE_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const TIMEOUT_MS = 5000;

/** Whether Google takes the visitor's token for a person's. @throws AppError unavailable when Google does not answer */
export async function googleAccepts(
  token: string,
  { secret, address, verifyUrl }: { secret: string; address: string; verifyUrl: string },
): Promise<boolean> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { success } = (await response.json()) as { success?: unknown };
    return success === true;
  } catch (cause) {
    throw Object.assign(new AppError('unavailable', MESSAGE.genericError), { cause });
  }
}

/** About 65,000 hashes: a moment for one visitor, work for a machine that sends thousands. */
const DIFFICULTY_BITS = 16;
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

/**
 * Google's captcha where its keys are set, else the self-hosted one (docs/RULES.md, Accounts and access "Captcha"): the
 * server remembers nothing of a challenge but that it was used.
 */
export class Captcha {
  constructor(
    private readonly env: Env,
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly verifyUrl = GOOGLE_VERIFY_URL,
  ) {}

  /** Whether a visitor's CaptchaToken lets a message through. */
  async accepts(ctx: Ctx, token: string): Promise<boolean> {
    if (!token) return false;
    const { googleCaptchaKey, googleCaptchaSecret: secret } = this.env;
    if (!googleCaptchaKey) return this.isSolved(token);
    return googleAccepts(token, { secret, address: ctx.ip, verifyUrl: this.verifyUrl });
  }

  makeChallenge(): CaptchaChallenge {
    const unsigned = {
      challenge: randomBytes(16).toString('base64url'),
      difficulty: DIFFICULTY_BITS,
      expires: new Date(Date.now() + VALID_MS).toISOString(),
    };
    return { ...unsigned, signature: signatureOf(this.env.sessionKeys[0] ?? '', unsigned) };
  }

  /** Whether a token is a solution of one of our challenges, in time and for the first time. */
  async isSolved(token: string): Promise<boolean> {
    const solution = readSolution(token);
    if (!solution || !this.#isOurs(solution)) return false;
    const leftMs = Date.parse(solution.expires) - Date.now();
    if (leftMs <= 0 || !solves(solution)) return false;
    const key = `${this.prefix}:captcha:${solution.challenge}`;
    return (await this.redis.set(key, 1, 'PX', leftMs, 'NX')) === 'OK';
  }

  #isOurs(solution: CaptchaSolution): boolean {
    const given = Buffer.from(solution.signature);
    return this.env.sessionKeys.some((key) => {
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

import type { Env } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';
import { GOOGLE_VERIFY_URL, googleAccepts } from './google-captcha';
import { ProofOfWork } from './proof-of-work';

/**
 * Both kinds of captcha: Google's where its keys are set, the self-hosted one elsewhere (docs/RULES.md, Accounts and
 * access "Captcha").
 */
export interface Captcha {
  proofOfWork: ProofOfWork;
  /** Whether a visitor's CaptchaToken lets a message through. */
  accepts: (ctx: Ctx, token: string) => Promise<boolean>;
}

export function createCaptcha(
  env: Env,
  redis: Redis,
  { prefix, verifyUrl = GOOGLE_VERIFY_URL }: { prefix: string; verifyUrl?: string },
): Captcha {
  const proofOfWork = new ProofOfWork(env.sessionKeys, redis, prefix);
  const accepts = async (ctx: Ctx, token: string) => {
    if (!token) return false;
    if (!env.googleCaptchaKey) return proofOfWork.accepts(token);
    return googleAccepts(token, { secret: env.googleCaptchaSecret, address: ctx.ip, verifyUrl });
  };
  return { proofOfWork, accepts };
}

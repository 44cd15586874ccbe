import { AppError, MESSAGE } from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';
import { ProofOfWork } from './proof-of-work';

const GOOGLE_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const TIMEOUT_MS = 5000;

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

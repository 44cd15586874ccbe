import { AppError } from '@partnerdesk/contracts';
import { principalOfKey } from '@partnerdesk/domain';
import type { Step } from '../context';
import { clientIp, type RateLimiter } from './rate-limit';

/**
 * Knows the affiliate by a key (docs/RULES.md, API keys), never by a session. Wrong keys are limited by address.
 * @throws AppError not_signed_in, too_many_requests
 */
export function byApiKey(limiter: RateLimiter): Step {
  return async (ctx, next) => {
    const key = /^Bearer +(\S+)$/i.exec(ctx.get('authorization'))?.[1];
    const found = key ? await principalOfKey(key) : null;
    if (!found) {
      if (key) await limiter.countOrThrow(ctx, 'wrongKeyAddress', clientIp(ctx));
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new AppError('not_signed_in', 'The key is missing, wrong, expired or revoked');
    }
    await limiter.countOrThrow(ctx, 'apiKey', found.keyID);
    ctx.state.principal = found.principal;
    await next();
  };
}

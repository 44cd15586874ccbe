import { LOGIN_RESULT, type LoginRequest, type LoginResponse } from '@partnerdesk/contracts';
import { checkPassword, emailKeyOf, noteSignIn, resetPassword } from '@partnerdesk/domain';
import { metrics } from '@partnerdesk/node';
import type { Ctx } from '../../context';
import { clientIp } from '../../middleware/rate-limit';
import { startSession } from '../../middleware/session';
import { validBody } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { presentLogin } from './login.presenter';
import { loginBody } from './login.schema';

/** Limited per address, per account, and most tightly per pair of both: see LIMITS. */
export const addLoginRoutes: AddRoutes = (router, deps) => {
  router.post(
    '/login',
    deps.limiter.byAddress('signInAddress'),
    deps.session,
    validBody(loginBody),
    async (ctx) => {
      const { body } = ctx.state;
      ctx.body = 'Token' in body ? await reset(body.Token, body.Password) : await signIn(ctx, body, deps);
    },
  );
};

async function signIn(ctx: Ctx, body: LoginRequest, { limiter }: RouteDeps): Promise<LoginResponse> {
  const { EmailAddress, Password, RememberMe = false } = body;
  const account = emailKeyOf(EmailAddress);
  const pair = `${clientIp(ctx)} ${account}`;
  // The pair first: what it refuses does not count against the account's owner.
  await limiter.countOrThrow(ctx, 'signInPair', pair);
  await limiter.countOrThrow(ctx, 'signInAccount', account);
  const outcome = await checkPassword(EmailAddress, Password);
  metrics.signIns.inc({ outcome: outcome.outcome });
  if (outcome.outcome === 'ok') {
    await startSession(ctx, outcome.principal, { remember: RememberMe });
    if (outcome.principal.kind === 'administrator') await noteSignIn(outcome.principal.id);
    await limiter.clear('signInPair', pair);
    await limiter.giveBack('signInAccount', account);
    await limiter.giveBack('signInAddress', clientIp(ctx));
  }
  return presentLogin(outcome);
}

/**
 * Signs nobody in: 'You can now log in using the new password' (docs/PRODUCT.md §8). A token that is worthless is a
 * wrong secret.
 */
async function reset(token: string, password: string): Promise<LoginResponse> {
  const done = await resetPassword(token, password);
  return done
    ? { result: LOGIN_RESULT.success, affStatus: done.affStatus }
    : { result: LOGIN_RESULT.wrongPassword };
}

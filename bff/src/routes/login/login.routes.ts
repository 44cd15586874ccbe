import type { LoginRequest } from '@partnerdesk/contracts';
import { checkPassword, emailKeyOf } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { addressOf } from '../../middleware/rate-limit';
import { startSession } from '../../middleware/session';
import { validBody } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { presentLogin } from './login.presenter';
import { loginBody } from './login.schema';

/** Limited per address, and per account too: guesses at one account may come from many addresses. */
export const addLoginRoutes: AddRoutes = (router, deps) => {
  router.post('/login', deps.limiter.byAddress('signInAddress'), deps.session, validBody(loginBody), (ctx) =>
    signIn(ctx, deps),
  );
};

async function signIn(ctx: Ctx, { limiter }: RouteDeps): Promise<void> {
  const { EmailAddress, Password, RememberMe = false } = ctx.state.body as LoginRequest;
  const account = emailKeyOf(EmailAddress);
  await limiter.countOrThrow(ctx, 'signInAccount', account);
  const outcome = await checkPassword(EmailAddress, Password);
  if (outcome.outcome === 'ok') {
    await startSession(ctx, outcome.principal, { remember: RememberMe });
    await limiter.clear('signInAccount', account);
    await limiter.giveBack('signInAddress', addressOf(ctx));
  }
  ctx.body = presentLogin(outcome);
}

import { AppError, MESSAGE, type Outcome } from '@partnerdesk/contracts';
import { emailKeyOf, makeResetToken, storeMail } from '@partnerdesk/domain';
import type { Ctx, Step } from '../../context';
import { sendMail } from '../../mail/send-mail';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { resetMail } from './reset-mail';
import { restorePasswordQuery } from './restore-password.schema';

/** Answers alike whether there is such an account or not (docs/PRODUCT.md §8). */
export const addRestorePasswordRoutes: AddRoutes = (router, deps) => {
  router.get(
    '/send-request-restore-password',
    fromOurPages,
    deps.limiter.byAddress('resetAddress'),
    validQuery(restorePasswordQuery),
    async (ctx) => {
      await mailResetLink(ctx, deps, ctx.state.query.email);
      ctx.body = { isSuccessful: true, response: MESSAGE.resetMailSent } satisfies Outcome;
    },
  );
};

/** A read by its method, but it sends a mail: another site's pages must not cause that. */
const fromOurPages: Step = (ctx, next) => {
  if (['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'))) return next();
  throw new AppError('bad_origin', 'This request comes from another site');
};

async function mailResetLink(ctx: Ctx, { env, queues, limiter }: RouteDeps, email: string): Promise<void> {
  await limiter.countOrThrow(ctx, 'resetAccount', emailKeyOf(email));
  const made = await makeResetToken(email);
  if (!made) return;
  await sendMail(queues.mail, await storeMail(resetMail(made.emailAddress, env.publicUrl, made.token)));
}

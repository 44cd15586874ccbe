import { MESSAGE, type Outcome } from '@partnerdesk/contracts';
import { emailKeyOf, makeResetToken, storeMail } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { sendMail } from '../../mail/send-mail';
import { notCrossSite } from '../../middleware/origin-check';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { inEqualTime } from './in-equal-time';
import { resetMail } from './reset-mail';
import { restorePasswordQuery } from './restore-password.schema';

/** Longer than storing and enqueuing a mail takes (ms). */
const RESET_MS = 200;

/** Answers alike, and after the same time, whether there is such an account or not (docs/PRODUCT.md §8). */
export const addRestorePasswordRoutes: AddRoutes = (router, deps) => {
  router.get(
    '/send-request-restore-password',
    notCrossSite,
    deps.limiter.byAddress('resetAddress'),
    validQuery(restorePasswordQuery),
    async (ctx) => {
      await inEqualTime(RESET_MS, () => mailResetLink(ctx, deps, ctx.state.query.email));
      ctx.body = { isSuccessful: true, response: MESSAGE.resetMailSent } satisfies Outcome;
    },
  );
};

async function mailResetLink(ctx: Ctx, { env, queues, limiter }: RouteDeps, email: string): Promise<void> {
  await limiter.countOrThrow(ctx, 'resetAccount', emailKeyOf(email));
  const made = await makeResetToken(email);
  if (!made) return;
  await sendMail(queues.mail, await storeMail(resetMail(made, env.publicUrl)));
}

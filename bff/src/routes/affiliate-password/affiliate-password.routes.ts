import { changeAffiliatePassword } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { allowOrThrow, isAffiliate, mustBeSelf, permit } from '../../middleware/policy';
import { renewSession } from '../../middleware/session';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { updatePasswordBody } from './affiliate-password.schema';

/** A new password ends every session but the one that set it. */
export const addAffiliatePasswordRoutes: AddRoutes = (router, deps) => {
  const { session, limiter } = deps;
  router.post(
    '/update-affiliate-password',
    session,
    permit(isAffiliate),
    validBody(updatePasswordBody),
    async (ctx) => {
      const { principal, body } = ctx.state;
      allowOrThrow(principal, mustBeSelf('AffID'), body);
      // Every call that hashes is limited.
      await limiter.countOrThrow(ctx, 'passwordAccount', String(body.AffID));
      const set = await changeAffiliatePassword(body.AffID, body.NewPassword, auditedBy(ctx));
      await renewSession(ctx, set.sessionVersion);
      await sendMails(deps.queues.mail, set.mailIDs);
      ctx.type = 'json';
      ctx.body = 'true';
    },
  );
};

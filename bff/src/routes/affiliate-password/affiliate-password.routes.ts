import type { UpdateAffiliatePasswordRequest } from '@partnerdesk/contracts';
import { changeAffiliatePassword } from '@partnerdesk/domain';
import { isAffiliate, mustBeSelf, permit, permitFor } from '../../middleware/policy';
import { renewSession } from '../../middleware/session';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { updatePasswordBody } from './affiliate-password.schema';

/** A new password ends every session but the one that set it. */
export const addAffiliatePasswordRoutes: AddRoutes = (router, { session }) => {
  router.post(
    '/update-affiliate-password',
    session,
    permit(isAffiliate),
    validBody(updatePasswordBody),
    permitFor('body', mustBeSelf('AffID')),
    async (ctx) => {
      const { AffID, NewPassword } = ctx.state.body as UpdateAffiliatePasswordRequest;
      await renewSession(ctx, await changeAffiliatePassword(AffID, NewPassword));
      ctx.type = 'json';
      ctx.body = 'true';
    },
  );
};

import { updateAffiliatePasswordCall } from '@partnerdesk/contracts';
import { changeAffiliatePassword } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { renewSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';

/** A new password ends every session but the one that set it. */
export const addAffiliatePasswordRoutes: AddRoutes = ({ handle }, { limiter, queues }) => {
  handle(updateAffiliatePasswordCall, async ({ ctx, body }) => {
    // Every call that hashes is limited.
    await limiter.countOrThrow(ctx, 'passwordAccount', String(body.AffID));
    const set = await changeAffiliatePassword(body.AffID, body.NewPassword, auditedBy(ctx));
    await renewSession(ctx, set.sessionVersion);
    await sendMails(queues.mail, set.mailIDs);
    return true;
  });
};

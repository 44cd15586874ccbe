import { notMeCall } from '@partnerdesk/contracts';
import { denyChange, endPostbackSince } from '@partnerdesk/domain';
import { originOf } from '../../context';
import { sendMails } from '../../mail/send-mail';
import type { AddRoutes } from '../route-deps';

/** "This wasn't me" of the mail about a change of an account. A call of its own: mail programs follow links. */
export const addNotMeRoutes: AddRoutes = ({ handle }, { limiter, queues }) => {
  handle(
    notMeCall,
    async ({ ctx, body: { Token, Restore } }) => {
      const denial = await denyChange(Token, Restore, originOf(ctx), endPostbackSince);
      await sendMails(queues.mail, denial?.mailIDs);
      const response = denial?.details ?? 'This link is not valid any more. Please write to us.';
      return { isSuccessful: denial !== null, response };
    },
    limiter.byAddress('notMeAddress'),
  );
};

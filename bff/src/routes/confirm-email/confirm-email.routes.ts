import { confirmEmailCall } from '@partnerdesk/contracts';
import { confirmEmail, type EmailConfirmation } from '@partnerdesk/domain';
import { originOf } from '../../context';
import { sendMails } from '../../mail/send-mail';
import type { AddRoutes } from '../route-deps';

const RESPONSES: Record<EmailConfirmation['outcome'], string> = {
  confirmed: 'The email is confirmed. Sign in with it from now on.',
  repeated: 'This email was confirmed already. Sign in with it.',
  expired: 'This link has expired. Sign in with the former email, and enter the new one again.',
  void: 'This link is not valid any more: the account or its new email has been changed since.',
};

/** The link of the mail to an email that an affiliate has entered. A call of its own: mail programs follow links. */
export const addConfirmEmailRoutes: AddRoutes = ({ handle }, { limiter, queues }) => {
  handle(
    confirmEmailCall,
    async ({ ctx, body }) => {
      const confirmation = await confirmEmail(body.Token, originOf(ctx));
      const { outcome } = confirmation;
      if (outcome === 'confirmed') await sendMails(queues.mail, confirmation.mailIDs);
      const isSuccessful = outcome === 'confirmed' || outcome === 'repeated';
      return { isSuccessful, response: RESPONSES[outcome] };
    },
    limiter.byAddress('confirmEmailAddress'),
  );
};

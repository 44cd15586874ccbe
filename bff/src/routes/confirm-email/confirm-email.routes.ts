import type { Outcome } from '@partnerdesk/contracts';
import { confirmEmail, type EmailConfirmation } from '@partnerdesk/domain';
import Joi from 'joi';
import { originOf } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const body = Joi.object({ Token: Joi.string().max(500).required() });

const RESPONSES: Record<EmailConfirmation['outcome'], string> = {
  confirmed: 'The email is confirmed. Sign in with it from now on.',
  repeated: 'This email was confirmed already. Sign in with it.',
  expired: 'This link has expired. Sign in with the former email, and enter the new one again.',
  void: 'This link is not valid any more: the account or its new email has been changed since.',
};

/** The link of the mail to an email that an affiliate has entered. A call of its own: mail programs follow links. */
export const addConfirmEmailRoutes: AddRoutes = (router, { limiter, queues }) => {
  router.post('/confirm-email', limiter.byAddress('confirmEmailAddress'), validBody(body), async (ctx) => {
    const confirmation = await confirmEmail(ctx.state.body.Token, originOf(ctx));
    const { outcome } = confirmation;
    if (outcome === 'confirmed') await sendMails(queues.mail, confirmation.mailIDs);
    const isSuccessful = outcome === 'confirmed' || outcome === 'repeated';
    ctx.body = { isSuccessful, response: RESPONSES[outcome] } satisfies Outcome;
  });
};

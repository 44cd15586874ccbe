import { AppError, type ContactMessage, MESSAGE, type Outcome } from '@partnerdesk/contracts';
import { saveContactMessage } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { sendMail } from '../../mail/send-mail';
import { validBody } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { mayWriteAs } from './send-contact-message.policy';
import { contactBody } from './send-contact-message.schema';

/** Visitors pass a captcha, signed-in users need none. */
export const addContactRoutes: AddRoutes = (router, deps) => {
  router.post(
    '/send-contact-message',
    deps.limiter.byAddress('contactAddress'),
    deps.session,
    validBody(contactBody),
    async (ctx) => {
      ctx.body = (await send(ctx, ctx.state.body, deps)) satisfies Outcome;
    },
  );
};

async function send(ctx: Ctx, body: ContactMessage, { env, queues, captcha }: RouteDeps): Promise<Outcome> {
  const { AffiliateID, EmailAddress, Subject, Message, CaptchaToken } = body;
  const { principal } = ctx.state;
  if (!mayWriteAs(principal, AffiliateID)) throw new AppError('forbidden', 'You may not do this');
  if (!principal && !(await captcha.accepts(ctx, CaptchaToken)))
    return { isSuccessful: false, response: 'We could not check that you are a person. Please try again.' };
  const affID = principal?.affID ?? 0;
  const message = { affID, emailAddress: EmailAddress, subject: Subject, message: Message };
  const adminID = principal?.kind === 'administrator' ? principal.id : 0;
  await sendMail(queues.mail, await saveContactMessage(message, env.supportEmail, adminID));
  return { isSuccessful: true, response: MESSAGE.messageSent };
}

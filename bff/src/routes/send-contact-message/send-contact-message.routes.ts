import {
  AppError,
  type ContactMessage,
  MESSAGE,
  type Outcome,
  sendContactMessageCall,
} from '@partnerdesk/contracts';
import { type Principal, saveContactMessage } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { sendMail } from '../../mail/send-mail';
import type { AddRoutes, RouteDeps } from '../route-deps';

/** Nobody writes in another's name: 0 is everybody's, an id only its affiliate's. */
function mayWriteAs(principal: Principal | null, affID: number): boolean {
  return affID === 0 || principal?.affID === affID;
}

/** Visitors pass a captcha, signed-in users need none. */
export const addContactRoutes: AddRoutes = ({ handle }, deps) => {
  handle(
    sendContactMessageCall,
    ({ ctx, body }) => send(ctx, body, deps),
    deps.limiter.byAddress('contactAddress'),
    deps.session,
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

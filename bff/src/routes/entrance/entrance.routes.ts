import {
  AppError,
  type ContactMessage,
  captchaChallengeCall,
  confirmEmailCall,
  MESSAGE,
  notMeCall,
  type Outcome,
  REGISTER_RESULT,
  registerCall,
  requestRestorePasswordCall,
  sendContactMessageCall,
} from '@partnerdesk/contracts';
import {
  confirmEmail,
  denyChange,
  type EmailConfirmation,
  emailKeyOf,
  endPostbackSince,
  mailOf,
  makeResetToken,
  registerAffiliate,
  saveContactMessage,
  storeMail,
} from '@partnerdesk/domain';
import type { Work } from '../../calls/handle';
import { type Ctx, originOf } from '../../context';
import { traceFor } from '../../middleware/known-device';
import type { AddRoutes, RouteDeps } from '../route-deps';

/** Every request for a reset is answered after so long: more than storing and enqueuing a mail takes (ms). */
export const RESET_ANSWER_MS = 200;

const CONFIRMATIONS: Record<EmailConfirmation, string> = {
  confirmed: 'The email is confirmed. Sign in with it from now on.',
  repeated: 'This email was confirmed already. Sign in with it.',
  expired: 'This link has expired. Sign in with the former email, and enter the new one again.',
  void: 'This link is not valid any more: the account or its new email has been changed since.',
};

/** What visitors may ask for. What a mail's link does is a call of its own: mail programs follow links. */
export const addEntranceRoutes: AddRoutes = ({ handle }, deps) => {
  const { limiter, session, captcha } = deps;

  // The browser signs in afterwards with the same credentials (docs/PRODUCT.md §4).
  const register: Work<typeof registerCall> = async ({ ctx, body }) => {
    const affID = await registerAffiliate({
      firstName: body.FirstName,
      emailAddress: body.EmailAddress,
      password: body.Password,
    });
    if (affID !== null) await traceFor(ctx, deps, affID, 'registration');
    return { result: affID === null ? REGISTER_RESULT.emailUsed : REGISTER_RESULT.success };
  };
  handle(registerCall, register, limiter.byAddress('registerAddress'));

  // Answers alike, and after the same time, whether there is such an account or not (docs/PRODUCT.md §8).
  const requestReset: Work<typeof requestRestorePasswordCall> = async ({ ctx, query }) => {
    await inEqualTime(RESET_ANSWER_MS, () => mailResetLink(ctx, deps, query.email));
    return { isSuccessful: true, response: MESSAGE.resetMailSent };
  };
  handle(requestRestorePasswordCall, requestReset, limiter.byAddress('resetAddress'));

  const deny: Work<typeof notMeCall> = async ({ ctx, body: { Token, Restore } }) => {
    const done = await denyChange(Token, Restore, originOf(ctx), endPostbackSince);
    const response = done ?? 'This link is not valid any more. Please write to us.';
    return { isSuccessful: done !== null, response };
  };
  handle(notMeCall, deny, limiter.byAddress('notMeAddress'));

  const confirm: Work<typeof confirmEmailCall> = async ({ ctx, body }) => {
    const outcome = await confirmEmail(body.Token, originOf(ctx));
    const isSuccessful = outcome === 'confirmed' || outcome === 'repeated';
    return { isSuccessful, response: CONFIRMATIONS[outcome] };
  };
  handle(confirmEmailCall, confirm, limiter.byAddress('confirmEmailAddress'));

  handle(captchaChallengeCall, () => captcha.makeChallenge());

  const contact: Work<typeof sendContactMessageCall> = ({ ctx, body }) => sendToOffice(ctx, body, deps);
  handle(sendContactMessageCall, contact, limiter.byAddress('contactAddress'), session);
};

async function mailResetLink(ctx: Ctx, { limiter }: RouteDeps, email: string): Promise<void> {
  await limiter.countOrThrow(ctx, 'resetAccount', emailKeyOf(email));
  const made = await makeResetToken(email);
  if (!made) return;
  const { owner: whose, emailAddress: to, token } = made;
  await storeMail(mailOf('password-reset', { to, whose }, { token }));
}

/** Takes the same time whatever the work finds. @param atLeastMs more than it usually takes @throws what the work throws */
export async function inEqualTime(atLeastMs: number, work: () => Promise<void>): Promise<void> {
  const over = new Promise((resolve) => setTimeout(resolve, atLeastMs));
  try {
    await work();
  } finally {
    await over;
  }
}

/** Nobody writes in another's name: 0 is everybody's, an id only its affiliate's. Visitors pass a captcha. */
async function sendToOffice(
  ctx: Ctx,
  { AffiliateID, EmailAddress, Subject, Message, CaptchaToken }: ContactMessage,
  { env, captcha }: RouteDeps,
): Promise<Outcome> {
  const { principal } = ctx.state;
  const affID = principal?.affID ?? 0;
  if (AffiliateID !== 0 && AffiliateID !== principal?.affID)
    throw new AppError('forbidden', 'You may not do this');
  if (!principal && !(await captcha.accepts(ctx, CaptchaToken)))
    return { isSuccessful: false, response: 'We could not check that you are a person. Please try again.' };
  const message = { affID, emailAddress: EmailAddress, subject: Subject, message: Message };
  const adminID = principal?.kind === 'administrator' ? principal.id : 0;
  await saveContactMessage(message, env.supportEmail, adminID);
  return { isSuccessful: true, response: MESSAGE.messageSent };
}

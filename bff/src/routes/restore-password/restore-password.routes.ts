import { MESSAGE, requestRestorePasswordCall } from '@partnerdesk/contracts';
import { emailKeyOf, mailOf, makeResetToken, storeMail } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { sendMail } from '../../mail/send-mail';
import type { AddRoutes, RouteDeps } from '../route-deps';

/** Every request for a reset is answered after so long: more than storing and enqueuing a mail takes (ms). */
export const RESET_ANSWER_MS = 200;

/** Answers alike, and after the same time, whether there is such an account or not (docs/PRODUCT.md §8). */
export const addRestorePasswordRoutes: AddRoutes = ({ handle }, deps) => {
  handle(
    requestRestorePasswordCall,
    async ({ ctx, query }) => {
      await inEqualTime(RESET_ANSWER_MS, () => mailResetLink(ctx, deps, query.email));
      return { isSuccessful: true, response: MESSAGE.resetMailSent };
    },
    deps.limiter.byAddress('resetAddress'),
  );
};

async function mailResetLink(ctx: Ctx, { queues, limiter }: RouteDeps, email: string): Promise<void> {
  await limiter.countOrThrow(ctx, 'resetAccount', emailKeyOf(email));
  const made = await makeResetToken(email);
  if (!made) return;
  const { owner: whose, emailAddress: to, token } = made;
  const mail = mailOf('password-reset', { to, whose }, { token });
  await sendMail(queues.mail, await storeMail(mail));
}

/**
 * Does what takes longer for some than for others, so that the time of the answer shows nothing.
 * @param atLeastMs more than the work usually takes
 * @throws what the work throws, after the same time
 */
export async function inEqualTime(atLeastMs: number, work: () => Promise<void>): Promise<void> {
  const over = new Promise((resolve) => setTimeout(resolve, atLeastMs));
  try {
    await work();
  } finally {
    await over;
  }
}

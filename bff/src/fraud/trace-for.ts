import { traceVisit } from '@partnerdesk/domain';
import type { Ctx } from '../context';
import type { KnownDevices } from '../middleware/known-device';

/**
 * Notes where an affiliate registered or signed in (docs/RULES.md, Fraud signals). Nobody is kept out because it fails.
 * @param account the key of the email that has just signed in here
 */
export async function traceFor(
  ctx: Ctx,
  { knownDevices }: { knownDevices: KnownDevices },
  affID: number,
  act: 'sign-in' | 'registration',
  account?: string,
): Promise<void> {
  const devices = knownDevices.namesOn(ctx, account);
  await traceVisit(affID, act, { address: ctx.ip, devices }).catch((err: unknown) =>
    ctx.state.logger.error({ err }, 'a visit was not noted'),
  );
}

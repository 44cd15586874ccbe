import {
  addPasskeyCall,
  confirmTotpCall,
  passkeyOptionsCall,
  removePasskeyCall,
  removeTotpCall,
  renewRecoveryCodesCall,
  type SecondFactorInfo,
  secondFactorCall,
  startTotpCall,
} from '@partnerdesk/contracts';
import {
  addPasskey,
  confirmTotp,
  type FactorsChanged,
  readSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../../context';
import { currentSession, keepConfirmation } from '../../middleware/session';
import { PRODUCT_NAME } from '../../second-factor/passkeys';
import type { AddRoutes, RouteDeps } from '../route-deps';

/** The signed-in person's second factor (docs/RULES.md, Who may enter "Second factor"). */
export const addSecondFactorRoutes: AddRoutes = ({ handle }, deps) => {
  const { passkeys, limiter } = deps;

  const changed = (ctx: Ctx, { factorsID }: FactorsChanged) => keepConfirmation(ctx, factorsID);

  handle(secondFactorCall, ({ ctx }) => presentSecondFactor(ctx, deps));

  handle(startTotpCall, ({ principal: person }) => {
    return startTotp(person, { issuer: PRODUCT_NAME, label: person.emailAddress });
  });

  handle(confirmTotpCall, async ({ ctx, body, principal: { kind, id }, by }) => {
    const session = currentSession(ctx);
    await limiter.countOrThrow(ctx, 'proofSession', session);
    const added = await confirmTotp({ kind, id }, body.Code, by);
    await limiter.giveBack('proofSession', session);
    changed(ctx, added);
    return { recoveryCodes: added.recoveryCodes };
  });

  handle(removeTotpCall, async ({ ctx, principal, by }) => {
    changed(ctx, await removeTotp(principal, by));
    return presentSecondFactor(ctx, deps);
  });

  handle(passkeyOptionsCall, ({ principal }) => passkeys.creationOptions(principal));

  handle(addPasskeyCall, async ({ ctx, body: { name, response }, principal: person, by }) => {
    const made = await passkeys.readCreated(person, response);
    const passkey = { ...made, name, createdAt: new Date() };
    const added = await addPasskey(person, passkey, by);
    changed(ctx, added);
    return { recoveryCodes: added.recoveryCodes };
  });

  handle(removePasskeyCall, async ({ ctx, params, principal, by }) => {
    changed(ctx, await removePasskey(principal, params.id, by));
    return presentSecondFactor(ctx, deps);
  });

  handle(renewRecoveryCodesCall, async ({ principal, by }) => ({
    recoveryCodes: await renewRecoveryCodes(principal, by),
  }));
};

async function presentSecondFactor(ctx: Ctx, { env }: RouteDeps): Promise<SecondFactorInfo> {
  const person = principalOf(ctx);
  const factor = await readSecondFactor(person);
  return {
    totp: Boolean(factor.totpEncrypted),
    passkeys: factor.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: factor.recoveryHashes.length,
    required: env.requireSecondFactor === 'office' && person.kind === 'administrator',
  };
}

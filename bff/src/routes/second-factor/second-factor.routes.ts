import type { FactorAdded, SecondFactorInfo, TotpSetup } from '@partnerdesk/contracts';
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
import { auditedBy, type Ctx, principalOf } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { currentSession, keepConfirmation } from '../../middleware/session';
import { nothing, validBody } from '../../middleware/validate';
import { PRODUCT_NAME } from '../../second-factor/passkeys';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { codeBody, passkeyBody } from './second-factor.schema';

/** The signed-in person's second factor (docs/RULES.md, Who may enter "Second factor"). */
export const addSecondFactorRoutes: AddRoutes = (router, deps) => {
  const { passkeys, limiter, queues } = deps;
  const answer = async (ctx: Ctx) => {
    ctx.body = await presentSecondFactor(ctx, deps);
  };

  const changed = async (ctx: Ctx, { factorsID, mailIDs }: FactorsChanged) => {
    keepConfirmation(ctx, factorsID);
    await sendMails(queues.mail, mailIDs);
  };

  router.get('/second-factor', answer);

  router.post('/second-factor/totp', validBody(nothing), async (ctx) => {
    const person = principalOf(ctx);
    const names = { issuer: PRODUCT_NAME, label: person.emailAddress };
    ctx.body = (await startTotp(person, names)) satisfies TotpSetup;
  });

  router.post('/second-factor/totp/code', validBody(codeBody), async (ctx) => {
    const { kind, id } = principalOf(ctx);
    const session = currentSession(ctx);
    await limiter.countOrThrow(ctx, 'proofSession', session);
    const added = await confirmTotp({ kind, id }, ctx.state.body.Code, auditedBy(ctx));
    await limiter.giveBack('proofSession', session);
    await changed(ctx, added);
    ctx.body = { recoveryCodes: added.recoveryCodes } satisfies FactorAdded;
  });

  router.delete('/second-factor/totp', validBody(nothing), async (ctx) => {
    await changed(ctx, await removeTotp(principalOf(ctx), auditedBy(ctx)));
    await answer(ctx);
  });

  router.get('/second-factor/passkey-options', async (ctx) => {
    ctx.body = await passkeys.creationOptions(principalOf(ctx));
  });

  router.post('/second-factor/passkeys', validBody(passkeyBody), async (ctx) => {
    const person = principalOf(ctx);
    const { name, response } = ctx.state.body;
    const made = await passkeys.readCreated(person, response);
    const passkey = { ...made, name, createdAt: new Date() };
    const added = await addPasskey(person, passkey, auditedBy(ctx));
    await changed(ctx, added);
    ctx.body = { recoveryCodes: added.recoveryCodes } satisfies FactorAdded;
  });

  router.delete('/second-factor/passkeys/:id', validBody(nothing), async (ctx) => {
    await changed(ctx, await removePasskey(principalOf(ctx), String(ctx.params.id), auditedBy(ctx)));
    await answer(ctx);
  });

  router.post('/second-factor/recovery-codes', validBody(nothing), async (ctx) => {
    const { recoveryCodes, mailIDs } = await renewRecoveryCodes(principalOf(ctx), auditedBy(ctx));
    await sendMails(queues.mail, mailIDs);
    ctx.body = { recoveryCodes } satisfies FactorAdded;
  });
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

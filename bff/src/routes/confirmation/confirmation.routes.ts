import type { Proof } from '@partnerdesk/contracts';
import { confirmSession } from '../../middleware/session';
import { validBody } from '../../middleware/validate';
import { proof } from '../../second-factor/proof.schema';
import type { AddRoutes } from '../route-deps';

/** The answer to confirmation_required; the refused call is then made again. */
export const addConfirmationRoutes: AddRoutes = (router, { proofs }) => {
  // For what is no call of the screen's own, such as a download: asks by its row of the table, and changes nothing.
  router.get('/confirmation', (ctx) => {
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });

  router.post('/confirmation', validBody(proof), async (ctx) => {
    await proofs.checkInSessionOrThrow(ctx, ctx.state.body as Proof);
    confirmSession(ctx);
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });
};

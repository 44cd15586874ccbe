import { confirmationCall, confirmCall } from '@partnerdesk/contracts';
import { confirmSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';

/** The answer to confirmation_required; the refused call is then made again. */
export const addConfirmationRoutes: AddRoutes = ({ handle }, { proofs }) => {
  handle(confirmationCall, () => true);

  handle(confirmCall, async ({ ctx, body }) => {
    await proofs.checkInSessionOrThrow(ctx, body);
    confirmSession(ctx);
    return true;
  });
};

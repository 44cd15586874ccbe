import { fraudSignalsCall, reviewSignalCall } from '@partnerdesk/contracts';
import { findAccountOrThrow, listFraudSignals, reviewSignal } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import type { AddRoutes } from '../route-deps';

/** What somebody should look at of an affiliate, and that somebody did (docs/RULES.md, Fraud signals). */
export const addFraudSignalRoutes: AddRoutes = ({ handle }) => {
  handle(fraudSignalsCall, async ({ query: { affID } }) => {
    await findAccountOrThrow('affiliate', affID);
    return listFraudSignals(affID);
  });

  handle(reviewSignalCall, ({ ctx, body }) => reviewSignal(body, auditedBy(ctx)));
};

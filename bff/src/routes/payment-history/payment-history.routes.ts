import { paymentHistory } from '@partnerdesk/domain';
import { addAffiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentPayment } from './payment-history.presenter';

export const addPaymentHistoryRoutes: AddRoutes = (router, deps) => {
  addAffiliateRange(router, deps, '/member-payment-history', async (affID, range) =>
    (await paymentHistory(affID, range)).map(presentPayment),
  );
};

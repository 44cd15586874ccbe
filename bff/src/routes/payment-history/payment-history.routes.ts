import { paymentHistory } from '@partnerdesk/domain';
import { affiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentPayment } from './payment-history.presenter';

export const addPaymentHistoryRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/member-payment-history',
    ...affiliateRange(session, async (affID, range) =>
      (await paymentHistory(affID, range)).map(presentPayment),
    ),
  );
};

import { paymentHistoryCall } from '@partnerdesk/contracts';
import { paymentHistory } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentPayment } from './payment-history.presenter';

export const addPaymentHistoryRoutes: AddRoutes = ({ handle }) => {
  handle(paymentHistoryCall, async ({ query: { affiliateID, ...range } }) =>
    (await paymentHistory(affiliateID, range)).map(presentPayment),
  );
};

import { saleDetails } from '@partnerdesk/domain';
import { affiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentSaleDetail } from './sale-details.presenter';

export const addSaleDetailRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/member-sale-details',
    ...affiliateRange(session, async (affID, range) =>
      (await saleDetails(affID, range)).map(presentSaleDetail),
    ),
  );
};

import { saleDetails } from '@partnerdesk/domain';
import { addAffiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentSaleDetail } from './sale-details.presenter';

export const addSaleDetailRoutes: AddRoutes = (router, deps) => {
  addAffiliateRange(router, deps, '/member-sale-details', async (affID, range) =>
    (await saleDetails(affID, range)).map(presentSaleDetail),
  );
};

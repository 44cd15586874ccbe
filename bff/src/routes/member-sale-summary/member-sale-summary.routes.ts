import { saleSummary } from '@partnerdesk/domain';
import { addAffiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentSaleSummary } from './member-sale-summary.presenter';

export const addMemberSaleSummaryRoutes: AddRoutes = (router, deps) => {
  addAffiliateRange(router, deps, '/member-sale-summary', async (affID, range) =>
    presentSaleSummary(await saleSummary(affID, range)),
  );
};

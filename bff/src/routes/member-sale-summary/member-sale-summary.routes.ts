import { saleSummary } from '@partnerdesk/domain';
import { isAffiliate, permit, permitFor } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayReadSales } from './member-sale-summary.policy';
import { presentSaleSummary } from './member-sale-summary.presenter';
import { type AffiliateRangeQuery, affiliateRangeQuery } from './member-sale-summary.schema';

export const addMemberSaleSummaryRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/member-sale-summary',
    session,
    permit(isAffiliate),
    validQuery(affiliateRangeQuery),
    permitFor('query', mayReadSales),
    async (ctx) => {
      const { affiliateID, startDate, endDate } = ctx.state.query as AffiliateRangeQuery;
      ctx.body = presentSaleSummary(await saleSummary(affiliateID, { startDate, endDate }));
    },
  );
};

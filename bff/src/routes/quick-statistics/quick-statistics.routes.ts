import { quickStatistics } from '@partnerdesk/domain';
import { allowOrThrow, isAffiliate, permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayReadQuickStatistics } from './quick-statistics.policy';
import { presentQuickStatistics } from './quick-statistics.presenter';
import { quickStatisticsQuery } from './quick-statistics.schema';

export const addQuickStatisticsRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/quick-statistics',
    session,
    permit(isAffiliate),
    validQuery(quickStatisticsQuery),
    async (ctx) => {
      const { principal, query } = ctx.state;
      allowOrThrow(principal, mayReadQuickStatistics, query);
      ctx.body = presentQuickStatistics(await quickStatistics(query.affID));
    },
  );
};

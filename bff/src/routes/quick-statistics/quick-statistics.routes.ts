import { quickStatistics } from '@partnerdesk/domain';
import { isAffiliate, permit, permitFor } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayReadQuickStatistics } from './quick-statistics.policy';
import { presentQuickStatistics } from './quick-statistics.presenter';
import { type QuickStatisticsQuery, quickStatisticsQuery } from './quick-statistics.schema';

export const addQuickStatisticsRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/quick-statistics',
    session,
    permit(isAffiliate),
    validQuery(quickStatisticsQuery),
    permitFor('query', mayReadQuickStatistics),
    async (ctx) => {
      const { affID } = ctx.state.query as QuickStatisticsQuery;
      ctx.body = presentQuickStatistics(await quickStatistics(affID));
    },
  );
};

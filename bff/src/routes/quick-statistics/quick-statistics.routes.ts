import { quickStatisticsCall } from '@partnerdesk/contracts';
import { quickStatistics } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentQuickStatistics } from './quick-statistics.presenter';

export const addQuickStatisticsRoutes: AddRoutes = ({ handle }) => {
  handle(quickStatisticsCall, async ({ query }) =>
    presentQuickStatistics(await quickStatistics(query.affID)),
  );
};

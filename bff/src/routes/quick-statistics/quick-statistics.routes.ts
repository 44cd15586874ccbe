import { dollarsOf, quickStatisticsCall } from '@partnerdesk/contracts';
import { quickStatistics } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

export const addQuickStatisticsRoutes: AddRoutes = ({ handle }) => {
  handle(quickStatisticsCall, async ({ query: { affID } }) => {
    const { yesterdayCents, todayCents, monthCents } = await quickStatistics(affID);
    return {
      affID,
      yesterday: dollarsOf(yesterdayCents),
      today: dollarsOf(todayCents),
      month: dollarsOf(monthCents),
    };
  });
};

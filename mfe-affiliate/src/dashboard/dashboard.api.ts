import { quickStatisticsCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuickStatistics: build.query(ask(quickStatisticsCall, (affID: number) => ({ query: { affID } }))),
  }),
});

export const { useGetQuickStatisticsQuery } = dashboardApi;

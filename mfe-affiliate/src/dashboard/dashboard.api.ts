import type { QuickStatistics } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuickStatistics: build.query<QuickStatistics, number>({
      query: (affID) => ({ url: 'quick-statistics', params: { affID } }),
    }),
  }),
});

export const { useGetQuickStatisticsQuery } = dashboardApi;

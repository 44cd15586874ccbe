import type { QuickStatistics } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { number, record } = shape;

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuickStatistics: build.query<QuickStatistics, number>({
      query: (affID) => ({ url: 'quick-statistics', params: { affID } }),
      extraOptions: {
        expects: record<QuickStatistics>({ affID: number, yesterday: number, today: number, month: number }),
      },
    }),
  }),
});

export const { useGetQuickStatisticsQuery } = dashboardApi;

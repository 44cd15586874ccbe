import { affiliateActivityCall, quickStatisticsCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuickStatistics: build.query(ask(quickStatisticsCall, (affID: number) => ({ query: { affID } }))),
    /** Quiet: it is asked for again with each change, and its parts say what could not be loaded. */
    getActivity: build.query(
      ask(affiliateActivityCall, (affiliateID: number) => ({ query: { affiliateID } }), { quiet: true }),
    ),
  }),
});

export const { useGetQuickStatisticsQuery, useGetActivityQuery } = dashboardApi;
export const { getQuickStatistics, getActivity } = dashboardApi.endpoints;

import type { OfficeDashboard } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const officeApi = api.enhanceEndpoints({ addTagTypes: ['Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load, and asks again. */
    getOfficeDashboard: build.query<OfficeDashboard, void>({
      query: () => 'office-dashboard',
      extraOptions: { quiet: true },
      providesTags: ['Office'],
    }),
    retryJob: build.mutation<true, string>({
      query: (id) => ({ url: 'retry-job', method: 'POST', body: { id } }),
      // Also when it failed: somebody else may have been quicker.
      invalidatesTags: ['Office'],
    }),
  }),
});

export const { useGetOfficeDashboardQuery, useRetryJobMutation } = officeApi;

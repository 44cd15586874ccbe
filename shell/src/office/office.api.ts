import { officeDashboardCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const officeApi = api.enhanceEndpoints({ addTagTypes: ['Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load, and asks again. */
    getOfficeDashboard: build.query({
      ...ask(officeDashboardCall, undefined, { quiet: true }),
      providesTags: ['Office'],
    }),
  }),
});

export const { useGetOfficeDashboardQuery } = officeApi;

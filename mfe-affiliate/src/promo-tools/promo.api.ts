import type { TrackingSource } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const promoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrackingSources: build.query<TrackingSource[], number>({
      query: (affiliateID) => ({ url: 'tracking-sources', params: { affiliateID } }),
    }),
  }),
});

export const { useGetTrackingSourcesQuery } = promoApi;

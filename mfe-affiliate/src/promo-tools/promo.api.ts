import { trackingSourcesCall } from '@partnerdesk/contracts';
import { api, ask, fileCall } from '@partnerdesk/web';

const promoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrackingSources: build.query(
      ask(trackingSourcesCall, (affiliateID: number) => ({ query: { affiliateID } })),
    ),
    /** Answers the object URL of the file. */
    downloadPromoVideo: build.mutation<string, string>({
      query: (filename) => fileCall('download-promo-video', { filename }),
    }),
  }),
});

export const { useGetTrackingSourcesQuery, useDownloadPromoVideoMutation } = promoApi;

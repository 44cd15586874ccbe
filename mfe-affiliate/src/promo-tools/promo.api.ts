import { downloadPromoVideoCall, type PROMO_VIDEO, trackingSourcesCall } from '@partnerdesk/contracts';
import { api, ask, askFile } from '@partnerdesk/web';

const promoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrackingSources: build.query(
      ask(trackingSourcesCall, (affiliateID: number) => ({ query: { affiliateID } })),
    ),
    downloadPromoVideo: build.mutation(
      askFile(downloadPromoVideoCall, (filename: typeof PROMO_VIDEO.filename) => ({ query: { filename } })),
    ),
  }),
});

export const { useGetTrackingSourcesQuery, useDownloadPromoVideoMutation } = promoApi;

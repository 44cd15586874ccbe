import type { TrackingSource } from '@partnerdesk/contracts';
import { api, fileCall, shape } from '@partnerdesk/web';

const { listOf, number, record, text } = shape;

const isSource = record<TrackingSource>({
  tid: text,
  lp: text,
  clicks: number,
  joins: number,
  sales: number,
  payout: number,
});

const promoApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrackingSources: build.query<TrackingSource[], number>({
      query: (affiliateID) => ({ url: 'tracking-sources', params: { affiliateID } }),
      extraOptions: { expects: listOf(isSource) },
    }),
    /** Answers the object URL of the file. */
    downloadPromoVideo: build.mutation<string, string>({
      query: (filename) => fileCall('download-promo-video', { filename }),
    }),
  }),
});

export const { useGetTrackingSourcesQuery, useDownloadPromoVideoMutation } = promoApi;

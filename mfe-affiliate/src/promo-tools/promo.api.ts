import type { TrackingSource } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { listOf, number, record, text } = shape;

/** A file may take this long on a slow line, in ms. */
const DOWNLOAD_TIMEOUT_MS = 600_000;

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
    /** Answers the object URL of the file: the store holds plain data. `saveUrl` saves it. */
    downloadPromoVideo: build.mutation<string, string>({
      query: (filename) => ({
        url: 'download-promo-video',
        params: { filename },
        timeout: DOWNLOAD_TIMEOUT_MS,
        responseHandler: async (response) =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.text(),
      }),
    }),
  }),
});

export const { useGetTrackingSourcesQuery, useDownloadPromoVideoMutation } = promoApi;

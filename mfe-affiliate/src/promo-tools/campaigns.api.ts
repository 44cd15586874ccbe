import type { Campaign, CampaignInput, Campaigns } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { listOf, optional, record, text } = shape;

const sub = optional(text);
const isCampaigns = record<Campaigns>({
  campaigns: listOf(
    record<Campaign>({
      ...{ campaignID: text, name: text, tid: text, lp: text, to: text },
      ...{ s1: sub, s2: sub, s3: sub, s4: sub, s5: sub },
    }),
  ),
  pages: listOf(text),
});

const campaignsApi = api.enhanceEndpoints({ addTagTypes: ['Campaigns'] }).injectEndpoints({
  endpoints: (build) => ({
    getCampaigns: build.query<Campaigns, void>({
      query: () => 'campaigns',
      extraOptions: { expects: isCampaigns },
      providesTags: ['Campaigns'],
    }),
    saveCampaign: build.mutation<Campaigns, CampaignInput>({
      query: (body) => ({ url: 'campaigns', method: 'POST', body }),
      extraOptions: { expects: isCampaigns },
      invalidatesTags: (_, error) => (error ? [] : ['Campaigns']),
    }),
    removeCampaign: build.mutation<Campaigns, string>({
      query: (campaignID) => ({ url: 'campaigns', params: { campaignID }, method: 'DELETE', body: {} }),
      extraOptions: { expects: isCampaigns },
      invalidatesTags: ['Campaigns'],
    }),
  }),
});

export const { useGetCampaignsQuery, useSaveCampaignMutation, useRemoveCampaignMutation } = campaignsApi;

import {
  type CampaignInput,
  campaignsCall,
  removeCampaignCall,
  saveCampaignCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const campaignsApi = api.enhanceEndpoints({ addTagTypes: ['Campaigns'] }).injectEndpoints({
  endpoints: (build) => ({
    getCampaigns: build.query({ ...ask(campaignsCall), providesTags: ['Campaigns'] }),
    saveCampaign: build.mutation({
      ...ask(saveCampaignCall, (body: CampaignInput) => ({ body })),
      invalidatesTags: (_, error) => (error ? [] : ['Campaigns']),
    }),
    removeCampaign: build.mutation({
      ...ask(removeCampaignCall, (campaignID: string) => ({ query: { campaignID } })),
      invalidatesTags: ['Campaigns'],
    }),
  }),
});

export const { useGetCampaignsQuery, useSaveCampaignMutation, useRemoveCampaignMutation } = campaignsApi;

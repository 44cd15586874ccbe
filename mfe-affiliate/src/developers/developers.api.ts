import {
  apiKeysCall,
  makeApiKeyCall,
  type NewApiKey,
  revokeApiKeyCall,
  v1ReferenceCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const developersApi = api.enhanceEndpoints({ addTagTypes: ['ApiKeys'] }).injectEndpoints({
  endpoints: (build) => ({
    getApiReference: build.query(ask(v1ReferenceCall)),
    getApiKeys: build.query({ ...ask(apiKeysCall), providesTags: ['ApiKeys'] }),
    makeApiKey: build.mutation({
      ...ask(makeApiKeyCall, (body: NewApiKey) => ({ body })),
      invalidatesTags: (_, error) => (error ? [] : ['ApiKeys']),
    }),
    revokeApiKey: build.mutation({
      ...ask(revokeApiKeyCall, (id: string) => ({ params: { id } })),
      invalidatesTags: ['ApiKeys'],
    }),
  }),
});

export const { useGetApiReferenceQuery, useGetApiKeysQuery, useMakeApiKeyMutation, useRevokeApiKeyMutation } =
  developersApi;

import {
  type ApiReference,
  apiKeysCall,
  makeApiKeyCall,
  type NewApiKey,
  revokeApiKeyCall,
} from '@partnerdesk/contracts';
import { api, ask, shape } from '@partnerdesk/web';

const { listOf, mapOf, record, text } = shape;

const isParameter = record({ name: text, schema: record({}) });
const isOperation = record({
  operationId: text,
  parameters: listOf(isParameter),
  responses: mapOf(record({})),
});
const isReference = record({
  servers: listOf(record({ url: text })),
  paths: mapOf(mapOf(isOperation)),
}) as unknown as shape.Shape<ApiReference>;

const developersApi = api.enhanceEndpoints({ addTagTypes: ['ApiKeys'] }).injectEndpoints({
  endpoints: (build) => ({
    getApiReference: build.query<ApiReference, void>({
      query: () => 'v1/openapi.json',
      extraOptions: { expects: isReference },
    }),
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

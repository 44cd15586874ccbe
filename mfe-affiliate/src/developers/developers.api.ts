import type { ApiKeyMade, ApiKeyRow, ApiReference, NewApiKey } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { listOf, mapOf, nullable, record, text } = shape;

const ROW = { id: text, name: text, createdAt: text, expiresAt: text, lastUsedAt: nullable(text) } as const;
const isRow = record<ApiKeyRow>(ROW);
const isMade = record<ApiKeyMade>({ ...ROW, key: text });
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
    getApiKeys: build.query<ApiKeyRow[], void>({
      query: () => 'api-keys',
      extraOptions: { expects: listOf(isRow) },
      providesTags: ['ApiKeys'],
    }),
    makeApiKey: build.mutation<ApiKeyMade, NewApiKey>({
      query: (body) => ({ url: 'api-keys', method: 'POST', body }),
      extraOptions: { expects: isMade },
      invalidatesTags: (_, error) => (error ? [] : ['ApiKeys']),
    }),
    revokeApiKey: build.mutation<unknown, string>({
      query: (id) => ({ url: `api-keys/${id}`, method: 'DELETE', body: {} }),
      invalidatesTags: ['ApiKeys'],
    }),
  }),
});

export const { useGetApiReferenceQuery, useGetApiKeysQuery, useMakeApiKeyMutation, useRevokeApiKeyMutation } =
  developersApi;

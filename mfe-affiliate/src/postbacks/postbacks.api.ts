import type { Postback, PostbackCallRow, PostbackEvent, PostbackSaved } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { flag, listOf, nullable, number, optional, record, text, word } = shape;

const POSTBACK = {
  address: text,
  events: listOf<PostbackEvent>(word),
  active: flag,
  hasSecret: flag,
} as const;
const isPostback = record<Postback>(POSTBACK);
const isSaved = record<PostbackSaved>({ ...POSTBACK, secret: optional(text) });

const isCall = record<PostbackCallRow>({
  id: text,
  event: word,
  state: word,
  createdAt: text,
  attempts: number,
  address: text,
  status: nullable(number),
  durationMs: nullable(number),
  reason: text,
  nextAt: nullable(text),
});

const postbackApi = api.enhanceEndpoints({ addTagTypes: ['Postback', 'PostbackCalls'] }).injectEndpoints({
  endpoints: (build) => ({
    getPostback: build.query<Postback, void>({
      query: () => 'postback',
      extraOptions: { expects: isPostback },
      providesTags: ['Postback'],
    }),
    getPostbackCalls: build.query<PostbackCallRow[], void>({
      query: () => 'postback/calls',
      extraOptions: { expects: listOf(isCall) },
      providesTags: ['PostbackCalls'],
    }),
    savePostback: build.mutation<PostbackSaved, Omit<Postback, 'hasSecret'>>({
      query: (body) => ({ url: 'postback', method: 'POST', body }),
      // The form says what is wrong, beside the field.
      extraOptions: { quiet: true, expects: isSaved },
      invalidatesTags: (_, error) => (error ? [] : ['Postback']),
    }),
    renewPostbackSecret: build.mutation<PostbackSaved, void>({
      query: () => ({ url: 'postback/secret', method: 'POST', body: {} }),
      extraOptions: { expects: isSaved },
    }),
    testPostback: build.mutation<{ id: string }, void>({
      query: () => ({ url: 'postback/test', method: 'POST', body: {} }),
      extraOptions: { expects: record<{ id: string }>({ id: text }) },
      invalidatesTags: (_, error) => (error ? [] : ['PostbackCalls']),
    }),
  }),
});

export const {
  useGetPostbackQuery,
  useGetPostbackCallsQuery,
  useSavePostbackMutation,
  useRenewPostbackSecretMutation,
  useTestPostbackMutation,
} = postbackApi;

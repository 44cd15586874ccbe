import {
  type InputOf,
  postbackCall,
  postbackLogCall,
  renewPostbackSecretCall,
  savePostbackCall,
  testPostbackCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const postbackApi = api.enhanceEndpoints({ addTagTypes: ['Postback', 'PostbackCalls'] }).injectEndpoints({
  endpoints: (build) => ({
    getPostback: build.query({ ...ask(postbackCall), providesTags: ['Postback'] }),
    getPostbackCalls: build.query({
      ...ask(postbackLogCall),
      providesTags: ['PostbackCalls'],
    }),
    savePostback: build.mutation({
      // The form says what is wrong, beside the field.
      ...ask(savePostbackCall, (body: InputOf<typeof savePostbackCall>['body']) => ({ body }), {
        quiet: true,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['Postback']),
    }),
    renewPostbackSecret: build.mutation(ask(renewPostbackSecretCall)),
    testPostback: build.mutation({
      ...ask(testPostbackCall),
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

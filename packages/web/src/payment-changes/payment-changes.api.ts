import { type PaidKind, paymentChangesCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web/core';

const paymentChangesApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
  endpoints: (build) => ({
    getPaymentChanges: build.query({
      ...ask(paymentChangesCall, (query: { kind: PaidKind; id: number }) => ({ query }), { quiet: true }),
      providesTags: ['History'],
    }),
  }),
});

export const { useGetPaymentChangesQuery } = paymentChangesApi;

import { type EntriesQuery, type PayrollEntry, payrollEntriesCall } from '@partnerdesk/contracts';
import { api, ask, type CallMeta } from '@partnerdesk/web/core';

const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Entries of a payment, or what is open of a person through a day. */
    getEntries: build.query({
      ...ask(payrollEntriesCall, (query: EntriesQuery) => ({ query })),
      transformResponse: (entries: PayrollEntry[], meta: CallMeta | undefined) => ({
        entries,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? entries.length),
      }),
    }),
  }),
});

export const { useGetEntriesQuery } = entriesApi;

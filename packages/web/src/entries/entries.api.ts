import type { PayrollEntry, PayrollType } from '@partnerdesk/contracts';
import { api, type CallMeta, shape } from '@partnerdesk/web/core';

const { listOf, number, optional, record, text } = shape;

/** Entries of a payment, or what is open of a person through a day. */
export type EntriesArgs = { page: number } & (
  | { payrollID: number }
  | { payrollType: PayrollType; personID: number; endDate: string }
);

/** An entry of the ledger as the server answers it. */
export const isPayrollEntry = record<PayrollEntry>({
  entryID: text,
  type: text,
  at: text,
  postedDay: text,
  amount: number,
  commission: number,
  payout: number,
  memberID: optional(number),
  saleID: optional(number),
  reason: optional(text),
  by: optional(text),
});

const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEntries: build.query<{ entries: PayrollEntry[]; total: number }, EntriesArgs>({
      query: (params) => ({ url: 'payroll-entries', params }),
      extraOptions: { expects: listOf(isPayrollEntry) },
      transformResponse: (entries: PayrollEntry[], meta: CallMeta | undefined) => ({
        entries,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? entries.length),
      }),
    }),
  }),
});

export const { useGetEntriesQuery } = entriesApi;

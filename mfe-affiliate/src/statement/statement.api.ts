import type { PaymentStatement } from '@partnerdesk/contracts';
import { api, isPayrollEntry, shape } from '@partnerdesk/web';

const { code, listOf, number, optional, record, text, word } = shape;

const isSum = record<PaymentStatement['sums'][number]>({ part: word, entries: number, payout: number });
const isStatement = record<PaymentStatement>({
  payrollID: number,
  name: text,
  startPeriod: text,
  endPeriod: text,
  paymentType: code,
  paymentInfo: text,
  dateCreated: text,
  state: word,
  reason: optional(text),
  sums: listOf(isSum),
  amount: number,
  entries: listOf(isPayrollEntry),
  total: number,
  broughtForward: number,
});

export const { useGetStatementQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.query<PaymentStatement, { payrollID: number; page: number }>({
      query: (params) => ({ url: 'payment-statement', params }),
      extraOptions: { quiet: true, expects: isStatement },
    }),
  }),
});

import type { MaskedDetails, PaidKind, PaymentChanges } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web/core';

const { listOf, number, optional, record, text, word } = shape;

const maskedDetails = record<MaskedDetails>({
  paymentType: number,
  payPalID: text,
  achName: text,
  achAccountType: number,
  achRoutingNumber: text,
  achAccountNumber: text,
});

const isPaymentChanges = record<PaymentChanges>({
  changes: listOf(
    record<PaymentChanges['changes'][number]>({
      at: text,
      origin: word,
      by: text,
      before: optional(maskedDetails),
      after: maskedDetails,
    }),
  ),
  shared: listOf(
    record<PaymentChanges['shared'][number]>({ kind: word, id: number, name: text, same: word }),
  ),
  heldUntil: optional(text),
});

const paymentChangesApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
  endpoints: (build) => ({
    getPaymentChanges: build.query<PaymentChanges, { kind: PaidKind; id: number }>({
      query: (params) => ({ url: 'payment-changes', params }),
      extraOptions: { quiet: true, expects: isPaymentChanges },
      providesTags: ['History'],
    }),
  }),
});

export const { useGetPaymentChangesQuery } = paymentChangesApi;

import type { PayFileFormat, PaymentResultsOutcome, PaymentResultsPreview } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { flag, listOf, number, optional, record, text, word } = shape;

const isPreview = record<PaymentResultsPreview>({
  format: word,
  digest: text,
  results: listOf(
    record<PaymentResultsPreview['results'][number]>({
      line: number,
      payrollID: number,
      kind: word,
      personID: number,
      name: text,
      amount: number,
      state: word,
      already: flag,
      reason: text,
    }),
  ),
  notices: listOf(
    record<PaymentResultsPreview['notices'][number]>({
      line: number,
      payrollID: optional(number),
      reason: text,
    }),
  ),
  counts: record<PaymentResultsPreview['counts']>({
    paid: number,
    returned: number,
    already: number,
    notices: number,
  }),
  paidAmount: number,
  returnedAmount: number,
});

const isMarked = record<PaymentResultsOutcome>({
  paid: number,
  returned: number,
  already: number,
  refused: listOf(record<PaymentResultsOutcome['refused'][number]>({ payrollID: number, reason: text })),
});

/** 20 MB on a slow line (ms). */
const UPLOAD_MS = 180_000;

interface FileArgs {
  format: PayFileFormat;
  bytes: ArrayBuffer;
}
const sendFile = (url: string, { bytes, ...params }: FileArgs & { digest?: string }) => ({
  url,
  method: 'POST',
  params,
  body: bytes,
  headers: { 'content-type': 'application/octet-stream' },
  timeout: UPLOAD_MS,
});

const resultsApi = api.enhanceEndpoints({ addTagTypes: ['Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet, as the next one: the screen shows why a file is refused. */
    previewResults: build.mutation<PaymentResultsPreview, FileArgs>({
      query: (args) => sendFile('payment-results', args),
      extraOptions: { quiet: true, expects: isPreview },
    }),
    markResults: build.mutation<PaymentResultsOutcome, FileArgs & { digest: string }>({
      query: (args) => sendFile('payment-results/marks', args),
      extraOptions: { quiet: true, expects: isMarked },
      invalidatesTags: ['Payments'],
    }),
  }),
});

export const { usePreviewResultsMutation, useMarkResultsMutation } = resultsApi;

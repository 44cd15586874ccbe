import type {
  JobStatus,
  PayFileFormat,
  PaymentResultsOutcome,
  PaymentResultsPreview,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';
import { LATER } from '../payroll/payroll.api';
import { isStarted } from '../payroll/payroll.shapes';

const { either, flag, listOf, number, oneOf, optional, record, text, word } = shape;

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

/** Of a file that is read: a preview, or what became of marking it. */
export type ResultJob = JobStatus<PaymentResultsPreview | PaymentResultsOutcome>;

const isResultJob = record<ResultJob>({
  id: text,
  state: oneOf('waiting', 'active', 'completed', 'failed', 'cancelled'),
  progress: record<ResultJob['progress']>({ done: number, total: number }),
  result: optional(either(isPreview, isMarked)),
  error: optional(text),
});

/** 20 MB on a slow line (ms). */
const UPLOAD_MS = 180_000;

interface FileArgs {
  format: PayFileFormat;
  bytes: ArrayBuffer;
  /** Of the preview that is confirmed; missing: the file is to be shown. */
  digest?: string;
}

const resultsApi = api.enhanceEndpoints({ addTagTypes: ['Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen shows why a file is refused. */
    sendResults: build.mutation<{ id: string }, FileArgs>({
      query: ({ bytes, ...params }) => ({
        url: params.digest === undefined ? 'payment-results' : 'payment-results/marks',
        method: 'POST',
        params,
        body: bytes,
        headers: { ...LATER, 'content-type': 'application/octet-stream' },
        timeout: UPLOAD_MS,
      }),
      extraOptions: { quiet: true, expects: isStarted },
    }),
    getResultJob: build.query<ResultJob, string>({
      query: (id) => ({ url: `jobs/${encodeURIComponent(id)}` }),
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true, expects: isResultJob },
    }),
  }),
});

export const { useSendResultsMutation, useGetResultJobQuery } = resultsApi;

/** After payments were marked. */
export const paymentsChanged = () => resultsApi.util.invalidateTags(['Payments']);

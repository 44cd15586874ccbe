import {
  FAILED_WORK_KINDS,
  type FailedWorkKind,
  type FailedWorkPage,
  type FailedWorkRow,
  type FailedWorkSummary,
  type RetryOutcome,
} from '@partnerdesk/contracts';
import { api, type Shape, shape } from '@partnerdesk/web';

const { flag, listOf, nullable, number, optional, record, text, word } = shape;

/** How each kind of failed work reads. */
export const FAILED_WORK_LABELS: Record<FailedWorkKind, string> = {
  'payroll-jobs': 'Payroll jobs',
  'picture-jobs': 'Picture jobs',
  mails: 'Emails',
  'waiting-events': 'Events waiting for more than a day',
  'refused-events': 'Refused events',
};

/** The kind that a part of the address names, if it names one. */
export const readKind = (value: string | null): FailedWorkKind | undefined =>
  FAILED_WORK_KINDS.find((kind) => kind === value);

export const isFailedSummary = record<FailedWorkSummary>({
  kind: word as Shape<FailedWorkKind>,
  count: number,
  more: flag,
  oldestAt: nullable(text),
  reasons: listOf(record<FailedWorkSummary['reasons'][number]>({ reason: text, count: number })),
});

const isPage = record<FailedWorkPage>({
  rows: listOf(
    record<FailedWorkRow>({
      id: text,
      what: text,
      at: text,
      reason: text,
      retry: word as Shape<FailedWorkRow['retry']>,
      attempts: optional(number),
      line: optional(number),
      content: optional(text),
    }),
  ),
  more: flag,
});

const failedWorkApi = api.enhanceEndpoints({ addTagTypes: ['FailedWork', 'Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet, as the next: the screen says itself what it could not load. */
    getFailedWork: build.query<FailedWorkSummary[], void>({
      query: () => 'failed-work',
      extraOptions: { quiet: true, expects: listOf(isFailedSummary) },
      providesTags: ['FailedWork'],
    }),
    getFailedWorkPage: build.query<FailedWorkPage, { kind: FailedWorkKind; page: number }>({
      query: ({ kind, page }) => ({ url: `failed-work/${kind}`, params: { page } }),
      extraOptions: { quiet: true, expects: isPage },
      providesTags: ['FailedWork'],
    }),
    retryWork: build.mutation<RetryOutcome, { kind: FailedWorkKind; id?: string }>({
      query: ({ kind, id }) => ({ url: `failed-work/${kind}`, method: 'POST', body: id ? { id } : {} }),
      extraOptions: { expects: record<RetryOutcome>({ retried: number, left: number }) },
      // Also when it failed: somebody else may have been quicker.
      invalidatesTags: ['FailedWork', 'Office'],
    }),
  }),
});

export const { useGetFailedWorkQuery, useGetFailedWorkPageQuery, useRetryWorkMutation } = failedWorkApi;

import {
  FAILED_WORK_KINDS,
  type FailedWorkKind,
  type FailedWorkPage,
  failedWorkCall,
  failedWorkCalls,
  type RetryOutcome,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

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

const pageOf = (kind: FailedWorkKind) =>
  ask(failedWorkCalls[kind].list, (page: number) => ({ query: { page } }), { quiet: true });
const retryOf = (kind: FailedWorkKind) =>
  ask(failedWorkCalls[kind].retry, (id: string | undefined) => ({ body: id ? { id } : {} }));

const failedWorkApi = api.enhanceEndpoints({ addTagTypes: ['FailedWork', 'Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet, as the next: the screen says itself what it could not load. */
    getFailedWork: build.query({
      ...ask(failedWorkCall, undefined, { quiet: true }),
      providesTags: ['FailedWork'],
    }),
    getFailedWorkPage: build.query<FailedWorkPage, { kind: FailedWorkKind; page: number }>({
      ...pageOf('mails'),
      query: ({ kind, page }) => pageOf(kind).query(page),
      providesTags: ['FailedWork'],
    }),
    retryWork: build.mutation<RetryOutcome, { kind: FailedWorkKind; id?: string }>({
      ...retryOf('mails'),
      query: ({ kind, id }) => retryOf(kind).query(id),
      // Also when it failed: somebody else may have retried it.
      invalidatesTags: ['FailedWork', 'Office'],
    }),
  }),
});

export const { useGetFailedWorkQuery, useGetFailedWorkPageQuery, useRetryWorkMutation } = failedWorkApi;

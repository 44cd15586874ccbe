import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { type ApiError, toApiError } from './api-error';

/** A call that has no answer after this is given up, in ms. */
const CALL_TIMEOUT_MS = 20_000;

/** Per-endpoint switches. */
export interface CallOptions {
  /** No banner when it fails: the caller shows the failure itself. */
  quiet?: boolean;
}

export type CallMeta = FetchBaseQueryMeta & CallOptions;

const fetchCall = fetchBaseQuery({ baseUrl: '/api', credentials: 'same-origin', timeout: CALL_TIMEOUT_MS });

/** All calls of all screens: same origin, session cookie, errors as ApiError. */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, CallOptions, CallMeta> = async (
  args,
  apiContext,
  options,
) => {
  const answer = await fetchCall(args, apiContext, {});
  const meta = answer.meta && { ...answer.meta, quiet: options?.quiet };
  if (!answer.error) return { data: answer.data, meta };
  return { error: toApiError(answer.error), meta };
};

import { confirmCall, matches, type Proof, withStandards } from '@partnerdesk/contracts';
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { type ApiError, isProofMissing, toApiError } from './api-error';
import { ask, type CallOptions } from './ask';
import { askForProof, isProofNeeded } from './confirmation';

/** A call that has no answer after this is given up, in ms. */
const CALL_TIMEOUT_MS = 20_000;

/** Of an answer: for instance its headers. */
export type CallMeta = FetchBaseQueryMeta;

const fetchCall = fetchBaseQuery({ baseUrl: '/api', credentials: 'same-origin', timeout: CALL_TIMEOUT_MS });

type BaseApi = Parameters<typeof fetchCall>[1];

/**
 * All calls of all screens: same origin, session cookie, errors as ApiError. One that is refused until the person has
 * confirmed who they are waits for that, and then continues by itself.
 */
const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, CallOptions, CallMeta> = async (
  args,
  apiContext,
  options,
) => {
  let answer = await fetchCall(args, apiContext, {});
  if (answer.error && (await isConfirmed(toApiError(answer.error), apiContext)))
    answer = await fetchCall(args, apiContext, {});
  const { meta } = answer;
  const failed = (error: ApiError) => ({
    error: { ...error, ...(!options?.quiet && !isProofMissing(error) && { alerted: true }) },
    meta,
  });
  if (answer.error) return failed(toApiError(answer.error));
  if (!options?.answer) return { data: answer.data, meta };
  const data = withStandards(options.answer, answer.data);
  return matches(options.answer, data)
    ? { data, meta }
    : failed({ status: meta?.response?.status ?? 0, code: 'unreadable', message: '' });
};

/** Whether the call was refused for want of a proof, and the person has given it. */
async function isConfirmed({ code, details }: ApiError, apiContext: BaseApi): Promise<boolean> {
  if (code !== 'confirmation_required' || !isProofNeeded(details)) return false;
  return askForProof(details, async (proof: Proof) => {
    const { error } = await fetchCall(
      ask(confirmCall, (body: Proof) => ({ body })).query(proof),
      apiContext,
      {},
    );
    const failure = error && toApiError(error);
    // Where the session is over no proof helps: the call says so when it is made again.
    if (failure && failure.code !== 'not_signed_in') throw failure;
  });
}

/** The one client of the API. Screens add endpoints with `injectEndpoints` and tag types with `enhanceEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Account'],
  // A screen that was visited comes back at once with what was read, for this long (seconds)...
  keepUnusedDataFor: 600,
  // ...and reads again what is older than this (seconds), for figures change by themselves. What decides about money is
  // always read again before it is acted on: its query says so.
  refetchOnMountOrArgChange: 30,
  endpoints: () => ({}),
});

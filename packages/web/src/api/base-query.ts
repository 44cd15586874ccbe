import { confirmCall, matches, type Proof, withStandards } from '@partnerdesk/contracts';
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { type ApiError, isProofMissing, toApiError } from './api-error';
import { ask } from './ask';
import type { CallOptions } from './call-options';
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
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, CallOptions, CallMeta> = async (
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
  const filled = options?.answer ? withStandards(options.answer, answer.data) : answer.data;
  const data = options?.defaults ? withDefaults(filled, options.defaults) : filled;
  const isRight = options?.answer ? matches(options.answer, data) : (options?.expects?.(data) ?? true);
  if (!isRight) {
    return failed({ status: meta?.response?.status ?? 0, code: 'unreadable', message: '' });
  }
  return { data, meta };
};

function withDefaults(data: unknown, defaults: NonNullable<CallOptions['defaults']>): unknown {
  if (Array.isArray(data)) return data.map((row) => withDefaults(row, defaults));
  if (typeof data !== 'object' || data === null) return data;
  return { ...defaults(data as Record<string, unknown>), ...data };
}

/** Whether the call was refused for want of a proof, and the person has given it. */
async function isConfirmed({ code, details }: ApiError, apiContext: BaseApi): Promise<boolean> {
  if (code !== 'confirmation_required' || !isProofNeeded(details)) return false;
  return askForProof(details, async (proof: Proof) => {
    const { error } = await fetchCall(
      ask(confirmCall, (body: Proof) => ({ body })).query(proof),
      apiContext,
      {},
    );
    if (error) throw toApiError(error);
  });
}

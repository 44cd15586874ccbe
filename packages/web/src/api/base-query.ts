import { type AnySchema, matches, type Proof, withStandards } from '@partnerdesk/contracts';
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { type ApiError, isProofMissing, toApiError } from './api-error';
import { askForProof, isProofNeeded } from './confirmation';
import type { Shape } from './shapes';

/** A call that has no answer after this is given up, in ms. */
const CALL_TIMEOUT_MS = 20_000;

/** Per-endpoint switches. */
export interface CallOptions {
  /** No banner when it fails: the caller shows the failure itself (see `readFailure`). */
  quiet?: boolean;
  /**
   * What a successful answer looks like. Any other fails the call as `unreadable`, so that a screen never works on what
   * it does not understand. Every endpoint whose answer is read states it; a text needs none.
   */
  expects?: Shape<unknown>;
  /** What its call answers: see `ask`. */
  answer?: AnySchema;
  /**
   * What stands in for the fields beyond docs/PRODUCT.md §3 that an answer lacks: of an object, or of each row of a list.
   * An answer by that table alone is whole.
   */
  defaults?: (row: Record<string, unknown>) => Record<string, unknown>;
}

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
    const call = { url: 'confirmation', method: 'POST', body: proof };
    const { error } = await fetchCall(call, apiContext, {});
    if (error) throw toApiError(error);
  });
}

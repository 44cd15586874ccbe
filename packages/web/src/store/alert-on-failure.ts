import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { type ApiError, isProofMissing } from '../api/api-error';
import type { CallMeta } from '../api/base-query';
import { GENERAL_ALERT, readFailure } from '../api/read-failure';
import { raiseAlert } from './alerts.slice';

/**
 * Every failed call raises the same danger alert, whatever its status (docs/PRODUCT.md §8), unless its endpoint is
 * quiet, or a proof was asked for. One that would fail again later says instead what is wrong.
 */
export const alertOnFailure: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (isRejectedWithValue(action)) {
    const meta = action.meta as { baseQueryMeta?: CallMeta };
    if (isProofMissing((action.payload ?? {}) as Partial<ApiError>)) return result;
    if (meta.baseQueryMeta?.quiet) return result;
    const failure = readFailure(action.payload);
    const { kind, text } = failure.isFinal ? failure.alert : GENERAL_ALERT;
    store.dispatch(raiseAlert(kind, text));
  }
  return result;
};

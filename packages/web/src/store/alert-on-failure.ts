import { MESSAGE } from '@partnerdesk/contracts';
import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { type ApiError, isProofMissing } from '../api/api-error';
import type { CallMeta } from '../api/base-query';
import { raiseAlert } from './alerts.slice';

/**
 * Every failed call raises the same danger alert, whatever its status (docs/PRODUCT.md §8), unless its endpoint is
 * quiet, or a proof was asked for.
 */
export const alertOnFailure: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (isRejectedWithValue(action)) {
    const meta = action.meta as { baseQueryMeta?: CallMeta };
    if (isProofMissing((action.payload ?? {}) as Partial<ApiError>)) return result;
    if (!meta.baseQueryMeta?.quiet) store.dispatch(raiseAlert('danger', MESSAGE.genericError));
  }
  return result;
};

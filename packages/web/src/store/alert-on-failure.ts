import { MESSAGE } from '@partnerdesk/contracts';
import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { CallMeta } from '../api/base-query';
import { raiseAlert } from './alerts.slice';

/**
 * Every failed call raises the same danger alert, whatever its status (docs/PRODUCT.md §8), unless its endpoint is
 * quiet.
 */
export const alertOnFailure: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (isRejectedWithValue(action)) {
    const meta = action.meta as { baseQueryMeta?: CallMeta };
    if (!meta.baseQueryMeta?.quiet) store.dispatch(raiseAlert('danger', MESSAGE.genericError));
  }
  return result;
};

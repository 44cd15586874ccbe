import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '../api/api-error';
import { GENERAL_ALERT, readFailure } from '../api/read-failure';
import { raiseAlert } from './alerts.slice';

/**
 * Every failed call raises the same danger alert, whatever its status (docs/PRODUCT.md §8), unless its endpoint is
 * quiet, or a proof was asked for. One that would fail again later says instead what is wrong.
 */
export const alertOnFailure: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (isRejectedWithValue(action) && isApiError(action.payload) && action.payload.alerted) {
    const failure = readFailure(action.payload);
    const { kind, text } = failure.isFinal ? failure.alert : GENERAL_ALERT;
    store.dispatch(raiseAlert(kind, text));
  }
  return result;
};

import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isApiError } from '../api/api-error';
import { expireSession } from './session.slice';

/** Any call that is answered 'not signed in' means that the session is over. */
export const expireOn401: Middleware = (store) => (next) => (action) => {
  const result = next(action);
  if (isRejectedWithValue(action) && isApiError(action.payload) && action.payload.code === 'not_signed_in') {
    store.dispatch(expireSession());
  }
  return result;
};

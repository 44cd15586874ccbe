import type { SessionInfo } from '@partnerdesk/contracts';
import {
  configureStore,
  isFulfilled,
  isPending,
  isRejected,
  isRejectedWithValue,
  type Middleware,
} from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { api } from '../api/api';
import { isApiError } from '../api/api-error';
import { cancelProof } from '../api/confirmation';
import { GENERAL_ALERT, readFailure } from '../api/read-failure';
import { alertsSlice, raiseAlert } from './alerts.slice';
import { configurationSlice } from './configuration.slice';
import {
  expireSession,
  type SessionState,
  sessionSlice,
  setSession,
  writeSessionCopy,
} from './session.slice';

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

/**
 * Any call that is answered 'not signed in' means that the session with which it was made is over: others may still be
 * under way when the person logs in again.
 */
const expireOn401: Middleware = (store) => {
  /** Calls under way that were made with this session. */
  const calls = new Set<string>();
  return (next) => (action) => {
    if (setSession.match(action)) calls.clear();
    if (isPending(action)) calls.add(action.meta.requestId);
    const result = next(action);
    const isOfThis = (isFulfilled(action) || isRejected(action)) && calls.delete(action.meta.requestId);
    if (isOfThis && isRejectedWithValue(action) && isApiError(action.payload))
      if (action.payload.code === 'not_signed_in') store.dispatch(expireSession());
    return result;
  };
};

const identityOf = (person: SessionInfo | null) =>
  person && `${person.affRole} ${person.affID} ${person.emailAddress}`;

/**
 * Another session starts with nothing read. Nor is what somebody else was asked to confirm left open: it would be done in
 * the next person's name.
 */
const forgetOnSessionChange: Middleware = (store) => (next) => (action) => {
  const before: SessionState = store.getState().session;
  const result = next(action);
  if (setSession.match(action) && before.known && identityOf(before.person) !== identityOf(action.payload)) {
    cancelProof();
    store.dispatch(api.util.resetApiState());
  }
  return result;
};

export type AppStore = ReturnType<typeof createAppStore>;
export type AppState = ReturnType<AppStore['getState']>;
export type AppDispatch = AppStore['dispatch'];

/** The one store of shell and remotes. It keeps the browser's copy of the session in step. */
export function createAppStore() {
  const store = configureStore({
    reducer: {
      [alertsSlice.reducerPath]: alertsSlice.reducer,
      [sessionSlice.reducerPath]: sessionSlice.reducer,
      [configurationSlice.reducerPath]: configurationSlice.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) =>
      defaults().concat(api.middleware, alertOnFailure, expireOn401, forgetOnSessionChange),
    // The default shows an answer with the next frame: on a slow processor that is a screen's skeleton, painted once more.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'timer', timeout: 0 } }),
  });
  let written = store.getState().session.person;
  store.subscribe(() => {
    const { person, known } = store.getState().session;
    if (!known || person === written) return;
    written = person;
    writeSessionCopy(person);
  });
  return store;
}

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<AppStore>();
export const useAppSelector = useSelector.withTypes<AppState>();

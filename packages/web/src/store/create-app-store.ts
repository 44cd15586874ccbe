import { configureStore } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { alertOnFailure } from './alert-on-failure';
import { alertsSlice } from './alerts.slice';
import { configurationSlice } from './configuration.slice';
import { expireOn401 } from './expire-on-401';
import { forgetOnSessionChange } from './forget-on-session-change';
import { sessionSlice } from './session.slice';
import { writeSessionCopy } from './session-copy';

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

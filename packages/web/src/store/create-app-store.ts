import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { alertOnFailure } from './alert-on-failure';
import { alertsSlice } from './alerts.slice';
import { configurationSlice } from './configuration.slice';
import { expireOn401 } from './expire-on-401';
import { forgetOnSessionChange } from './forget-on-session-change';
import { sessionSlice } from './session.slice';
import { writeSessionCopy } from './session-copy';

/** A remote adds a slice of its own with `slice.injectInto(rootReducer)`. */
export const rootReducer = combineSlices(alertsSlice, sessionSlice, configurationSlice, api);

export type AppState = ReturnType<typeof rootReducer>;
export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];

/** The one store of shell and remotes. It keeps the browser's copy of the session in step. */
export function createAppStore() {
  const store = configureStore({
    reducer: rootReducer,
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

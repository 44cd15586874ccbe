import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type AlertKind = 'success' | 'warning' | 'danger';

export interface Alert {
  id: string;
  kind: AlertKind;
  text: string;
  /** Path of the screen that was shown when it was raised: it belongs to that one. */
  path: string;
}

/** More would cover the screen that they are about. */
const MOST_SHOWN = 3;

/** The banner's alerts, oldest first. How long each stays is the alert host's business. */
export const alertsSlice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    raiseAlert: {
      prepare: (kind: AlertKind, text: string) => ({
        payload: { id: nanoid(), kind, text, path: location.pathname },
      }),
      /**
       * The same text again replaces the one that is shown: it is announced again and its time starts over. The oldest
       * makes room for one too many.
       */
      reducer: (alerts, { payload }: PayloadAction<Alert>) =>
        [
          ...alerts.filter((alert) => alert.kind !== payload.kind || alert.text !== payload.text),
          payload,
        ].slice(-MOST_SHOWN),
    },
    dismissAlert: (alerts, { payload }: PayloadAction<string>) =>
      alerts.filter((alert) => alert.id !== payload),
    /** Another screen is shown: what belongs to the one before goes. To keep an alert, navigate before raising it. */
    dismissAlertsOfOtherScreens: (alerts, { payload: path }: PayloadAction<string>) =>
      alerts.filter((alert) => alert.path === path),
    clearAlerts: () => [],
  },
});

export const { raiseAlert, dismissAlert, dismissAlertsOfOtherScreens, clearAlerts } = alertsSlice.actions;

import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type AlertKind = 'success' | 'warning' | 'danger';

export interface Alert {
  id: string;
  kind: AlertKind;
  text: string;
  /** How many of this kind and text have come since the first that is still shown. */
  count: number;
  /** When it was raised (ms). */
  at: number;
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
        payload: { id: nanoid(), kind, text, count: 1, at: Date.now(), path: location.pathname },
      }),
      /** An equal one is replaced, counted and announced again; the oldest makes room for one too many. */
      reducer: (alerts, { payload }: PayloadAction<Alert>) => {
        const equal = alerts.find(({ kind, text }) => kind === payload.kind && text === payload.text);
        return [
          ...alerts.filter((alert) => alert !== equal),
          { ...payload, count: (equal?.count ?? 0) + 1 },
        ].slice(-MOST_SHOWN);
      },
    },
    /** Something runs: what was done before it is no news any more. */
    dismissDone: (alerts) => alerts.filter(({ kind }) => kind !== 'success'),
    dismissAlert: (alerts, { payload }: PayloadAction<string>) =>
      alerts.filter((alert) => alert.id !== payload),
    /** Another screen is shown: what belongs to the one before goes. To keep an alert, navigate before raising it. */
    dismissAlertsOfOtherScreens: (alerts, { payload: path }: PayloadAction<string>) =>
      alerts.filter((alert) => alert.path === path),
  },
});

export const { raiseAlert, dismissAlert, dismissDone, dismissAlertsOfOtherScreens } = alertsSlice.actions;

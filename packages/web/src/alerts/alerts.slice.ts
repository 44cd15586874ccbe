import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type AlertKind = 'success' | 'warning' | 'danger';

export interface Alert {
  id: string;
  kind: AlertKind;
  text: string;
}

/** The banner's alerts, oldest first. How long each stays is the alert host's business. */
export const alertsSlice = createSlice({
  name: 'alerts',
  initialState: [] as Alert[],
  reducers: {
    raiseAlert: {
      prepare: (kind: AlertKind, text: string) => ({ payload: { id: nanoid(), kind, text } }),
      /** The same text again replaces the one that is shown: it is announced anew and its time starts over. */
      reducer: (alerts, { payload }: PayloadAction<Alert>) => [
        ...alerts.filter((alert) => alert.kind !== payload.kind || alert.text !== payload.text),
        payload,
      ],
    },
    dismissAlert: (alerts, { payload }: PayloadAction<string>) =>
      alerts.filter((alert) => alert.id !== payload),
    clearAlerts: () => [],
  },
});

export const { raiseAlert, dismissAlert, clearAlerts } = alertsSlice.actions;

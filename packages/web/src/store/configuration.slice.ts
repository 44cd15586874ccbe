import type { Configuration } from '@partnerdesk/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The settings the app started with; null before they came. */
export const configurationSlice = createSlice({
  name: 'configuration',
  initialState: null as Configuration | null,
  reducers: {
    setConfiguration: (_, { payload }: PayloadAction<Configuration>) => payload,
  },
});

export const { setConfiguration } = configurationSlice.actions;

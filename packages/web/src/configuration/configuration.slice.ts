import type { Configuration } from '@partnerdesk/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useAppSelector } from '../store/hooks';

/** The settings the app started with; null before they came. */
export const configurationSlice = createSlice({
  name: 'configuration',
  initialState: null as Configuration | null,
  reducers: {
    setConfiguration: (_, { payload }: PayloadAction<Configuration>) => payload,
  },
});

export const { setConfiguration } = configurationSlice.actions;

/** The settings; only for screens, which are shown after they came. */
export function useConfiguration(): Configuration {
  const configuration = useAppSelector((state) => state.configuration);
  if (!configuration) throw new Error('The configuration is not loaded yet');
  return configuration;
}

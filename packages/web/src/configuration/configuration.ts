import { type Configuration, configurationCall } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { ask } from '../api/ask';
import { useAppSelector } from '../store/create-app-store';

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfiguration: build.query(ask(configurationCall, undefined, { quiet: true })),
  }),
});

export const { getConfiguration } = configurationApi.endpoints;

/** The settings; only for screens, which are shown after they came. */
export function useConfiguration(): Configuration {
  const configuration = useAppSelector((state) => state.configuration);
  if (!configuration) throw new Error('The configuration is not loaded yet');
  return configuration;
}

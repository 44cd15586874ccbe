import type { Configuration } from '@partnerdesk/contracts';
import { api } from '../api/api';

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfiguration: build.query<Configuration, void>({
      query: () => 'configuration',
      extraOptions: { quiet: true },
    }),
  }),
});

export const { getConfiguration } = configurationApi.endpoints;

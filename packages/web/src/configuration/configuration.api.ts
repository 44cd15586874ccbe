import { configurationCall } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { ask } from '../api/ask';

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfiguration: build.query(ask(configurationCall, undefined, { quiet: true })),
  }),
});

export const { getConfiguration } = configurationApi.endpoints;

import { findAnyoneCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const jumpApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnyone: build.query(ask(findAnyoneCall, (q: string) => ({ query: { q } }), { quiet: true })),
  }),
});

export const { useFindAnyoneQuery } = jumpApi;

import type { FoundPerson } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const jumpApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnyone: build.query<FoundPerson[], string>({
      query: (q) => ({ url: 'find-anyone', params: { q } }),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useFindAnyoneQuery } = jumpApi;

import { releasesCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const releasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load. */
    getReleases: build.query(ask(releasesCall, undefined, { quiet: true })),
  }),
});

export const { useGetReleasesQuery } = releasesApi;

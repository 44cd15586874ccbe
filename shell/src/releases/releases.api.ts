import type { RemoteBuild } from '@partnerdesk/contracts';
import { api, type Shape, shape } from '@partnerdesk/web';

const { listOf, nullable, number, record, text, word } = shape;

const isBuild = record<RemoteBuild>({
  name: word as Shape<RemoteBuild['name']>,
  version: text,
  state: word as Shape<RemoteBuild['state']>,
  share: number,
  releasedAt: nullable(text),
  replacedAt: nullable(text),
  loads: number,
  errors: number,
});

const releasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load. */
    getReleases: build.query<RemoteBuild[], void>({
      query: () => 'releases',
      extraOptions: { quiet: true, expects: listOf(isBuild) },
    }),
  }),
});

export const { useGetReleasesQuery } = releasesApi;

import type { AddRoutes } from '../route-deps';
import { presentReleases } from './releases.presenter';

/** Which builds of the remotes run, and how they do. */
export const addReleaseRoutes: AddRoutes = (router, { releases, releaseHealth }) => {
  router.get('/releases', async (ctx) => {
    ctx.body = await presentReleases(releases, releaseHealth);
  });
};

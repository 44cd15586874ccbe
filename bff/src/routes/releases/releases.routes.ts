import { releasesCall } from '@partnerdesk/contracts';
import type { AddRoutes } from '../route-deps';
import { presentReleases } from './releases.presenter';

/** Which builds of the remotes run, and how they do. */
export const addReleaseRoutes: AddRoutes = ({ handle }, { releases, releaseHealth }) => {
  handle(releasesCall, () => presentReleases(releases, releaseHealth));
};

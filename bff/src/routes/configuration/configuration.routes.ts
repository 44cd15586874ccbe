import { today } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentConfiguration } from './configuration.presenter';

/** The same for everybody and without a session, so that caches in between may keep it for a minute. */
export const addConfigurationRoutes: AddRoutes = (router, { env }) => {
  router.get('/configuration', (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.body = presentConfiguration(env, today());
  });
};

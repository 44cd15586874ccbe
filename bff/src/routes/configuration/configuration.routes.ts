import { configurationCall } from '@partnerdesk/contracts';
import { programTerms, today } from '@partnerdesk/domain';
import { visitorNumber } from '../../releases/visitor-number';
import type { AddRoutes } from '../route-deps';
import { presentConfiguration } from './configuration.presenter';

/**
 * Without a session. Asked for again by each page, so that a remote that was released or rolled back is there with the next
 * one; and the visitor's own, since a release may be for a share of them.
 */
export const addConfigurationRoutes: AddRoutes = ({ handle }, { env, releases }) => {
  handle(configurationCall, async ({ ctx }) => {
    const served = await releases.servedTo(await visitorNumber(ctx, releases, env));
    ctx.set('Cache-Control', 'private, no-cache');
    return presentConfiguration(
      env,
      today(),
      programTerms(),
      served.map(({ folder, listed, ...address }) => address),
    );
  });
};

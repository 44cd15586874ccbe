import type { SessionResponse } from '@partnerdesk/contracts';
import { endSession } from '../../middleware/session';
import { nothing, validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentSession } from './session.presenter';

export const addSessionRoutes: AddRoutes = (router, { session }) => {
  router.get('/session', session, (ctx) => {
    const { principal } = ctx.state;
    ctx.body = { session: principal && presentSession(principal) } satisfies SessionResponse;
  });

  // Signing out twice, or without having been signed in, is no mistake.
  router.post('/logout', session, validBody(nothing), (ctx) => {
    endSession(ctx);
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });
};

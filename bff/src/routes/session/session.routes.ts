import type { SessionResponse } from '@partnerdesk/contracts';
import { writeAudit } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { currentSession, endSession } from '../../middleware/session';
import { nothing, validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentSession } from './session.presenter';

export const addSessionRoutes: AddRoutes = (router, { session, sessions, accessChanges }) => {
  router.get('/session', session, (ctx) => {
    const { principal } = ctx.state;
    ctx.body = { session: principal && presentSession(principal) } satisfies SessionResponse;
  });

  // Signing out twice, or without having been signed in, is no mistake.
  router.post('/logout', session, validBody(nothing), async (ctx) => {
    const { principal } = ctx.state;
    if (principal) {
      const { kind: type, id } = principal;
      await writeAudit({ ...auditedBy(ctx), action: 'sign-out.done', subject: { type, id } });
      // Before anybody is notified: what is checked then must not find it.
      await sessions.end(principal, currentSession(ctx));
      await accessChanges.publish(principal);
    }
    endSession(ctx);
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });
};

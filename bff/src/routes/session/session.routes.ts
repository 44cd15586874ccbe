import { logoutCall, sessionCall } from '@partnerdesk/contracts';
import { writeAudit } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { currentSession, endSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';
import { presentSession } from './session.presenter';

export const addSessionRoutes: AddRoutes = ({ handle }, { session, sessions, accessChanges }) => {
  handle(
    sessionCall,
    ({ ctx }) => {
      const { principal } = ctx.state;
      return { session: principal && presentSession(principal) };
    },
    session,
  );

  // Signing out twice, or without having been signed in, is no mistake.
  handle(
    logoutCall,
    async ({ ctx }) => {
      const { principal } = ctx.state;
      if (principal) {
        const { kind: type, id } = principal;
        await writeAudit({ ...auditedBy(ctx), action: 'sign-out.done', subject: { type, id } });
        // Before anybody is notified: what is checked then must not find it.
        await sessions.end(principal, currentSession(ctx));
        await accessChanges.publish(principal);
      }
      endSession(ctx);
      return true;
    },
    session,
  );
};

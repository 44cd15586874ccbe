import {
  AppError,
  endOtherSessionsCall,
  endSessionCall,
  logoutCall,
  sessionCall,
  sessionsCall,
} from '@partnerdesk/contracts';
import { endSessions, writeAudit } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { currentSession, endSession, renewSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';
import { presentSession } from './session.presenter';

const HASH = /^[\w-]{43}$/;

/** Who is signed in here, and the person's sessions everywhere (docs/RULES.md, Who may enter "Sessions"). */
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

  handle(sessionsCall, async ({ ctx }) => {
    const person = principalOf(ctx);
    const current = currentSession(ctx);
    const open = await sessions.list(person);
    return open
      .filter(({ sessionVersion }) => sessionVersion === person.sessionVersion)
      .map(({ hash, device, place, startedAt, seenAt }) => ({
        id: hash,
        current: hash === current,
        device,
        place,
        startedAt: new Date(startedAt).toISOString(),
        lastSeenAt: new Date(seenAt).toISOString(),
      }));
  });

  handle(endSessionCall, async ({ ctx, params: { id: hash } }) => {
    if (!HASH.test(hash)) throw new AppError('not_found', 'There is no such session');
    await sessions.end(principalOf(ctx), hash);
    await accessChanges.publish(principalOf(ctx));
    return true;
  });

  handle(endOtherSessionsCall, async ({ ctx }) => {
    await renewSession(ctx, await endSessions(principalOf(ctx), auditedBy(ctx)));
    return true;
  });
};

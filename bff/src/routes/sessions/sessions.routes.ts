import { AppError, endOtherSessionsCall, endSessionCall, sessionsCall } from '@partnerdesk/contracts';
import { endSessions } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { currentSession, renewSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';

const HASH = /^[\w-]{43}$/;

/** The signed-in person's own sessions (docs/RULES.md, Who may enter "Sessions"). */
export const addSessionListRoutes: AddRoutes = ({ handle }, { sessions, accessChanges }) => {
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

import {
  AppError,
  confirmationCall,
  confirmCall,
  endOtherSessionsCall,
  endSessionCall,
  logoutCall,
  type SessionInfo,
  sessionCall,
  sessionsCall,
} from '@partnerdesk/contracts';
import { endSessions, type Principal } from '@partnerdesk/domain';
import { publishAccess } from '@partnerdesk/queues';
import { audit } from '../../context';
import { confirmSession, currentSession, endSession, renewSession } from '../../middleware/session';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

const HASH = /^[\w-]{43}$/;

/** Who is signed in here, and the person's sessions everywhere (docs/RULES.md, Who may enter "Sessions"). */
export const addSessionRoutes: AddRoutes = ({ handle }, deps) => {
  const { session, sessions, proofs, redis, prefix } = deps;
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
        await audit(ctx, { action: 'sign-out.done', subject: { type, id } });
        // Before anybody is notified: what is checked then must not find it.
        await sessions.end(principal, currentSession(ctx));
        await publishAccess(redis, principal, prefix);
      }
      endSession(ctx);
      return true;
    },
    session,
  );

  handle(sessionsCall, async ({ ctx, principal: person }) => {
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

  handle(endSessionCall, async ({ params: { id: hash }, principal }) => {
    if (!HASH.test(hash)) throw new AppError('not_found', 'There is no such session');
    await sessions.end(principal, hash);
    await publishAccess(redis, principal, prefix);
    return true;
  });

  handle(endOtherSessionsCall, async ({ ctx, principal, by }) => {
    await renewSession(ctx, await endSessions(principal, by));
    return true;
  });

  // The answer to confirmation_required; the refused call is then made again.
  handle(confirmationCall, () => true);
  handle(confirmCall, async ({ ctx, body }) => {
    await proofs.checkInSessionOrThrow(ctx, body);
    confirmSession(ctx);
    return true;
  });
};

/** What the browser may know of the signed-in person (docs/PRODUCT.md §3 "Session"). */
export function presentSession(principal: Principal): SessionInfo {
  const { secondFactorDue, passwordWeak } = principal;
  const session = pick(
    principal,
    'affID',
    'affRole',
    'affStatus',
    'accountStatus',
    'paymentInfoSet',
    'trackID',
    'emailAddress',
    'firstName',
    'permissions',
  );
  return { ...session, ...(secondFactorDue && { secondFactorDue }), ...(passwordWeak && { passwordWeak }) };
}

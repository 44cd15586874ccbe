import { AppError, type SessionRow } from '@partnerdesk/contracts';
import { endSessions } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { currentSession, renewSession } from '../../middleware/session';
import { nothing, validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const HASH = /^[\w-]{43}$/;

/** The signed-in person's own sessions (docs/RULES.md, Who may enter "Sessions"). */
export const addSessionListRoutes: AddRoutes = (router, { sessions, accessChanges }) => {
  router.get('/sessions', async (ctx) => {
    const person = principalOf(ctx);
    const current = currentSession(ctx);
    const open = await sessions.list(person);
    ctx.body = open
      .filter(({ sessionVersion }) => sessionVersion === person.sessionVersion)
      .map(
        ({ hash, device, place, startedAt, seenAt }): SessionRow => ({
          id: hash,
          current: hash === current,
          device,
          place,
          startedAt: new Date(startedAt).toISOString(),
          lastSeenAt: new Date(seenAt).toISOString(),
        }),
      );
  });

  router.delete('/sessions/:id', validBody(nothing), async (ctx) => {
    const hash = String(ctx.params.id);
    if (!HASH.test(hash)) throw new AppError('not_found', 'There is no such session');
    await sessions.end(principalOf(ctx), hash);
    await accessChanges.publish(principalOf(ctx));
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });

  router.post('/end-other-sessions', validBody(nothing), async (ctx) => {
    await renewSession(ctx, await endSessions(principalOf(ctx), auditedBy(ctx)));
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });
};

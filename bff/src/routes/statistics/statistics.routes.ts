import { loadPrincipal, previousRange, readDayFigures } from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { currentSession } from '../../middleware/session';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayReadStatistics } from './statistics.policy';
import { presentPeriod, presentStatistics } from './statistics.presenter';
import { statisticsQuery } from './statistics.schema';

export const addStatisticsRoutes: AddRoutes = (router, { session, sessions, liveChanges }) => {
  router.get(
    '/admin-get-statistics',
    session,
    permit(mayReadStatistics),
    validQuery(statisticsQuery),
    async (ctx) => {
      const query = ctx.state.query;
      ctx.body = presentStatistics(await readDayFigures(query), query.statsType);
    },
  );

  router.get(
    '/admin-get-statistics-by-day',
    session,
    permit(mayReadStatistics),
    validQuery(statisticsQuery),
    async (ctx) => {
      const query = ctx.state.query;
      const before = { ...query, ...previousRange(query) };
      const [days, daysBefore] = await Promise.all([readDayFigures(query), readDayFigures(before)]);
      ctx.body = {
        current: presentPeriod(query, days, query.statsType),
        previous: presentPeriod(before, daysBefore, query.statsType),
      };
    },
  );

  router.get('/statistics-changes', session, permit(mayReadStatistics), async (ctx) => {
    const hash = currentSession(ctx);
    const stillAllowed = async () => (await sessions.isOpen(hash)) && (await isStillAllowed(ctx));
    const stream = await liveChanges.open(principalOf(ctx), stillAllowed);
    ctx.compress = false;
    ctx.type = 'text/event-stream';
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = stream;
  });
};

/** Whether the person who opened the stream could still open it: the account, its sessions and its permission. */
async function isStillAllowed(ctx: Ctx): Promise<boolean> {
  const { kind, id, sessionVersion } = principalOf(ctx);
  const now = await loadPrincipal(kind, id);
  return now?.sessionVersion === sessionVersion && mayReadStatistics(now, undefined);
}

import { statisticsByDayCall, statisticsCall, statisticsChangesCall } from '@partnerdesk/contracts';
import { loadPrincipal, previousRange, readDayFigures } from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../../context';
import { mustHave } from '../../middleware/policy';
import { currentSession } from '../../middleware/session';
import type { AddRoutes } from '../route-deps';
import { presentPeriod, presentStatistics } from './statistics.presenter';

export const addStatisticsRoutes: AddRoutes = ({ handle }, { sessions, liveChanges }) => {
  handle(statisticsCall, async ({ query }) =>
    presentStatistics(await readDayFigures(query), query.statsType),
  );

  handle(statisticsByDayCall, async ({ query }) => {
    const before = { ...query, ...previousRange(query) };
    const [days, daysBefore] = await Promise.all([readDayFigures(query), readDayFigures(before)]);
    return {
      current: presentPeriod(query, days, query.statsType),
      previous: presentPeriod(before, daysBefore, query.statsType),
    };
  });

  handle(statisticsChangesCall, async ({ ctx }) => {
    const hash = currentSession(ctx);
    const stillAllowed = async () => (await sessions.isOpen(hash)) && (await isStillAllowed(ctx));
    const stream = await liveChanges.open(principalOf(ctx), stillAllowed);
    ctx.compress = false;
    ctx.type = 'text/event-stream';
    ctx.set('X-Accel-Buffering', 'no');
    return stream;
  });
};

const mayReadStatistics = mustHave('statistics');

/** Whether the person who opened the stream could still open it: the account, its sessions and its permission. */
async function isStillAllowed(ctx: Ctx): Promise<boolean> {
  const { kind, id, sessionVersion } = principalOf(ctx);
  const now = await loadPrincipal(kind, id);
  return now?.sessionVersion === sessionVersion && mayReadStatistics(now, undefined);
}

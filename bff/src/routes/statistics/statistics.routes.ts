import {
  comparedRange,
  statisticsByDayCall,
  statisticsByHourCall,
  statisticsCall,
  statisticsChangesCall,
} from '@partnerdesk/contracts';
import { readDayByHour, readDayFigures } from '@partnerdesk/domain';
import { answerStream } from '../../live/answer-stream';
import { mustHave } from '../../middleware/policy';
import type { AddRoutes } from '../route-deps';
import { presentDayByHour, presentPeriod, presentStatistics } from './statistics.presenter';

export const addStatisticsRoutes: AddRoutes = ({ handle }, deps) => {
  handle(statisticsCall, async ({ query }) =>
    presentStatistics(await readDayFigures(query), query.statsType),
  );

  handle(statisticsByDayCall, async ({ query }) => {
    const before = { ...query, ...comparedRange(query, query.compare) };
    const [days, daysBefore] = await Promise.all([readDayFigures(query), readDayFigures(before)]);
    return {
      current: presentPeriod(query, days, query.statsType),
      previous: presentPeriod(before, daysBefore, query.statsType),
    };
  });

  handle(statisticsByHourCall, async () => {
    const now = new Date(Date.now());
    const [day, dayBefore] = await Promise.all([readDayByHour(now, 0), readDayByHour(now, 1)]);
    return { today: presentDayByHour(day), yesterday: presentDayByHour(dayBefore) };
  });

  handle(statisticsChangesCall, ({ ctx }) =>
    answerStream(ctx, deps, { allows: mustHave('statistics'), about: 'days' }),
  );
};

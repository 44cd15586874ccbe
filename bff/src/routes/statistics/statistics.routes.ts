import {
  type AdminStatistics,
  comparedRange,
  type DayRange,
  dollarsOf,
  type SiteStatistics,
  STATISTICS_FIELDS,
  STATS_TYPE,
  type StaffStatistics,
  type StatisticsDayByHour,
  type StatisticsFigure,
  type StatisticsPeriod,
  statisticsByDayCall,
  statisticsByHourCall,
  statisticsCall,
  statisticsChangesCall,
} from '@partnerdesk/contracts';
import {
  type DayByHour,
  type DayFigures,
  type Figure,
  type Figures,
  readDayByHour,
  readDayFigures,
  sumFigures,
} from '@partnerdesk/domain';
import { answerStream } from '../../live/live-changes';
import { mustHave } from '../../middleware/policy';
import type { AddRoutes } from '../route-deps';

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

const scopeOf = (statsType: number) => ({ staffOnly: statsType === STATS_TYPE.staff });

/** The sums of a range under the name of their type (docs/PRODUCT.md §7). */
function presentStatistics(days: readonly DayFigures[], statsType: number): AdminStatistics {
  const sums = wireFiguresOf(sumFigures(days), scopeOf(statsType));
  return statsType === STATS_TYPE.staff
    ? { adminStaffStatistics: sums as StaffStatistics }
    : { adminSiteStatistics: sums as SiteStatistics };
}

export function presentPeriod(
  range: DayRange,
  days: readonly DayFigures[],
  statsType: number,
): StatisticsPeriod {
  return {
    startDate: range.startDate,
    endDate: range.endDate,
    statistics: wireFiguresOf(sumFigures(days), scopeOf(statsType)),
    days: days.map(({ day, figures }) => ({ day, ...wireFiguresOf(figures, scopeOf(statsType)) })),
  };
}

function presentDayByHour({ day, soFar, hours }: DayByHour): StatisticsDayByHour {
  const siteOf = (figures: DayByHour['soFar']) => wireFiguresOf(figures, { staffOnly: false });
  return {
    day,
    soFar: siteOf(soFar),
    hours: hours.map(({ hour, figures }) => ({ hour, ...siteOf(figures) })),
  };
}

/** The figures that are money: dollars on the wire, cents here. */
const CENTS: Partial<Record<StatisticsFigure, Figure>> = {
  salesAmount: 'salesCents',
  payoutAmount: 'payoutCents',
  refundsAmount: 'refundsCents',
  sextingPackageSaleAmounts: 'sextingPackageSaleCents',
  phoneCallSalesAmount: 'phoneCallSalesCents',
  tipsAmount: 'tipsCents',
};

/** Figures by their names of docs/PRODUCT.md §3, in its order, money in dollars; those that are missing are left out. */
function wireFiguresOf(
  figures: Figures,
  { staffOnly }: { staffOnly: boolean },
): Partial<Record<StatisticsFigure, number>> {
  const wire: Partial<Record<StatisticsFigure, number>> = {};
  for (const { name, staff } of STATISTICS_FIELDS) {
    if (staffOnly && !staff) continue;
    const cents = CENTS[name];
    const value = figures[cents ?? (name as Figure)];
    if (value !== undefined) wire[name] = cents ? dollarsOf(value) : value;
  }
  return wire;
}

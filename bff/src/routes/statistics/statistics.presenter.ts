import {
  type AdminStatistics,
  type DayRange,
  type SiteStatistics,
  STATS_TYPE,
  type StaffStatistics,
  type StatisticsDayByHour,
  type StatisticsPeriod,
} from '@partnerdesk/contracts';
import { type DayByHour, type DayFigures, sumFigures } from '@partnerdesk/domain';
import { wireFiguresOf } from './wire-figures';

const scopeOf = (statsType: number) => ({ staffOnly: statsType === STATS_TYPE.staff });

/** The sums of a range under the name of their type (docs/PRODUCT.md §7). */
export function presentStatistics(days: readonly DayFigures[], statsType: number): AdminStatistics {
  const sums = wireFiguresOf(sumFigures(days), scopeOf(statsType));
  return statsType === STATS_TYPE.staff
    ? { adminStaffStatistics: sums as StaffStatistics }
    : { adminSiteStatistics: sums as SiteStatistics };
}

/** A range with its sums and days. */
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

/** The site's day with its hours. */
export function presentDayByHour({ day, soFar, hours }: DayByHour): StatisticsDayByHour {
  const siteOf = (figures: DayByHour['soFar']) => wireFiguresOf(figures, { staffOnly: false });
  return {
    day,
    soFar: siteOf(soFar),
    hours: hours.map(({ hour, figures }) => ({ hour, ...siteOf(figures) })),
  };
}

import {
  type AdminStatistics,
  type DayRange,
  dollarsOf,
  type SiteStatistics,
  STATISTICS_FIELDS,
  STATS_TYPE,
  type StaffStatistics,
  type StatisticsDayByHour,
  type StatisticsFigure,
  type StatisticsPeriod,
} from '@partnerdesk/contracts';
import { type DayByHour, type DayFigures, type Figure, type Figures, sumFigures } from '@partnerdesk/domain';

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

/** The figures that are money: dollars on the wire, cents here. */
const CENTS: Partial<Record<StatisticsFigure, Figure>> = {
  salesAmount: 'salesCents',
  payoutAmount: 'payoutCents',
  refundsAmount: 'refundsCents',
  sextingPackageSaleAmounts: 'sextingPackageSaleCents',
  phoneCallSalesAmount: 'phoneCallSalesCents',
  tipsAmount: 'tipsCents',
};

/**
 * Figures under their names of docs/PRODUCT.md §3, in its order, money in dollars; those that are not there are left
 * out.
 */
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

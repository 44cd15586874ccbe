import { COMPARISON_NAMES, type StatisticsFigure } from '@partnerdesk/contracts';
import { FigureCard, FigureCards, type FigureChange } from '@partnerdesk/web/parts';
import { formatFigure } from './change';
import { allDays, drawnOf } from './chart-plans';
import { fieldsOf } from './figures-table';
import { type LoadedStatistics, STAFF } from './statistics.api';

/** The figures that say most, in the order shown. */
const LEADING: Record<'site' | 'staff', readonly StatisticsFigure[]> = {
  site: [
    'salesAmount',
    'refundsAmount',
    'payoutAmount',
    'newMembersCount',
    'sextingPackageSaleAmounts',
    'phoneCallSalesAmount',
    'tipsAmount',
    'singleMessagesSentByMembers',
  ],
  staff: ['sextingPackageSaleAmounts', 'phoneCallSalesAmount', 'tipsAmount', 'missedCalls'],
};

/** What more of a figure means; of others it is better. */
const MORE: Partial<Record<StatisticsFigure, FigureChange['more']>> = {
  refundsAmount: 'worse',
  missedCalls: 'worse',
  payoutAmount: 'neutral',
};

/** The leading figures as cards: their change against the period before, and their course by day. */
export function LeadingFigures({ loaded }: { loaded: LoadedStatistics }) {
  const { query, statistics, byDay } = loaded;
  const leading = LEADING[query.statsType === STAFF ? 'staff' : 'site'];
  const days = byDay && allDays({ ...byDay.current, ...drawnOf(byDay.current) });
  // Before the business began there is nothing to compare with.
  const previous = byDay?.previous.days.length ? byDay.previous : undefined;
  return (
    <FigureCards>
      {leading.map((name) => {
        const field = fieldsOf(query.statsType).find((each) => each.name === name);
        if (!field) return null;
        return (
          <FigureCard
            key={name}
            label={field.label}
            value={formatFigure(field.unit, statistics[name])}
            change={
              previous && {
                now: statistics[name] ?? 0,
                before: previous.statistics[name] ?? 0,
                against: COMPARISON_NAMES[query.compare],
                more: MORE[name] ?? 'better',
              }
            }
            trend={days?.map((day) => day[name] ?? 0)}
          />
        );
      })}
    </FigureCards>
  );
}

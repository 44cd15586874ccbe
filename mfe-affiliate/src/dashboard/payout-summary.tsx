import { addDays, type DailyFigure, PERIOD, periodRange, type QuickStatistics } from '@partnerdesk/contracts';
import { formatDay, formatUsd, QueryView, useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { useGetQuickStatisticsQuery } from './dashboard.api';
import { payoutBetween, payoutsUntil, sameDayLastMonth, useRecentDays } from './recent-days';

/** Days of the small lines. */
const TREND_DAYS = 14;

/** What the affiliate earned: Yesterday, Today, Month to Date. */
export function PayoutSummary() {
  const query = useGetQuickStatisticsQuery(useAffiliateId());
  const { data: days } = useRecentDays();
  return (
    <section aria-label="Payout summary" className="aff-payouts">
      <QueryView query={query} failure="Your payouts could not be loaded.">
        {(figures) => <Figures figures={figures} days={days} />}
      </QueryView>
    </section>
  );
}

/** The figures stand for themselves; the days, when they have arrived, say how they compare. */
function Figures({ figures, days }: { figures: QuickStatistics; days: readonly DailyFigure[] | undefined }) {
  const { today } = useConfiguration();
  const yesterday = addDays(today, -1);
  const monthStart = `${today.slice(0, 8)}01`;
  const lastMonthStart = periodRange(PERIOD.lastMonth, today)?.startDate ?? monthStart;
  return (
    <FigureCards>
      <FigureCard
        label="Yesterday"
        value={formatUsd(figures.yesterday)}
        note={formatDay(yesterday)}
        change={
          days && {
            now: figures.yesterday,
            before: payoutBetween(days, addDays(today, -8), addDays(today, -8)),
            against: 'a week before',
          }
        }
        trend={days && payoutsUntil(days, yesterday, TREND_DAYS)}
      />
      <FigureCard label="Today" value={formatUsd(figures.today)} note={`${formatDay(today)}, so far`} />
      <FigureCard
        label="Month to Date"
        value={formatUsd(figures.month)}
        note={`since ${formatDay(monthStart)}`}
        change={
          days && {
            now: figures.month,
            before: payoutBetween(days, lastMonthStart, sameDayLastMonth(today)),
            against: 'last month by then',
          }
        }
        trend={days && payoutsUntil(days, today, Number(today.slice(8)))}
      />
    </FigureCards>
  );
}

import {
  addDays,
  type BusinessDay,
  type DailyFigure,
  PERIOD,
  type Period,
  periodRange,
  type QuickStatistics,
} from '@partnerdesk/contracts';
import { formatDay, formatUsd, Link, QueryView, useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { useGetQuickStatisticsQuery } from './dashboard.api';
import { PayoutsWaiting } from './payouts-waiting';
import { payoutBetween, payoutsUntil, sameDayLastMonth, useRecentDays } from './recent-days';

/** Days of the small lines. */
const TREND_DAYS = 14;

/** What the affiliate earned: Yesterday, Today, Month to Date. */
export function PayoutSummary() {
  const query = useGetQuickStatisticsQuery(useAffiliateId());
  const { data: days } = useRecentDays();
  return (
    <section aria-label="Payout summary" className="aff-payouts">
      {query.isLoading ? (
        <PayoutsWaiting />
      ) : (
        <QueryView query={query} failure="Your payouts could not be loaded.">
          {(figures) => <Figures figures={figures} days={days} />}
        </QueryView>
      )}
    </section>
  );
}

/** The report behind a figure. */
const reportOf = (period: Period, startDate: BusinessDay, endDate: BusinessDay) =>
  `/reports?${new URLSearchParams({ by: 'source', period: String(period), startDate, endDate })}`;

/** The figures stand for themselves; the days, when they have arrived, say how they compare. */
function Figures({ figures, days }: { figures: QuickStatistics; days: readonly DailyFigure[] | undefined }) {
  const { today } = useConfiguration();
  const yesterday = addDays(today, -1);
  const monthStart = `${today.slice(0, 8)}01`;
  const lastMonthStart = periodRange(PERIOD.lastMonth, today)?.startDate ?? monthStart;
  return (
    <FigureCards>
      <FigureCard
        label={<Link to={reportOf(PERIOD.yesterday, yesterday, yesterday)}>Yesterday</Link>}
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
      <FigureCard
        label={<Link to={reportOf(PERIOD.today, today, today)}>Today</Link>}
        value={formatUsd(figures.today)}
        note={`${formatDay(today)}, so far`}
      />
      <FigureCard
        label={<Link to={reportOf(PERIOD.thisMonth, monthStart, today)}>Month to Date</Link>}
        value={formatUsd(figures.month)}
        note={`since ${formatDay(monthStart)}`}
        change={
          days && {
            now: figures.month,
            before: payoutBetween(days, lastMonthStart, sameDayLastMonth(today)),
            against: 'the same days of last month',
          }
        }
        trend={days && payoutsUntil(days, today, Number(today.slice(8)))}
      />
    </FigureCards>
  );
}

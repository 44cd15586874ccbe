import type { DayRange } from '@partnerdesk/contracts';
import { QueryView, useAffiliateId } from '@partnerdesk/web';
import { DailyChart, stepOf } from '@partnerdesk/web/chart';
import { useGetDailyFiguresQuery } from './statistics.api';

/** What the chart of a range is called. */
export const chartTitle = (range: DayRange) => `Sales and payout by ${stepOf(range)}`;

/** Sales and payout of the shown range, by day or by what a long one is drawn by. */
export function RangeChart({ range }: { range: DayRange }) {
  const query = useGetDailyFiguresQuery({ affiliateID: useAffiliateId(), ...range });
  return (
    <QueryView query={query} failure="The chart could not be loaded.">
      {(figures) => (
        <DailyChart
          title={chartTitle(range)}
          points={figures}
          startDate={range.startDate}
          endDate={range.endDate}
        />
      )}
    </QueryView>
  );
}

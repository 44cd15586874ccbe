import type { DayRange } from '@partnerdesk/contracts';
import { QueryView, useAffiliateId } from '@partnerdesk/web';
import { DailyChart } from '@partnerdesk/web/chart';
import { useGetDailyFiguresQuery } from './statistics.api';

/** Sales and payout by day of the shown range. */
export function RangeChart({ range }: { range: DayRange }) {
  const query = useGetDailyFiguresQuery({ affiliateID: useAffiliateId(), ...range });
  return (
    <QueryView query={query} failure="The chart could not be loaded.">
      {(figures) => (
        <DailyChart
          title="Sales and payout by day"
          points={figures}
          startDate={range.startDate}
          endDate={range.endDate}
        />
      )}
    </QueryView>
  );
}

import { addDays } from '@partnerdesk/contracts';
import { countOf, formatUsd, sumUsd, useConfiguration } from '@partnerdesk/web';
import { SeriesChart } from '@partnerdesk/web/chart';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';

/** Dollars of sales by day, oldest first. */
const SALES = [
  205, 290, 260, 350, 330, 415, 485, 370, 440, 505, 465, 560, 640, 545, 480, 605, 670, 590, 710, 755, 645,
  735, 815, 790,
];

/** What an affiliate's dashboard looks like: its own parts with invented sales at the real commission, and named so. */
export function ExampleDashboard() {
  const { program, today } = useConfiguration();
  // Through yesterday.
  const days = SALES.map((_, index) => addDays(today, index - SALES.length));
  const payouts = SALES.map((sales) => Math.round(sales * program.commission) / 100);
  const [weekBefore = 0] = payouts.slice(-8);
  const yesterday = payouts.at(-1) ?? 0;
  return (
    <figure className="aff-example">
      <figcaption>A dashboard, with example figures</figcaption>
      <FigureCards>
        <FigureCard
          label="Yesterday"
          value={formatUsd(yesterday)}
          change={{ now: yesterday, before: weekBefore, against: 'a week before' }}
        />
        <FigureCard
          label="Earned"
          value={formatUsd(sumUsd(payouts))}
          note={`in ${countOf(days.length, 'day')}`}
          trend={payouts}
        />
      </FigureCards>
      <SeriesChart
        title="Example sales"
        days={days}
        series={[
          { label: 'Sales', values: SALES },
          { label: 'Payout', values: payouts },
        ]}
        unit="usd"
        empty={null}
      />
    </figure>
  );
}

import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { countOf, formatUsd, sumUsd, useConfiguration } from '@partnerdesk/web';
import { DailyChart } from '@partnerdesk/web/chart';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';

/** Dollars of sales by day, oldest first. */
const SALES = [
  205, 290, 260, 350, 330, 415, 485, 370, 440, 505, 465, 560, 640, 545, 480, 605, 670, 590, 710, 755, 645,
  735, 815, 790,
];

/** Days of sales through yesterday, each with what it earns at this commission. */
function exampleDays(commission: number, today: BusinessDay) {
  return SALES.map((sales, index) => ({
    day: addDays(today, index - SALES.length),
    sales,
    payout: Math.round(sales * commission) / 100,
  }));
}

/** What an affiliate's dashboard looks like: its own parts with invented sales at the real commission, and named so. */
export function ExampleDashboard() {
  const { program, today } = useConfiguration();
  const days = exampleDays(program.commission, today);
  const payouts = days.map(({ payout }) => payout);
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
      <DailyChart
        title="Example sales"
        points={days}
        startDate={addDays(today, -SALES.length)}
        endDate={addDays(today, -1)}
        empty={null}
      />
    </figure>
  );
}

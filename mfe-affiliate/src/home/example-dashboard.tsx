import { formatUsd } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';

/** Dollars earned by day, oldest first. */
const DAYS = [
  41, 58, 52, 70, 66, 83, 97, 74, 88, 101, 93, 112, 128, 109, 96, 121, 134, 118, 142, 151, 129, 147, 163, 158,
];
const HIGHEST = Math.max(...DAYS);
const MONTH = DAYS.reduce((sum, dollars) => sum + dollars, 0);
const [WEEK_AGO = 0] = DAYS.slice(-8);
const TODAY = DAYS.at(-1) ?? 0;

/** What an affiliate's dashboard looks like, with invented figures, and named so. */
export function ExampleDashboard() {
  return (
    <figure className="aff-example">
      <figcaption>A dashboard, with example figures</figcaption>
      <FigureCards>
        <FigureCard
          label="Today"
          value={formatUsd(TODAY)}
          change={{ now: TODAY, before: WEEK_AGO, against: 'a week ago' }}
        />
        <FigureCard label="Month to Date" value={formatUsd(MONTH)} note={`${DAYS.length} days`} />
      </FigureCards>
      <div className="aff-example-bars" aria-hidden="true">
        {DAYS.map((dollars, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days are a fixed list
          <span key={index} style={{ height: `${(dollars / HIGHEST) * 100}%` }} />
        ))}
      </div>
      <dl className="aff-example-funnel">
        {[
          ['Clicks', '4,812'],
          ['Joins', '386'],
          ['Sales', '214'],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

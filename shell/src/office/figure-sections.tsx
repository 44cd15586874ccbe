import {
  addDays,
  type OfficeDashboard,
  STATISTICS_FIELDS,
  type StatisticsField,
  type StatisticsFigure,
  type StatisticsPeriod,
} from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd } from '@partnerdesk/web';
import { FigureCard, FigureCards, type FigureChange } from '@partnerdesk/web/parts';
import type { ReactNode } from 'react';
import { ScreenLink } from '../menus/screen-link';

type Figures = NonNullable<OfficeDashboard['figures']>;

/** The site's figures that sum up a day at a glance. */
const SHOWN: readonly StatisticsFigure[] = [
  'salesCount',
  'salesAmount',
  'payoutAmount',
  'refundsAmount',
  'newMembersCount',
  'sextingPackageSaleAmounts',
  'phoneCallSalesAmount',
  'tipsAmount',
];
const FIELDS = STATISTICS_FIELDS.filter(({ name }) => SHOWN.includes(name));

/** What more of a figure means; of others it is better. */
const MORE: Partial<Record<StatisticsFigure, FigureChange['more']>> = {
  refundsAmount: 'worse',
  payoutAmount: 'neutral',
};

/** Today so far beside yesterday, then the last seven whole days beside the seven before. */
export function FigureSections({ figures: { today, yesterday, week, weekBefore } }: { figures: Figures }) {
  return (
    <div>
      <Section id="today-title" title="Today so far">
        {FIELDS.map((field) => (
          <FigureCard
            key={field.name}
            label={<StatisticsLink startDate={yesterday.day} endDate={today.day} label={field.label} />}
            value={formatFigure(field, today[field.name])}
            note={`yesterday ${formatFigure(field, yesterday[field.name])}`}
          />
        ))}
      </Section>
      <Section
        id="week-title"
        title={`Last 7 days: ${formatDay(week.startDate)} – ${formatDay(week.endDate)}`}
      >
        {FIELDS.map((field) => (
          <FigureCard
            key={field.name}
            label={<StatisticsLink {...week} label={field.label} />}
            value={formatFigure(field, week.statistics[field.name])}
            change={{
              now: week.statistics[field.name] ?? 0,
              before: weekBefore.statistics[field.name] ?? 0,
              against: 'the week before',
              more: MORE[field.name] ?? 'better',
            }}
            trend={dayValues(week, field.name)}
          />
        ))}
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sh-cards" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <FigureCards>{children}</FigureCards>
    </section>
  );
}

/** The way to a range of days, whose table has every figure. */
function StatisticsLink({
  startDate,
  endDate,
  label,
}: {
  startDate: string;
  endDate: string;
  label: string;
}) {
  const search = `?${new URLSearchParams({ startDate, endDate })}`;
  return (
    <ScreenLink path="/site-stats" search={search}>
      {label}
    </ScreenLink>
  );
}

const formatFigure = ({ unit }: StatisticsField, value: number | undefined) =>
  unit === 'usd' ? formatUsd(value) : formatCount(value);

/** A figure on each day of a week, oldest first; days without figures are zero. */
function dayValues({ startDate, days }: StatisticsPeriod, name: StatisticsFigure): number[] {
  const values = new Map(days.map((day) => [day.day, day[name]]));
  return Array.from({ length: 7 }, (_, index) => values.get(addDays(startDate, index)) ?? 0);
}

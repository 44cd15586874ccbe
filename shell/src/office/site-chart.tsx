import type { StatisticsByDay, StatisticsByHour, StatisticsFigure } from '@partnerdesk/contracts';
import {
  EmptyState,
  formatDay,
  Panel,
  PeriodBar,
  QueryView,
  sumUsd,
  useConfiguration,
  useShownPeriod,
} from '@partnerdesk/web';
import { compareDays, type Metric, MetricChart } from '@partnerdesk/web/chart';
import { ScreenLink } from '../menus/screen-link';
import { SHOWN_FIELDS } from './figures';
import { useSiteDays, useSiteHours } from './office.api';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** One figure of the site in a period, beside the one that it is compared with: of today by the hour. */
export function SiteChart() {
  const { today } = useConfiguration();
  const [period, choose] = useShownPeriod();
  const { startDate, endDate, compare } = period;
  const days = useSiteDays();
  const hours = useSiteHours();
  const isToday = startDate === today && endDate === today && !compare;
  const search = `?${new URLSearchParams(Object.entries(period).filter(([, value]) => value !== ''))}`;
  return (
    <Panel
      title="How it goes"
      actions={
        <ScreenLink path="/site-stats" search={search}>
          All figures
        </ScreenLink>
      }
    >
      <PeriodBar values={period} onChoose={choose} />
      {isToday ? (
        <QueryView query={hours} failure="The chart could not be loaded.">
          {(byHour) => <Hours byHour={byHour} />}
        </QueryView>
      ) : (
        <QueryView query={days} failure="The chart could not be loaded.">
          {(byDay) => <Days byDay={byDay} />}
        </QueryView>
      )}
    </Panel>
  );
}

const NOTHING = <EmptyState text="Nothing in these days. Choose other days above." />;

type Some = Partial<Record<StatisticsFigure, number>>;

function metricsOf(
  sums: { value: Some; before: Some },
  courseOf: (pick: (figures: Some) => number) => Pick<Metric, 'values' | 'previous'>,
): Metric[] {
  return SHOWN_FIELDS.map(({ name, label, unit, more }) => ({
    label,
    unit,
    more,
    value: sums.value[name] ?? 0,
    before: sums.before[name] ?? 0,
    ...courseOf((figures) => figures[name] ?? 0),
  }));
}

function Hours({ byHour: { today, yesterday } }: { byHour: StatisticsByHour }) {
  const valuesOf = ({ hours }: typeof today, pick: (figures: Some) => number) =>
    HOURS.map((hour) => sumUsd(hours.filter((each) => each.hour === Number(hour)).map(pick)));
  return (
    <MetricChart
      namesOnly
      by="hour"
      days={HOURS}
      against={`${formatDay(yesterday.day)} by now`}
      metrics={metricsOf({ value: today.soFar, before: yesterday.soFar }, (pick) => ({
        values: valuesOf(today, pick),
        previous: valuesOf(yesterday, pick),
      }))}
      empty={NOTHING}
    />
  );
}

function Days({ byDay: { current, previous } }: { byDay: StatisticsByDay }) {
  const { courseOf, ...chart } = compareDays(
    { ...current, rows: current.days },
    { ...previous, rows: previous.days },
    ({ day }) => day,
  );
  return (
    <MetricChart
      namesOnly
      {...chart}
      metrics={metricsOf({ value: current.statistics, before: previous.statistics }, courseOf)}
      empty={NOTHING}
    />
  );
}

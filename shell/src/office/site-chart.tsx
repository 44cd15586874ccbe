import type { StatisticsByDay, StatisticsByHour, StatisticsFigure } from '@partnerdesk/contracts';
import {
  EmptyState,
  formatDay,
  Panel,
  PeriodBar,
  QueryView,
  sumUsd,
  useConfiguration,
} from '@partnerdesk/web';
import { eachDay, type Metric, MetricChart, stepOf, stepsOf } from '@partnerdesk/web/chart';
import { ScreenLink } from '../menus/screen-link';
import { SHOWN_FIELDS } from './figures';
import { useChartPeriod, useSiteDays, useSiteHours } from './site-figures';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** One figure of the site in a period, beside the one that it is compared with: of today by the hour. */
export function SiteChart() {
  const { today } = useConfiguration();
  const [period, choose] = useChartPeriod();
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
  slots: { now: readonly (readonly Some[])[]; previous: readonly (readonly Some[])[] },
): Metric[] {
  return SHOWN_FIELDS.map(({ name, label, unit, more }) => {
    const valuesOf = (of: readonly (readonly Some[])[]) =>
      of.map((within) => sumUsd(within.map((each) => each[name] ?? 0)));
    return {
      label,
      unit,
      more,
      value: sums.value[name] ?? 0,
      before: sums.before[name] ?? 0,
      values: valuesOf(slots.now),
      previous: valuesOf(slots.previous).slice(0, slots.now.length),
    };
  });
}

function Hours({ byHour: { today, yesterday } }: { byHour: StatisticsByHour }) {
  const slotsOf = ({ hours }: typeof today) =>
    HOURS.map((hour) => hours.filter((each) => each.hour === Number(hour)));
  return (
    <MetricChart
      namesOnly
      by="hour"
      days={HOURS}
      against={`${formatDay(yesterday.day)} by now`}
      metrics={metricsOf(
        { value: today.soFar, before: yesterday.soFar },
        { now: slotsOf(today), previous: slotsOf(yesterday) },
      )}
      empty={NOTHING}
    />
  );
}

function Days({ byDay: { current, previous } }: { byDay: StatisticsByDay }) {
  const step = stepOf(current);
  const stepsIn = ({ startDate, endDate, days }: typeof current) => {
    const known = new Map(days.map((each) => [each.day, each]));
    return stepsOf(
      eachDay(startDate, endDate).map((day) => known.get(day) ?? { day }),
      step,
    );
  };
  const steps = stepsIn(current);
  const slotsOf = (each: typeof steps) => each.map(({ days }) => days);
  return (
    <MetricChart
      namesOnly
      by={step}
      days={steps.map(({ day }) => day)}
      against={`${formatDay(previous.startDate)} – ${formatDay(previous.endDate)}`}
      metrics={metricsOf(
        { value: current.statistics, before: previous.statistics },
        { now: slotsOf(steps), previous: slotsOf(stepsIn(previous)) },
      )}
      empty={NOTHING}
    />
  );
}

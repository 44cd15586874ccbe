import {
  addDays,
  COMPARISON_NAMES,
  type Comparison,
  csvOf,
  daysBetween,
  KIND_OF_UNIT,
  type StatisticsByDay,
  type StatisticsDay,
  type StatisticsField,
  type StatisticsFigure,
  type StatisticsPeriod,
  type TableColumn,
} from '@partnerdesk/contracts';
import {
  Button,
  DataTable,
  downloadText,
  EmptyState,
  formatCount,
  formatDay,
  formatMonth,
  formatUsd,
  Panel,
  sumUsd,
} from '@partnerdesk/web';
import { drawnRange, SeriesChart, stepOf, stepsOf } from '@partnerdesk/web/chart';
import { useMemo } from 'react';
import { STAFF } from './statistics.api';

const ROWS = 5;

const HEADERS = { day: 'Day', week: 'Week of', month: 'Month' };
const MOST = { day: 'on', week: 'in the week of', month: 'in' };
const STEP_NAMES = { day: formatDay, week: formatDay, month: formatMonth };

export function ChartPanel({
  plan,
  byDay,
  compare,
  fileName,
}: {
  plan: ChartPlan;
  byDay: StatisticsByDay;
  compare: Comparison;
  fileName: string;
}) {
  const { unit, series } = plan;
  const drawn = useMemo(() => drawPlan(plan, byDay, compare), [plan, byDay, compare]);
  const { step } = drawn;
  const title = `${plan.title} by ${step}`;
  const exportCsv = () => {
    const columns: TableColumn<DrawnRow>[] = [
      { header: HEADERS[step], kind: 'date', value: ({ day }) => day },
      ...series.map(({ label }, index) => ({
        header: label,
        kind: KIND_OF_UNIT[unit],
        value: ({ values }: DrawnRow) => values[index],
      })),
    ];
    downloadText(`${fileName}.csv`, csvOf(columns, drawn.rows));
  };
  if (!drawn.rows.some(({ values }) => values.some(Boolean)))
    return (
      <Panel title={title}>
        <EmptyState text="Nothing in these days. Choose other days above." />
      </Panel>
    );
  return (
    <Panel
      title={title}
      actions={
        <Button
          variant="outline-primary"
          size="sm"
          onClick={exportCsv}
          aria-label={`Export CSV: ${title.toLowerCase()}`}
        >
          Export CSV
        </Button>
      }
    >
      <p className="pd-panel-muted">{drawn.summary}</p>
      <div className="pd-chart-with-table">
        <SeriesChart title={title} unit={unit} empty={null} {...drawn.chart} />
        <DataTable
          caption={title}
          rows={drawn.rows}
          rowKey={({ day }) => day}
          pageSize={ROWS}
          columns={[
            { header: HEADERS[step], cell: ({ day }) => STEP_NAMES[step](day), rowHeader: true },
            ...series.map(({ label }, index) => ({
              header: label,
              cell: ({ values }: DrawnRow) => formatFigure(unit, values[index]),
              numeric: true,
            })),
          ]}
          footer={['Sum', ...drawn.sums.map((value) => formatFigure(unit, value))]}
        />
      </div>
    </Panel>
  );
}

interface DrawnRow {
  day: string;
  values: number[];
}

const sumOf = (figures: readonly StatisticsFigure[], days: readonly StatisticsDay[]) =>
  sumUsd(days.flatMap((day) => figures.map((name) => day[name] ?? 0)));

/** What a plan makes of the days: values for the chart, rows for the table, and a sentence that says the most of it. */
function drawPlan({ series, unit }: ChartPlan, byDay: StatisticsByDay, compare: Comparison) {
  const { current } = byDay;
  const drawn = drawnOf(current);
  const step = stepOf(drawn);
  const rows: DrawnRow[] = stepsOf(allDays({ ...current, ...drawn }), step).map(({ day, days }) => ({
    day,
    values: series.map(({ figures }) => sumOf(figures, days)),
  }));
  const sums = series.map((_, index) => sumUsd(rows.map(({ values }) => values[index] ?? 0)));
  const [first] = series;
  // Beside a part of the period the one before has nothing to be compared with.
  const previous = first &&
    drawn === current && {
      label: `${first.label}, ${COMPARISON_NAMES[compare].replace(/^the /, '')}`,
      values: stepsOf(allDays(byDay.previous), step)
        .slice(0, rows.length)
        .map(({ days }) => sumOf(first.figures, days)),
    };
  const summary = series
    .map(({ label }, index) => {
      const top = rows.reduce((best, row) =>
        (row.values[index] ?? 0) > (best.values[index] ?? 0) ? row : best,
      );
      const most = top.values[index] ?? 0;
      const sum = `${label}: ${formatFigure(unit, sums[index])}`;
      return most > 0 && rows.length > 1
        ? `${sum}, most ${MOST[step]} ${STEP_NAMES[step](top.day)} (${formatFigure(unit, most)})`
        : sum;
    })
    .join('. ');
  const chart = {
    by: step,
    days: rows.map(({ day }) => day),
    series: series.map(({ label }, index) => ({
      label,
      values: rows.map(({ values }) => values[index] ?? 0),
    })),
    ...(previous && { previous }),
  };
  return { step, rows, sums, chart, summary: `${summary}.` };
}

/** A figure as the screen shows it: currency, or a count with separators (docs/PRODUCT.md §9). */
export function formatFigure(unit: StatisticsField['unit'], value: number | undefined): string {
  return unit === 'usd' ? formatUsd(value) : formatCount(value);
}

/** How a figure has changed: `+12 (+8.5%)`; without a percentage where there was nothing before. */
export function formatChange(unit: StatisticsField['unit'], value = 0, before = 0): string {
  const change = Math.round((value - before) * 100) / 100;
  if (change === 0) return 'no change';
  const sign = change > 0 ? '+' : '−';
  const amount = `${sign}${formatFigure(unit, Math.abs(change))}`;
  if (before === 0) return amount;
  const percent = ((Math.abs(change) / Math.abs(before)) * 100).toFixed(1);
  return `${amount} (${sign}${percent}%)`;
}

/** A chart: of which figures of a day each of its lines is the sum. */
interface ChartPlan {
  title: string;
  unit: 'usd' | 'count';
  series: readonly { label: string; figures: readonly StatisticsFigure[] }[];
}

const SALES: ChartPlan = {
  title: 'Sales and refunds',
  unit: 'usd',
  series: [
    { label: 'Sales', figures: ['salesAmount'] },
    { label: 'Refunds', figures: ['refundsAmount'] },
  ],
};

const SITE_EARNINGS: ChartPlan = {
  title: 'Earnings',
  unit: 'usd',
  series: [
    {
      label: 'Packages, calls and tips',
      figures: ['sextingPackageSaleAmounts', 'phoneCallSalesAmount', 'tipsAmount'],
    },
    { label: 'Affiliate payouts', figures: ['payoutAmount'] },
  ],
};

const STAFF_EARNINGS: ChartPlan = {
  title: 'Earnings',
  unit: 'usd',
  series: [
    { label: 'Calls', figures: ['phoneCallSalesAmount'] },
    { label: 'Packages', figures: ['sextingPackageSaleAmounts'] },
    { label: 'Tips', figures: ['tipsAmount'] },
  ],
};

const ACTIVITY: ChartPlan = {
  title: 'Activity',
  unit: 'count',
  series: [
    { label: 'Messages', figures: ['singleMessagesSentByMembers', 'singleMessagesSentByStaff'] },
    { label: 'Calls', figures: ['phoneCallSalesCount'] },
    { label: 'Packages', figures: ['sextingPackagesConfirmed'] },
    { label: 'Tips', figures: ['tipsCount'] },
  ],
};

export function plansOf(statsType: number): readonly ChartPlan[] {
  return statsType === STAFF ? [STAFF_EARNINGS, ACTIVITY] : [SALES, SITE_EARNINGS, ACTIVITY];
}

export const drawnOf = (period: StatisticsPeriod) =>
  drawnRange(
    period,
    period.days.map(({ day }) => day),
  );

/** Every day of a period; those without figures are there, empty. */
export function allDays({ startDate, endDate, days }: StatisticsPeriod): StatisticsDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => {
    const day = addDays(startDate, index);
    return known.get(day) ?? { day };
  });
}

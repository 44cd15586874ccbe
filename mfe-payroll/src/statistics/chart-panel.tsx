import {
  COMPARISON_NAMES,
  type Comparison,
  csvOf,
  KIND_OF_UNIT,
  type StatisticsByDay,
  type StatisticsDay,
  type TableColumn,
} from '@partnerdesk/contracts';
import {
  Button,
  DataTable,
  downloadText,
  EmptyState,
  formatDay,
  formatMonth,
  Panel,
  sumUsd,
} from '@partnerdesk/web';
import { SeriesChart, stepOf, stepsOf } from '@partnerdesk/web/chart';
import { useMemo } from 'react';
import { formatFigure } from './change';
import { allDays, type ChartPlan, drawnOf } from './chart-plans';

/** As many as stand beside the chart; the others come on demand. */
const ROWS = 5;

const HEADERS = { day: 'Day', week: 'Week of', month: 'Month' };
const MOST = { day: 'on', week: 'in the week of', month: 'in' };
const STEP_NAMES = { day: formatDay, week: formatDay, month: formatMonth };

/** A chart with its table beside it, and both as a file. */
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
  /** One for each series. */
  values: number[];
}

/** What a plan makes of the days: values for the chart, rows for the table, and a sentence that says the most of it. */
function drawPlan({ series, unit }: ChartPlan, byDay: StatisticsByDay, compare: Comparison) {
  const { current } = byDay;
  const drawn = drawnOf(current);
  const step = stepOf(drawn);
  const valuesOf = (days: readonly StatisticsDay[]) =>
    series.map(({ ofDay }) => sumUsd(days.map((day) => ofDay(day))));
  const rows: DrawnRow[] = stepsOf(allDays({ ...current, ...drawn }), step).map(({ day, days }) => ({
    day,
    values: valuesOf(days),
  }));
  const sums = series.map((_, index) => sumUsd(rows.map(({ values }) => values[index] ?? 0)));
  const [first] = series;
  // Beside a part of the period the one before has nothing to be compared with.
  const previous = first &&
    drawn === current && {
      label: `${first.label}, ${COMPARISON_NAMES[compare].replace(/^the /, '')}`,
      values: stepsOf(allDays(byDay.previous), step)
        .slice(0, rows.length)
        .map(({ days }) => sumUsd(days.map(first.ofDay))),
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

import type { BusinessDay } from '@partnerdesk/contracts';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { formatDay, formatUsd } from '../formats/formats';
import { axisTicks, type ChartPoint, fillDays, labelStep } from './chart-scale';
import { useWidth } from './use-width';

interface DailyChartProps {
  /** What the chart is about, for its name. */
  title: string;
  points: readonly ChartPoint[];
  /** First and last day drawn, both included. */
  startDate: BusinessDay;
  endDate: BusinessDay;
}

const HEIGHT = 220;
const MARGIN = { top: 8, right: 4, bottom: 24, left: 56 };
const ROOM_PER_LABEL_PX = 76;

const dollars = (value: number) => formatUsd(value).replace(/\.00$/, '');
const describe = (point: ChartPoint) =>
  `${formatDay(point.day)}: sales ${formatUsd(point.sales)}, payout ${formatUsd(point.payout)}`;

/** Sales and payout by day as bars. The pointer or the arrow keys read a day; a screen reader hears it. */
export function DailyChart({ title, points, startDate, endDate }: DailyChartProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const width = useWidth(frameRef, 640);
  const helpId = useId();
  const [chosen, setChosen] = useState<number>();
  const days = useMemo(() => fillDays(points, startDate, endDate), [points, startDate, endDate]);
  const ticks = useMemo(() => axisTicks(days.flatMap((day) => [day.sales, day.payout])), [days]);

  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const plotWidth = Math.max(width - MARGIN.left - MARGIN.right, 10);
  const slot = plotWidth / days.length;
  const yOf = (value: number) =>
    MARGIN.top + ((high - value) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const xOf = (index: number) => MARGIN.left + index * slot;
  const point = chosen === undefined ? undefined : days[chosen];

  const choose = (index: number) => setChosen(Math.min(Math.max(index, 0), days.length - 1));
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    choose(Math.floor((event.clientX - left - MARGIN.left) / slot));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(chosen === undefined ? (step > 0 ? 0 : days.length - 1) : chosen + step);
  };

  return (
    <figure className="pd-chart">
      <figcaption className="pd-chart-caption">
        <span className="pd-legend pd-legend-sales">Sales</span>
        <span className="pd-legend pd-legend-payout">Payout</span>
        <output className="pd-chart-reading" id={helpId}>
          {point ? describe(point) : 'Point at a day, or use the arrow keys, to read it'}
        </output>
      </figcaption>
      <div ref={frameRef}>
        <svg
          role="img"
          aria-label={`${title}, ${formatDay(startDate)} to ${formatDay(endDate)}`}
          aria-describedby={helpId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its days
          tabIndex={0}
          width={width}
          height={HEIGHT}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(undefined)}
          onBlur={() => setChosen(undefined)}
          onKeyDown={onKeyDown}
        >
          <Axis ticks={ticks} yOf={yOf} width={width} />
          {chosen !== undefined && (
            <rect
              className="pd-chart-chosen"
              x={xOf(chosen)}
              y={MARGIN.top}
              width={slot}
              height={HEIGHT - MARGIN.top - MARGIN.bottom}
            />
          )}
          {days.map((day, index) => (
            <DayBars key={day.day} day={day} x={xOf(index)} slot={slot} yOf={yOf} />
          ))}
          <DayLabels days={days} xOf={xOf} slot={slot} room={plotWidth / ROOM_PER_LABEL_PX} />
        </svg>
      </div>
    </figure>
  );
}

function Axis({ ticks, yOf, width }: { ticks: number[]; yOf: (value: number) => number; width: number }) {
  return ticks.map((tick) => (
    <g key={tick} className={tick === 0 ? 'pd-chart-zero' : 'pd-chart-line'}>
      <line x1={MARGIN.left} x2={width - MARGIN.right} y1={yOf(tick)} y2={yOf(tick)} />
      <text x={MARGIN.left - 8} y={yOf(tick) + 4} textAnchor="end">
        {dollars(tick)}
      </text>
    </g>
  ));
}

interface DayBarsProps {
  day: ChartPoint;
  x: number;
  slot: number;
  yOf: (value: number) => number;
}

function DayBars({ day, x, slot, yOf }: DayBarsProps) {
  const gap = slot > 6 ? slot * 0.18 : 0;
  const width = Math.min((slot - 2 * gap) / 2, 18);
  const middle = x + slot / 2;
  const bar = (className: string, left: number, value: number) => (
    <rect
      className={className}
      x={left}
      width={Math.max(width - 0.5, 0.5)}
      y={Math.min(yOf(value), yOf(0))}
      height={Math.abs(yOf(value) - yOf(0))}
    />
  );
  return (
    <>
      {bar('pd-bar-sales', middle - width, day.sales)}
      {bar('pd-bar-payout', middle, day.payout)}
    </>
  );
}

interface DayLabelsProps {
  days: readonly ChartPoint[];
  xOf: (index: number) => number;
  slot: number;
  /** How many labels fit. */
  room: number;
}

function DayLabels({ days, xOf, slot, room }: DayLabelsProps) {
  const step = labelStep(days.length, room);
  return days.map((day, index) =>
    index % step === 0 ? (
      <text
        key={day.day}
        className="pd-chart-day"
        x={xOf(index) + slot / 2}
        y={HEIGHT - 6}
        textAnchor={index ? 'middle' : 'start'}
        dx={index ? 0 : -slot / 2}
      >
        {formatDay(day.day).replace(/, \d+$/, '')}
      </text>
    ) : null,
  );
}

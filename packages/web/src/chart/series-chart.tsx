import type { BusinessDay } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd, useMedia } from '@partnerdesk/web/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatMonth } from '../formats/times';
import { axisTicks, labelStep } from './chart-scale';
import type { Step } from './steps';

interface ChartSeries {
  /** `Sales`; lower case in the reading of a day. */
  label: string;
  /** One for each day. */
  values: readonly number[];
}

export interface SeriesChartProps {
  /** What the chart is about, for its name. */
  title: string;
  /** One for each value; of weeks and months, the first day of each; of hours 0 to 23. */
  days: readonly BusinessDay[];
  by?: Step | 'hour';
  /** Up to four. */
  series: readonly ChartSeries[];
  unit: 'usd' | 'count';
  /** The first series in the period before, day by day: drawn as a thin dashed line. */
  previous?: ChartSeries;
  /** What stands in its place while every value is zero: a sentence, and what to do next. */
  empty: ReactNode;
}

const HEIGHT = 220;
const MARGIN = { top: 8, right: 4, bottom: 24, left: 56 };
const ROOM_PER_LABEL_PX = 80;
/** Bars that would be thinner than this are drawn as lines. */
const MIN_BAR_PX = 2;
const WIDEST_BAR_PX = 18;
const PLOT_BOTTOM = HEIGHT - MARGIN.bottom;

/** `2 PM` */
const hourName = (hour: string) => `${Number(hour) % 12 || 12} ${Number(hour) < 12 ? 'AM' : 'PM'}`;

const withoutYear = (day: BusinessDay) => formatDay(day).replace(/, \d+$/, '');

/** How a slot is named, and labelled on the axis. */
const SLOTS = {
  hour: { name: hourName, label: hourName },
  day: { name: formatDay, label: withoutYear },
  week: { name: (day: BusinessDay) => `week of ${formatDay(day)}`, label: withoutYear },
  month: {
    name: formatMonth,
    /** @param count of all months: more than a year's need theirs named */
    label: (day: BusinessDay, count: number) =>
      `${formatMonth(day).slice(0, 3)}${count > 12 ? ` ${day.slice(0, 4)}` : ''}`,
  },
};

export const FORMATS = { usd: formatUsd, count: formatCount };

/** From here on an axis says `$250K` and `$1.25M`: in full it would need more room than there is. */
const COMPACT_FROM = 100_000;
const compact = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
const COMPACT = {
  usd: new Intl.NumberFormat('en-US', { ...compact, style: 'currency', currency: 'USD' }),
  count: new Intl.NumberFormat('en-US', compact),
};

const tickText = (tick: number, unit: SeriesChartProps['unit']) =>
  Math.abs(tick) < COMPACT_FROM
    ? FORMATS[unit](tick).replace(/\.00$/, '')
    : COMPACT[unit].format(tick).replace('-', '−');

const linesOf = ({ series, previous }: Pick<SeriesChartProps, 'series' | 'previous'>) =>
  previous ? [...series, previous] : series;

/** Values by day as bars, or as lines where bars have no room. The pointer or the arrow keys read a day; a screen reader hears it. */
export function SeriesChart({ empty, ...props }: SeriesChartProps) {
  const isEmpty = linesOf(props).every(({ values }) => !values.some(Boolean));
  return isEmpty ? empty : <Drawing {...props} />;
}

function Drawing({ title, days, by = 'day', series, unit, previous }: Omit<SeriesChartProps, 'empty'>) {
  const frameRef = useRef<HTMLDivElement>(null);
  const width = useWidth(frameRef, 640);
  const helpId = useId();
  const [chosen, setChosen] = useState<number>();
  const ticks = useMemo(() => {
    const values = linesOf({ series, previous }).flatMap((line) => line.values);
    return axisTicks(values, unit === 'count' ? 1 : 0);
  }, [series, previous, unit]);
  const format = FORMATS[unit];
  const slotName = by === 'hour' ? 'an hour' : `a ${by}`;
  const hint = useMedia('(hover: none)')
    ? `Touch ${slotName} to read it`
    : `Point at ${slotName}, or use the arrow keys, to read it`;
  const { name: nameOf } = SLOTS[by];

  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const plotWidth = Math.max(width - MARGIN.left - MARGIN.right, 10);
  const slot = plotWidth / Math.max(days.length, 1);
  const scale: Scale = {
    slot,
    yOf: (value) => MARGIN.top + ((high - value) / (high - low)) * (PLOT_BOTTOM - MARGIN.top),
    xOf: (index) => MARGIN.left + index * slot,
  };
  const asLines = slot / series.length < MIN_BAR_PX;

  const describe = (index: number) =>
    [
      `${nameOf(days[index] ?? '')}: ${series
        .map(({ label, values }) => `${label.toLowerCase()} ${format(values[index])}`)
        .join(', ')}`,
      ...(previous ? [`${previous.label.toLowerCase()} ${format(previous.values[index])}`] : []),
    ].join('; ');
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
  const shown = chosen !== undefined && chosen < days.length ? chosen : undefined;

  return (
    <figure className="pd-chart">
      <figcaption className="pd-chart-caption">
        {series.map(({ label }, index) => (
          <span key={label} className={`pd-legend pd-tone-${index + 1}`}>
            {label}
          </span>
        ))}
        {previous && <span className="pd-legend pd-legend-previous">{previous.label}</span>}
        <output className="pd-chart-reading" id={helpId}>
          {shown === undefined ? hint : describe(shown)}
        </output>
      </figcaption>
      <div ref={frameRef}>
        <svg
          role="img"
          aria-label={`${title}, ${nameOf(days[0] ?? '')} to ${nameOf(days.at(-1) ?? '')}`}
          aria-describedby={helpId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its days
          tabIndex={0}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(undefined)}
          onBlur={() => setChosen(undefined)}
          onKeyDown={onKeyDown}
        >
          <Axis ticks={ticks} scale={scale} width={width} unit={unit} />
          {shown !== undefined && (
            <rect
              className="pd-chart-chosen"
              x={scale.xOf(shown)}
              y={MARGIN.top}
              width={slot}
              height={PLOT_BOTTOM - MARGIN.top}
            />
          )}
          {series.map(({ label, values }, index) =>
            asLines ? (
              <Line key={label} className={`pd-line pd-tone-${index + 1}`} values={values} scale={scale} />
            ) : (
              <Bars key={label} place={index} of={series.length} values={values} scale={scale} />
            ),
          )}
          {previous && <Line className="pd-line pd-line-previous" values={previous.values} scale={scale} />}
          <DayLabels
            days={days}
            labelOf={(day) => SLOTS[by].label(day, days.length)}
            scale={scale}
            room={plotWidth / ROOM_PER_LABEL_PX}
          />
        </svg>
      </div>
    </figure>
  );
}

/** The width of an element in px, `fallback` until it is laid out. */
function useWidth(ref: RefObject<Element | null>, fallback: number): number {
  const [width, setWidth] = useState(fallback);
  useEffect(() => {
    if (!ref.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** Where days and values lie, in px. */
interface Scale {
  /** Width of a day. */
  slot: number;
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

interface AxisProps extends Pick<SeriesChartProps, 'unit'> {
  ticks: readonly number[];
  scale: Scale;
  width: number;
}

function Axis({ ticks, scale, width, unit }: AxisProps) {
  return ticks.map((tick) => (
    <g key={tick} className={tick === 0 ? 'pd-chart-zero' : 'pd-chart-line'}>
      <line x1={MARGIN.left} x2={width - MARGIN.right} y1={scale.yOf(tick)} y2={scale.yOf(tick)} />
      <text x={MARGIN.left - 8} y={scale.yOf(tick) + 4} textAnchor="end">
        {tickText(tick, unit)}
      </text>
    </g>
  ));
}

interface BarsProps {
  /** Which of how many series. */
  place: number;
  of: number;
  values: readonly number[];
  scale: Scale;
}

function Bars({ place, of, values, scale }: BarsProps) {
  const { slot, xOf, yOf } = scale;
  const gap = slot > 6 ? slot * 0.18 : 0;
  const width = Math.min((slot - 2 * gap) / of, WIDEST_BAR_PX);
  const zero = yOf(0);
  return values.map((value, index) =>
    value ? (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day's place
        key={index}
        className={`pd-bar pd-tone-${place + 1}`}
        x={xOf(index) + slot / 2 + (place - of / 2) * width}
        width={Math.max(width - 0.5, 0.5)}
        y={Math.min(yOf(value), zero)}
        height={Math.abs(yOf(value) - zero)}
      />
    ) : null,
  );
}

function Line({ values, scale, className }: { values: readonly number[]; scale: Scale; className: string }) {
  const points = values.map(
    (value, index) => `${(scale.xOf(index) + scale.slot / 2).toFixed(1)},${scale.yOf(value).toFixed(1)}`,
  );
  return <polyline className={className} points={points.join(' ')} />;
}

interface DayLabelsProps {
  days: readonly BusinessDay[];
  labelOf: (day: BusinessDay) => string;
  scale: Scale;
  room: number;
}

/** Half the width of the widest label, in px: closer to the frame's end than this it would be cut off. */
const HALF_LABEL_PX = 26;

function DayLabels({ days, labelOf, scale, room }: DayLabelsProps) {
  const step = labelStep(days.length, room);
  const end = scale.xOf(days.length);
  return days.map((day, index) => {
    if (index % step !== 0) return null;
    const middle = scale.xOf(index) + scale.slot / 2;
    const atEnd = index > 0 && middle + HALF_LABEL_PX > end;
    return (
      <text
        key={day}
        className="pd-chart-day"
        x={atEnd ? end : middle}
        y={HEIGHT - 6}
        textAnchor={atEnd ? 'end' : 'middle'}
      >
        {labelOf(day)}
      </text>
    );
  });
}

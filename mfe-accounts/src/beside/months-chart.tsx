import type { AccountFigures } from '@partnerdesk/contracts';
import { formatUsd } from '@partnerdesk/web';
import { useState } from 'react';

type Month = AccountFigures['months'][number];

const WIDTH = 360;
const HEIGHT = 96;
const GAP = 4;

const nameOf = (month: string, style: 'short' | 'long') =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: style,
    timeZone: 'UTC',
    ...(style === 'long' && { year: 'numeric' as const }),
  });

function describe({ month, sales, earnings }: Month): string {
  const sold = sales === undefined ? '' : `sales ${formatUsd(sales)}, `;
  return `${nameOf(month, 'long')}: ${sold}earnings ${formatUsd(earnings)}`;
}

/** Sales (where there are) and earnings by month, as bars; a month is read by pointing at it, or in the hidden list. */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  const [shown, setShown] = useState<number>();
  const highest = Math.max(1, ...months.flatMap(({ sales = 0, earnings }) => [sales, earnings]));
  const lowest = Math.min(0, ...months.flatMap(({ sales = 0, earnings }) => [sales, earnings]));
  const slot = WIDTH / Math.max(1, months.length);
  const yOf = (value: number) => ((highest - value) / (highest - lowest)) * HEIGHT;
  const bar = (value: number, x: number, width: number, className: string) => (
    <rect
      className={className}
      x={x}
      width={width}
      y={Math.min(yOf(value), yOf(0))}
      height={Math.max(value ? 1 : 0, Math.abs(yOf(value) - yOf(0)))}
    />
  );
  const reading = shown === undefined ? undefined : months[shown];
  return (
    <figure className="acc-months">
      <figcaption>
        {months.some(({ sales }) => sales !== undefined) && (
          <span className="pd-legend pd-tone-1">Sales</span>
        )}
        <span className="pd-legend pd-tone-2">Earnings</span>
        <span>{reading ? describe(reading) : 'by month'}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} aria-hidden="true">
        {months.map((month, index) => {
          const x = index * slot + GAP / 2;
          const half = (slot - GAP) / 2;
          const both = month.sales !== undefined;
          return (
            <g
              key={month.month}
              onPointerEnter={() => setShown(index)}
              onPointerLeave={() => setShown(undefined)}
            >
              <rect className="acc-month-slot" x={index * slot} width={slot} y={0} height={HEIGHT + 16} />
              {both && bar(month.sales ?? 0, x, half, 'acc-bar-sales')}
              {bar(month.earnings, both ? x + half : x, both ? half : half * 2, 'acc-bar-earnings')}
              <text x={index * slot + slot / 2} y={HEIGHT + 12}>
                {nameOf(month.month, 'short')}
              </text>
            </g>
          );
        })}
        <line x1={0} x2={WIDTH} y1={yOf(0)} y2={yOf(0)} />
      </svg>
      <ul className="visually-hidden">
        {months.map((month) => (
          <li key={month.month}>{describe(month)}</li>
        ))}
      </ul>
    </figure>
  );
}

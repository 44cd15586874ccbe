import type { ReactNode } from 'react';
import { Sparkline } from './sparkline';

interface FigureCardProps {
  /** A link in it opens from anywhere on the card. */
  label: ReactNode;
  /** As it is shown: `$1,234.50`. */
  value: string;
  /** What it is of: a day, a period. */
  note?: string;
  change?: FigureChange;
  /** The values of the days before, oldest first, drawn as a small line. */
  trend?: readonly number[];
}

/** How a figure compares with the period before. */
export interface FigureChange {
  now: number;
  before: number;
  /** 'yesterday', 'the month before'. */
  against: string;
  /** What more of it means: refunds and missed calls are worse, a payout is a cost to the office and neither. */
  more?: 'better' | 'worse' | 'neutral';
}

/** A figure with its change in words and its course; stands in a `FigureCards`. */
export function FigureCard({ label, value, note, change, trend }: FigureCardProps) {
  return (
    <div className="pd-figure-card">
      <dt>{label}</dt>
      <dd className="pd-figure-value">{value}</dd>
      {note && <dd className="pd-figure-note">{note}</dd>}
      {change && <Change as="dd" {...change} />}
      {trend && trend.length > 1 && (
        <dd className="pd-figure-trend">
          <Sparkline values={trend} />
        </dd>
      )}
    </div>
  );
}

/** Figure cards side by side. */
export function FigureCards({ children }: { children: ReactNode }) {
  return <dl className="pd-figure-cards">{children}</dl>;
}

interface ChangeProps extends Omit<FigureChange, 'against'> {
  /** Missing: what it is compared with is said elsewhere. */
  against?: string;
  /** `dd` in a card. */
  as?: 'dd' | 'span';
  className?: string;
  title?: string;
}

/** The change as words and an arrow, coloured by whether it is good. */
export function Change({
  now,
  before,
  against,
  more = 'better',
  as: Tag = 'span',
  className,
  title,
}: ChangeProps) {
  const { text, direction } = describeChange(now, before);
  const tone = `pd-change pd-change-${toneOfChange(direction, more)}`;
  return (
    <Tag className={className ? `${className} ${tone}` : tone} title={title}>
      <span aria-hidden="true">{direction === 0 ? '→' : direction > 0 ? '↑' : '↓'}</span>{' '}
      {against === undefined ? text.replace(/ than$| as$/, '') : `${text} ${against}`}
    </Tag>
  );
}

/** Whether a change is good, by what more of the figure means. */
function toneOfChange(direction: number, more: NonNullable<FigureChange['more']>) {
  if (direction === 0 || more === 'neutral') return 'same';
  return direction > 0 === (more === 'better') ? 'good' : 'bad';
}

/** `12% more than`, `as much as`; against zero there is no percentage. */
export function describeChange(now: number, before: number): { text: string; direction: -1 | 0 | 1 } {
  if (now === before) return { text: 'as much as', direction: 0 };
  const direction = now > before ? 1 : -1;
  const than = direction > 0 ? 'more than' : 'less than';
  if (before === 0) return { text: than, direction };
  const percent = Math.round((Math.abs(now - before) / Math.abs(before)) * 100);
  return { text: percent === 0 ? `a little ${than}` : `${percent}% ${than}`, direction };
}

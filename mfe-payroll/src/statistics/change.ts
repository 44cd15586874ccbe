import type { StatisticsField } from '@partnerdesk/contracts';
import { formatCount, formatUsd } from '@partnerdesk/web';

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

import type { BusinessDay } from './days';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Dollars as `$1,234.50`; a missing amount is `$0.00` (docs/PRODUCT.md §9). */
export function formatUsd(dollars: number | null | undefined): string {
  return usd.format(dollars || 0);
}

/** A count as `1,234` (docs/PRODUCT.md §9). */
export function formatCount(value: number | null | undefined): string {
  return count.format(value ?? 0);
}

/** A business day as `Nov 21, 2026` (docs/PRODUCT.md §9); any other text stays as it is. */
export function formatDay(value: BusinessDay): string {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(ms) ? value : day.format(ms);
}

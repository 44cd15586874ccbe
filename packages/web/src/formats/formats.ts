import type { BusinessDay } from '@partnerdesk/contracts';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Dollars as `$1,234.50`; what is missing is `$0.00` (docs/PRODUCT.md §9). */
export function formatUsd(dollars: number | null | undefined): string {
  return usd.format(dollars || 0);
}

/** The sum of dollars without the rounding errors of binary fractions. */
export function sumUsd(dollars: readonly number[]): number {
  return dollars.reduce((cents, value) => cents + Math.round(value * 100), 0) / 100;
}

/** A count as `1,234` (docs/PRODUCT.md §9). */
export function formatCount(value: number | null | undefined): string {
  return count.format(value ?? 0);
}

/** A business day as `Nov 21, 2026` (docs/PRODUCT.md §9); what is no day stays as it is. */
export function formatDay(value: BusinessDay): string {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(ms) ? value : day.format(ms);
}

/** The business day of an instant (ISO 8601) as `Nov 21, 2026`. */
export function formatInstant(instant: string, timeZone: string): string {
  return formatIn(instant, { dateStyle: 'medium', timeZone });
}

/** An instant (ISO 8601) in the business's time as `Nov 21, 2026, 1:05 PM`. */
export function formatMoment(instant: string, timeZone: string): string {
  return formatIn(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** What is no instant stays as it is. */
function formatIn(instant: string, options: Intl.DateTimeFormatOptions): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return instant;
  // Making one is slow, and a table asks for hundreds.
  const key = JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  formatters.set(key, formatter);
  return formatter.format(ms);
}

import type { BusinessDay } from '@partnerdesk/contracts';

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const instants = new Map<string, Intl.DateTimeFormat>();

/** Dollars as `$1,234.50`; what is missing is `$0.00` (spec §9). */
export function formatUsd(dollars: number | null | undefined): string {
  return usd.format(dollars || 0);
}

/** The sum of dollars without the rounding errors of binary fractions. */
export function sumUsd(dollars: readonly number[]): number {
  return dollars.reduce((cents, value) => cents + Math.round(value * 100), 0) / 100;
}

/** A count as `1,234` (spec §9). */
export function formatCount(value: number | null | undefined): string {
  return count.format(value ?? 0);
}

/** A business day as `Nov 21, 2026` (spec §9); what is no day stays as it is. */
export function formatDay(value: BusinessDay): string {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(ms) ? value : day.format(ms);
}

/** The business day of an instant (ISO 8601) as `Nov 21, 2026`. */
export function formatInstant(instant: string, timeZone: string): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return instant;
  let formatter = instants.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    instants.set(timeZone, formatter);
  }
  return formatter.format(ms);
}

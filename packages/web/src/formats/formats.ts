import { formatCount, formatUsd as plainUsd } from '@partnerdesk/contracts';

export { formatCount, formatDay } from '@partnerdesk/contracts';

/** Dollars as a screen shows them: `$1,234.50`, below zero with a true minus. Files and mails keep the hyphen. */
export function formatUsd(dollars: number | null | undefined): string {
  return plainUsd(dollars).replace('-', '−');
}

/** `1 visitor`, `3,593 visitors`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The sum of dollars without the rounding errors of binary fractions. */
export function sumUsd(dollars: readonly number[]): number {
  return dollars.reduce((cents, value) => cents + Math.round(value * 100), 0) / 100;
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

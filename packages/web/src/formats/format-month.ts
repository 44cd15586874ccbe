import type { BusinessDay } from '@partnerdesk/contracts';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month of a business day as `November 2026`; what is no day stays as it is. */
export function formatMonth(value: BusinessDay): string {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(ms) ? value : month.format(ms);
}

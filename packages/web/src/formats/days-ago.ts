import { businessDayOf } from '@partnerdesk/contracts';

/** How many business days ago an instant (ISO 8601) was: `today`, `yesterday`, `2 days ago`. */
export function daysAgo(instant: string, timeZone: string, now = Date.now()): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return instant;
  const dayNumber = (at: number) => Date.parse(`${businessDayOf(at, timeZone)}T00:00:00Z`) / 86_400_000;
  const days = dayNumber(now) - dayNumber(ms);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

import { type BusinessDay, businessDayOf, type DayRange, formatDay } from '@partnerdesk/contracts';

/** How many business days ago an instant (ISO 8601) was: `today`, `yesterday`, `2 days ago`. */
export function daysAgo(instant: string, timeZone: string, now = Date.now()): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return instant;
  const dayNumber = (at: number) => Date.parse(`${businessDayOf(at, timeZone)}T00:00:00Z`) / 86_400_000;
  const days = dayNumber(now) - dayNumber(ms);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
];

/** How long ago an instant (ISO 8601) was, in its largest unit: `3 h`, `2 d`, `under 1 min`; empty for what is no instant. */
export function formatAge(instant: string, now = Date.now()): string {
  const ms = now - Date.parse(instant);
  if (Number.isNaN(ms)) return '';
  const unit = UNITS.find((each) => ms >= each.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name}` : 'under 1 min';
}

/** `Nov 1, 2026 – Nov 21, 2026`; a single day alone. */
export const formatRange = ({ startDate, endDate }: DayRange): string =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month of a business day as `November 2026`; what is no day stays as it is. */
export function formatMonth(value: BusinessDay): string {
  const ms = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(ms) ? value : month.format(ms);
}

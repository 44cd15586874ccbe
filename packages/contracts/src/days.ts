/** A calendar day `yyyy-mm-dd` in the business's time zone (docs/RULES.md, Days, money, ids). Compares as text. */
export type BusinessDay = string;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** The business day in which an instant (ms since 1970, or a Date) falls. @throws RangeError on an unknown time zone */
export function businessDayOf(instant: number | Date, timeZone: string): BusinessDay {
  return formatterOf(timeZone).format(instant);
}

/** The business day of a moment as calls have it, an ISO text; a text without one stays as it is. */
export function businessDayOfMoment(moment: string, timeZone: string): string {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : businessDayOf(ms, timeZone);
}

const MS_PER_DAY = 86_400_000;

function utcMsOf(day: BusinessDay): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOfUtcMs(ms: number): BusinessDay {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day `count` days after (before, if negative). */
export function addDays(day: BusinessDay, count: number): BusinessDay {
  return dayOfUtcMs(utcMsOf(day) + count * MS_PER_DAY);
}

/** The first day of the month that is `count` months after that of a day. */
export function firstOfMonth(day: BusinessDay, count = 0): BusinessDay {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayOfUtcMs(Date.UTC(year, month - 1 + count, 1));
}

export function daysBetween(from: BusinessDay, to: BusinessDay): number {
  return Math.round((utcMsOf(to) - utcMsOf(from)) / MS_PER_DAY);
}

/** A day of the wire, `m/d/yyyy` or `yyyy-mm-dd`, from 1900 on; undefined: none (docs/RULES.md, Days, money, ids). */
export function parseDay(text: string): BusinessDay | undefined {
  const american = /^(?<month>\d{1,2})\/(?<date>\d{1,2})\/(?<year>\d{4})$/.exec(text);
  const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})$/.exec(text);
  const { year = '', month = '', date = '' } = (american ?? iso)?.groups ?? {};
  if (Number(year) < 1900) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const ms = utcMsOf(day);
  return Number.isFinite(ms) && dayOfUtcMs(ms) === day ? day : undefined;
}

/** A day as the screens send it: `m/d/yyyy` (docs/PRODUCT.md §7). */
export function wireDay(day: BusinessDay): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
}

export interface DayRange {
  startDate: BusinessDay;
  endDate: BusinessDay;
}

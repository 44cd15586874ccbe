const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ZERO = 48;

/** The number that the digits of `text` from `at` on say; NaN: not all of them are digits. */
function digits(text: string, at: number, count: number): number {
  let number = 0;
  for (let i = at; i < at + count; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const daysOf = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (DAYS[month - 1] ?? 0);

/**
 * An instant as events bring it as a rule, `YYYY-MM-DDTHH:MM:SSZ` or with milliseconds, at a fraction of the time of
 * Date.parse: events come in by the million.
 * @returns ms; undefined: another form, or no instant: Date.parse decides
 */
export function msOfCanonical(text: string): number | undefined {
  const short = text.length === 20;
  if (!short && text.length !== 24) return undefined;
  const marks =
    text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':' && text[16] === ':';
  if (!marks || text[text.length - 1] !== 'Z' || (!short && text[19] !== '.')) return undefined;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)];
  const [hour, minute, second] = [digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2)];
  const ms = short ? 0 : digits(text, 20, 3);
  // Years below 100 would be read as those of a century.
  const isDate = year >= 100 && day >= 1 && day <= daysOf(year, month);
  const isTime = hour < 24 && minute < 60 && second < 60 && ms >= 0;
  return isDate && isTime ? Date.UTC(year, month - 1, day, hour, minute, second, ms) : undefined;
}

/** The ISO form of such an instant. */
export const isoOfCanonical = (text: string): string =>
  text.length === 24 ? text : `${text.slice(0, 19)}.000Z`;

/** The instant of an event's `at` (ms). */
export const msOf = (at: string): number => msOfCanonical(at) ?? Date.parse(at);

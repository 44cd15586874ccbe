import { type DayRange, daysBetween, parseDay } from '../days';
import { MAX_SIGN_IN_EMAIL, SIGN_IN_EMAIL_TEXT } from '../limits';
import * as MESSAGE from '../messages';
import * as s from './schema';

/* Fields that calls have in common. */

/** First and last day, in order, both with the same text when they are missing or wrong. */
export const dayRange = (problem: string) => ({
  startDate: s.day({ texts: { any: problem } }),
  endDate: s.day({
    texts: { any: problem },
    check: (end: string, { startDate }) =>
      startDate && (parseDay(String(startDate)) ?? '') > end ? problem : undefined,
  }),
});

/** For a query with such a range: it has at most so many days. @param problem the text when it has more */
export const atMostDays = (days: number, problem: string) => ({
  check: ({ startDate, endDate }: DayRange) => (daysBetween(startDate, endDate) < days ? undefined : problem),
});

/** A text without blanks around it that has to be filled in. @param missing the text when it is not */
export const filled = (max: number, missing: string, rules: s.TextRules & s.Says = {}) =>
  s.text({ trim: true, max, ...rules, texts: { missing, empty: missing } });

export const maybeEmpty = (max: number) => s.text({ trim: true, max, empty: true });

/** A whole number; numbers are numbers: a text of digits is refused (docs/PRODUCT.md §5). */
export const whole = (rules: s.NumberRules & s.Says = {}) =>
  s.number({ strict: true, whole: true, ...rules });

/** The email of somebody who signs in. @param missing text for an empty one */
export const signInEmail = (missing: string) =>
  s.text({
    trim: true,
    format: 'email',
    max: MAX_SIGN_IN_EMAIL,
    texts: { missing, empty: missing, email: MESSAGE.invalidEmail, long: SIGN_IN_EMAIL_TEXT },
  });

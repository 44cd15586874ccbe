import { addDays, type BusinessDay, type DayRange, daysBetween } from '@partnerdesk/contracts';

/** What one value of a chart stands for. */
export type Step = 'day' | 'week' | 'month';

/** Up to this many days are drawn singly, up to the other by week. */
const MOST_DAYS = 92;
const MOST_DAYS_BY_WEEK = 366;

/** How far a range is drawn apart: a chart of a year by day says nothing. */
export function stepOf({ startDate, endDate }: DayRange): Step {
  const days = daysBetween(startDate, endDate) + 1;
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_DAYS_BY_WEEK ? 'week' : 'month';
}

/** What is drawn of a range with data on these days, in order: a long one begins and ends where there is data. */
export function drawnRange(range: DayRange, days: readonly BusinessDay[]): DayRange {
  const within = days.filter((day) => day >= range.startDate && day <= range.endDate);
  const [first, last] = [within[0], within.at(-1)];
  return stepOf(range) === 'day' || !first || !last ? range : { startDate: first, endDate: last };
}

/**
 * The first days of a range's weeks, counted from its start, or of its months; each with the days that belong to it.
 * @param allDays every day of the range, in order
 */
export function stepsOf<Day extends { day: BusinessDay }>(
  allDays: readonly Day[],
  step: Step,
): { day: BusinessDay; days: Day[] }[] {
  const startDate = allDays[0]?.day ?? '';
  const groups = new Map<BusinessDay, Day[]>();
  allDays.forEach((each, index) => {
    const start =
      step === 'day'
        ? each.day
        : step === 'week'
          ? addDays(startDate, index - (index % 7))
          : `${each.day.slice(0, 8)}01`;
    const days = groups.get(start);
    if (days) days.push(each);
    else groups.set(start, [each]);
  });
  return [...groups].map(([day, days]) => ({ day, days }));
}

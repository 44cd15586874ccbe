import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { mondayOf, weekdayOf } from '../../platform';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const date = (year: number, month: number, day: number): BusinessDay =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function nth(count: number, weekday: number, year: number, month: number): BusinessDay {
  const first = date(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1));
}

/** A holiday on a Sunday is kept on the Monday after it; one on a Saturday moves to no other day. */
const kept = (day: BusinessDay) => (weekdayOf(day) === SUNDAY ? addDays(day, 1) : day);

/**
 * When the Federal Reserve Banks are closed besides weekends (5 U.S.C. 6103 without its Friday for a Saturday). A holiday
 * library would bring those of every country and state, and that Friday.
 */
function federalReserveHolidays(year: number): BusinessDay[] {
  return [
    kept(date(year, 1, 1)),
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    // The last Monday of May.
    mondayOf(date(year, 5, 31)),
    kept(date(year, 6, 19)),
    kept(date(year, 7, 4)),
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    kept(date(year, 11, 11)),
    nth(4, THURSDAY, year, 11),
    kept(date(year, 12, 25)),
  ];
}

/** Whether the Federal Reserve settles payments on a day. */
export function isBankingDay(day: BusinessDay): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY || weekday === SUNDAY) return false;
  return !federalReserveHolidays(Number(day.slice(0, 4))).includes(day);
}

/** The first banking day after a day: on it the banks are to book a file that was made then. */
export function nextBankingDay(day: BusinessDay): BusinessDay {
  const next = addDays(day, 1);
  return isBankingDay(next) ? next : nextBankingDay(next);
}

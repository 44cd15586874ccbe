import { addDays } from '@partnerdesk/contracts';
import { isBankingDay, nextBankingDay } from './bank-days';

/** Weekdays on which the Federal Reserve Banks are closed, as they publish them. */
const PUBLISHED: Record<number, string> = {
  2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
};

test.each(Object.entries(PUBLISHED))('the closed weekdays of %s', (year, days) => {
  const closed: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday >= 1 && weekday <= 5 && !isBankingDay(day)) closed.push(day.slice(5));
  }
  expect(closed.join(' ')).toBe(days);
});

test.each([
  ['2026-11-19', '2026-11-20', 'the next day'],
  ['2026-11-20', '2026-11-23', 'over a weekend'],
  ['2026-11-21', '2026-11-23', 'made on a Saturday'],
  ['2026-11-25', '2026-11-27', 'over Thanksgiving'],
  ['2026-12-24', '2026-12-28', 'over Christmas and the weekend after it'],
  ['2026-07-02', '2026-07-03', 'a holiday on a Saturday closes no Friday'],
  ['2027-07-02', '2027-07-06', 'a holiday on a Sunday closes the Monday'],
  ['2022-12-30', '2023-01-03', 'over New Year'],
])('made on %s, booked on %s: %s', (made, booked) => {
  expect(nextBankingDay(made)).toBe(booked);
});

import { duePeriods } from './payroll-schedule';

test.each([
  ['2026-03-01', '2026-02-28', '2026-03-20', '2026-03-31', '2026-04-20'],
  ['2026-12-31', '2026-11-30', '2026-12-20', '2026-12-31', '2027-01-20'],
  ['2028-03-15', '2028-02-29', '2028-03-20', '2028-03-31', '2028-04-20'],
])('affiliates on %s: through %s by %s, then through %s by %s', (day, end, due, nextEnd, nextDue) => {
  expect(duePeriods(1, day)).toEqual({
    last: { endDate: end, dueDate: due },
    next: { endDate: nextEnd, dueDate: nextDue },
  });
});

test.each([
  ['2027-01-01', '2026-12-31', '2027-01-20', '2027-01-31', '2027-02-20'],
  ['2027-01-31', '2026-12-31', '2027-01-20', '2027-01-31', '2027-02-20'],
])('affiliates at a turn of the year: %s', (day, end, due, nextEnd, nextDue) => {
  expect(duePeriods(1, day)).toEqual({
    last: { endDate: end, dueDate: due },
    next: { endDate: nextEnd, dueDate: nextDue },
  });
});

test.each([
  // A Thursday, a Friday, a Sunday and a Monday.
  ['2026-12-31', '2026-12-27', '2026-12-31', '2027-01-03', '2027-01-07'],
  ['2027-01-01', '2026-12-27', '2026-12-31', '2027-01-03', '2027-01-07'],
  ['2027-01-03', '2026-12-27', '2026-12-31', '2027-01-03', '2027-01-07'],
  ['2027-01-04', '2027-01-03', '2027-01-07', '2027-01-10', '2027-01-14'],
  ['2028-02-29', '2028-02-27', '2028-03-02', '2028-03-05', '2028-03-09'],
])('operators at turns of years and in a leap year: %s', (day, end, due, nextEnd, nextDue) => {
  expect(duePeriods(2, day)).toEqual({
    last: { endDate: end, dueDate: due },
    next: { endDate: nextEnd, dueDate: nextDue },
  });
});

test.each([
  // A Monday, a Thursday, a Friday and a Sunday.
  ['2026-11-16', '2026-11-15', '2026-11-19'],
  ['2026-11-19', '2026-11-15', '2026-11-19'],
  ['2026-11-20', '2026-11-15', '2026-11-19'],
  ['2026-11-22', '2026-11-15', '2026-11-19'],
])('operators on %s: through %s by %s', (day, end, due) => {
  expect(duePeriods(2, day).last).toEqual({ endDate: end, dueDate: due });
  expect(duePeriods(2, day).next).toEqual({ endDate: '2026-11-22', dueDate: '2026-11-26' });
});

import { addDays, businessDayOf, businessDayOfMoment, daysBetween, parseDay, wireDay } from './days';
import { comparedRange, PERIOD, periodRange } from './periods';

const NEW_YORK = 'America/New_York';

test.each([
  ['2026-03-08T04:59:59Z', '2026-03-07'],
  ['2026-03-08T05:00:00Z', '2026-03-08'], // the day of 23 hours begins under standard time
  ['2026-03-09T03:59:59Z', '2026-03-08'], // and ends under daylight-saving time
  ['2026-03-09T04:00:00Z', '2026-03-09'],
  ['2026-11-01T04:00:00Z', '2026-11-01'], // the day of 25 hours
  ['2026-11-02T04:59:59Z', '2026-11-01'],
  ['2026-11-02T05:00:00Z', '2026-11-02'],
  ['2026-01-01T04:59:59Z', '2025-12-31'],
])('%s falls on %s in New York', (instant, day) => {
  expect(businessDayOf(Date.parse(instant), NEW_YORK)).toBe(day);
});

test.each([
  ['4/11/2026', '2026-04-11'],
  ['04/11/2026', '2026-04-11'],
  ['2026-04-11', '2026-04-11'],
  ['2/29/2028', '2028-02-29'],
  ['2/29/2026', undefined],
  ['2026-4-11', undefined],
  ['13/1/2026', undefined],
  ['4/11/26', undefined],
  ['2026-04-11T00:00:00Z', undefined],
  ['11.4.2026', undefined],
  ['0/1/2026', undefined],
  ['', undefined],
  [' 4/11/2026', undefined],
])('the wire day %j is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test('days add and count across months, years and changes of the clock', () => {
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2026-02-20', '2026-05-31')).toBe(100);
  expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
  expect(wireDay('2026-04-01')).toBe('4/1/2026');
});

test.each([
  [PERIOD.none, '2026-03-31', undefined],
  [PERIOD.today, '2026-03-31', ['2026-03-31', '2026-03-31']],
  [PERIOD.yesterday, '2026-03-01', ['2026-02-28', '2026-02-28']],
  [PERIOD.lastMonth, '2026-03-31', ['2026-02-01', '2026-02-28']], // day 1 to "day 31"
  [PERIOD.lastMonth, '2026-01-15', ['2025-12-01', '2025-12-31']],
  [PERIOD.lastMonth, '2028-03-01', ['2028-02-01', '2028-02-29']],
  [PERIOD.thisMonth, '2026-03-01', ['2026-03-01', '2026-03-01']],
  [PERIOD.thisMonth, '2026-03-31', ['2026-03-01', '2026-03-31']],
  [PERIOD.last7Days, '2026-03-03', ['2026-02-25', '2026-03-03']],
  [PERIOD.last30Days, '2026-03-30', ['2026-03-01', '2026-03-30']],
  [PERIOD.last90Days, '2026-03-31', ['2026-01-01', '2026-03-31']],
  [PERIOD.thisQuarter, '2026-03-31', ['2026-01-01', '2026-03-31']],
  [PERIOD.thisQuarter, '2026-12-01', ['2026-10-01', '2026-12-01']],
  [PERIOD.thisYear, '2026-12-31', ['2026-01-01', '2026-12-31']],
  [PERIOD.allTime, '2026-12-31', ['2016-12-31', '2026-12-31']],
] as const)('period %i on %s', (period, today, range) => {
  expect(periodRange(period, today)).toEqual(range && { startDate: range[0], endDate: range[1] });
});

it('of a moment as a text, and of a text without one', () => {
  expect(businessDayOfMoment('2026-03-09T03:59:59.999Z', NEW_YORK)).toBe('2026-03-08');
  expect(businessDayOfMoment('', NEW_YORK)).toBe('');
});

test.each([
  [
    { startDate: '2026-03-09', endDate: '2026-03-09' },
    { startDate: '2026-03-08', endDate: '2026-03-08' },
  ],
  [
    { startDate: '2026-03-01', endDate: '2026-03-31' },
    { startDate: '2026-02-01', endDate: '2026-02-28' },
  ],
  [
    { startDate: '2026-01-01', endDate: '2026-01-31' },
    { startDate: '2025-12-01', endDate: '2025-12-31' },
  ],
  [
    { startDate: '2026-01-01', endDate: '2026-03-31' },
    { startDate: '2025-10-01', endDate: '2025-12-31' },
  ],
  [
    { startDate: '2026-03-01', endDate: '2026-03-01' },
    { startDate: '2026-02-28', endDate: '2026-02-28' },
  ],
  [
    { startDate: '2026-03-01', endDate: '2026-03-09' },
    { startDate: '2026-02-01', endDate: '2026-02-09' },
  ],
  [
    { startDate: '2026-03-01', endDate: '2026-03-30' },
    { startDate: '2026-02-01', endDate: '2026-02-28' },
  ],
  [
    { startDate: '2026-03-01', endDate: '2026-04-09' },
    { startDate: '2026-01-20', endDate: '2026-02-28' },
  ],
  [
    { startDate: '2026-03-05', endDate: '2026-03-11' },
    { startDate: '2026-02-26', endDate: '2026-03-04' },
  ],
])('the period before %j is %j', (range, before) => expect(comparedRange(range, 'before')).toEqual(before));

test('a year before are the same days; the 29th of February has the 28th', () => {
  const leap = { startDate: '2024-02-01', endDate: '2024-02-29' };
  expect(comparedRange(leap, 'year')).toEqual({ startDate: '2023-02-01', endDate: '2023-02-28' });
  expect(comparedRange(leap, 'before')).toEqual({ startDate: '2024-01-01', endDate: '2024-01-31' });
});

import { daysAgo, formatAge, formatMonth } from './times';

/** In New York still the 20th. */
const NEW_YORK_NIGHT = Date.parse('2026-11-21T04:30:00Z');

it.each([
  ['2026-11-22T12:00:00Z', 'today'],
  ['2026-11-20T05:00:00Z', 'today'],
  ['2026-11-20T04:59:59Z', 'yesterday'],
  ['2026-10-31T12:00:00Z', '20 days ago'],
  ['soon', 'soon'],
])('%s was %s in New York', (instant, text) =>
  expect(daysAgo(instant, 'America/New_York', NEW_YORK_NIGHT)).toBe(text),
);

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:30Z', 'under 1 min'],
  ['2026-11-21T12:00:30Z', 'under 1 min'],
  ['2026-11-21T11:15:00Z', '45 min'],
  ['2026-11-21T09:00:01Z', '2 h'],
  ['2026-11-18T11:00:00Z', '3 d'],
  ['', ''],
])('%j was %j ago', (instant, age) => expect(formatAge(instant, NOW)).toBe(age));

it('formatMonth shows the month itself, whatever the time zone of the browser', () => {
  expect(formatMonth('2026-11-01')).toBe('November 2026');
  expect(formatMonth('soon')).toBe('soon');
});

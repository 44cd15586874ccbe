import { formatAge } from './format-age';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:30Z', 'under 1 min'],
  ['2026-11-21T12:00:30Z', 'under 1 min'],
  ['2026-11-21T11:15:00Z', '45 min'],
  ['2026-11-21T09:00:01Z', '2 h'],
  ['2026-11-18T11:00:00Z', '3 d'],
  ['', ''],
])('%j was %j ago', (instant, age) => expect(formatAge(instant, NOW)).toBe(age));

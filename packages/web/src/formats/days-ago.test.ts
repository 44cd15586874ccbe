import { daysAgo } from './days-ago';

/** In New York still the 20th. */
const NOW = Date.parse('2026-11-21T04:30:00Z');

it.each([
  ['2026-11-22T12:00:00Z', 'today'],
  ['2026-11-20T05:00:00Z', 'today'],
  ['2026-11-20T04:59:59Z', 'yesterday'],
  ['2026-10-31T12:00:00Z', '20 days ago'],
  ['soon', 'soon'],
])('%s was %s in New York', (instant, text) => expect(daysAgo(instant, 'America/New_York', NOW)).toBe(text));

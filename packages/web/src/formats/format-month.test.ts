import { formatMonth } from './format-month';

it('formatMonth shows the month itself, whatever the time zone of the browser', () => {
  expect(formatMonth('2026-11-01')).toBe('November 2026');
  expect(formatMonth('soon')).toBe('soon');
});

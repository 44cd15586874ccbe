import { countOf, formatCount, formatDay, formatInstant, formatMoment, formatUsd, sumUsd } from './formats';

describe('formatUsd', () => {
  it.each([
    [undefined, '$0.00'],
    [null, '$0.00'],
    [Number.NaN, '$0.00'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [-6.5, '−$6.50'],
    [0.1 + 0.2, '$0.30'],
    [1234567.891, '$1,234,567.89'],
  ])('shows %p as %s', (dollars, text) => {
    expect(formatUsd(dollars)).toBe(text);
  });
});

it('sums dollars to the cent', () => {
  expect(sumUsd([0.1, 0.2, -0.05])).toBe(0.25);
  expect(sumUsd([])).toBe(0);
});

describe('formatCount', () => {
  it('groups thousands', () => expect(formatCount(1234567)).toBe('1,234,567'));
  it('shows a missing count as 0', () => expect(formatCount(undefined)).toBe('0'));
});

describe('formatDay', () => {
  it('shows the day itself, whatever the time zone of the browser', () =>
    expect(formatDay('2026-11-21')).toBe('Nov 21, 2026'));
  it('leaves alone what is no day', () => expect(formatDay('soon')).toBe('soon'));
});

it('formatMoment shows the time of the business’s clock', () => {
  expect(formatMoment('2026-11-21T04:30:00Z', 'America/New_York')).toBe('Nov 20, 2026, 11:30 PM');
});

describe('formatInstant', () => {
  it('shows the business day of an instant', () => {
    expect(formatInstant('2026-11-21T04:30:00Z', 'America/New_York')).toBe('Nov 20, 2026');
    expect(formatInstant('2026-11-21T05:30:00Z', 'America/New_York')).toBe('Nov 21, 2026');
  });
  it('leaves alone what is no instant', () => expect(formatInstant('', 'UTC')).toBe(''));
});

it.each([
  [0, '0 visitors'],
  [1, '1 visitor'],
  [3593, '3,593 visitors'],
])('counts %d in words: %s', (count, text) => expect(countOf(count, 'visitor')).toBe(text));

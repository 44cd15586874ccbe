import fc from 'fast-check';
import { isoOfCanonical, msOf, msOfCanonical } from './event-instant';

test('an instant in its usual form is what Date makes of it', () => {
  const part = (max: number, length = 2) =>
    fc.integer({ min: 0, max }).map((n) => String(n).padStart(length, '0'));
  const parts = fc.tuple(
    part(9999, 4),
    part(13),
    part(32),
    part(25),
    part(61),
    part(61),
    part(999, 3),
    fc.boolean(),
  );
  let taken = 0;
  fc.assert(
    fc.property(parts, ([year, month, day, hour, minute, second, ms, isLong]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${isLong ? `.${ms}` : ''}Z`;
      const usual = msOfCanonical(text);
      if (usual === undefined) return;
      taken += 1;
      expect(usual).toBe(Date.parse(text));
      expect(isoOfCanonical(text)).toBe(new Date(usual).toISOString());
      // Date reads February 30 as a day of March.
      expect(isoOfCanonical(text).slice(0, 10)).toBe(text.slice(0, 10));
    }),
    { numRuns: 5000, seed: 3 },
  );
  expect(taken).toBeGreaterThan(2000);
});

test('what is no usual form is left to Date', () => {
  const others = [
    '2026-02-30T00:00:00Z',
    '2026-02-20T05:02Z',
    '2026-02-20T24:00:00Z',
    '2026-02-20T05:02:03+00:00',
  ];
  for (const text of [
    ...others,
    '2026-02-20T05:02:03.1Z',
    '2026-02-20t05:02:03Z',
    'x'.repeat(20),
    'x'.repeat(24),
    '',
  ])
    expect(msOfCanonical(text)).toBeUndefined();
  expect(msOf('2026-02-20T05:02:03+00:00')).toBe(Date.UTC(2026, 1, 20, 5, 2, 3));
});

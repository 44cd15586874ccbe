import { postedDayOf } from './keys';

test.each([
  ['nothing is paid yet', undefined, '2026-02-27', '2026-02-27'],
  ['before the last paid day', '2026-02-28', '2026-01-05', '2026-03-01'],
  ['on the last paid day', '2026-02-28', '2026-02-28', '2026-03-01'],
  ['on the first open day', '2026-02-28', '2026-03-01', '2026-03-01'],
  ['later', '2026-02-28', '2026-03-09', '2026-03-09'],
])('%s: paid through %s, an entry of %s is posted on %s', (_, closedThrough, day, posted) => {
  expect(postedDayOf(day, closedThrough)).toBe(posted);
});

import { STATS_TYPE } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, refund, sale, tip, useTestDatabase } from '@partnerdesk/testing';
import { FIGURES } from '../figures';
import { readDayByHour, readDayFigures, sumFigures } from './read-statistics';

useTestDatabase();

const site = (startDate: string, endDate = startDate) =>
  readDayFigures({ statsType: STATS_TYPE.site, staffID: 0, startDate, endDate });
const staff = (staffID: number, startDate: string, endDate = startDate) =>
  readDayFigures({ statsType: STATS_TYPE.staff, staffID, startDate, endDate });

test('a range without data is zeros', async () => {
  const sums = sumFigures(await site('2026-01-01', '2026-12-31'));
  expect(Object.keys(sums)).toEqual([...FIGURES]);
  expect(Object.values(sums).every((value) => value === 0)).toBe(true);
});

describe('the edges of business days (New York)', () => {
  beforeEach(async () => {
    await addPayees({ affiliates: [20] });
    await ingest(joined(1, 'T1', '2025-12-01T15:00:00Z'));
  });

  test.each([
    ['last second of a winter day', '2026-02-01T04:59:59.999Z', '2026-01-31'],
    ['midnight of a winter day', '2026-02-01T05:00:00.000Z', '2026-02-01'],
    ['last second before the change to summer time’s day', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['midnight of the 23-hour day', '2026-03-08T05:00:00Z', '2026-03-08'],
    ['just before the hour that is left out', '2026-03-08T06:59:59Z', '2026-03-08'],
    ['just after the hour that is left out', '2026-03-08T07:00:00Z', '2026-03-08'],
    ['23:59:59 of the 23-hour day', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['midnight after the 23-hour day', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['23:59:59 before the 25-hour day', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['midnight of the 25-hour day', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['half past one, the first time', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['half past one, the second time', '2026-11-01T06:30:00Z', '2026-11-01'],
    ['23:59:59 of the 25-hour day', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['midnight after the 25-hour day', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['new year', '2026-01-01T04:59:59Z', '2025-12-31'],
  ])('%s', async (_, at, day) => {
    await ingest(sale('s1', 1, 999, at));
    const days = await site('2025-12-02', '2026-12-01');
    expect(days.map(({ day, figures }) => [day, figures.salesCents])).toEqual([[day, 999]]);
    expect(sumFigures(await site(day)).salesCount).toBe(1);
  });
});

test('first and last day are included, those beside them are not', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1', '2025-12-01T15:00:00Z'));
  for (const date of ['01', '02', '03', '04'])
    await ingest(sale(`s${date}`, 1, Number(date) * 100, `2026-05-${date}T16:00:00Z`));
  expect(sumFigures(await site('2026-05-02', '2026-05-03')).salesCents).toBe(500);
});

test('a refund counts on its own day, and takes the payout back', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(
    joined(1, 'T1', '2025-12-01T15:00:00Z'),
    sale('s1', 1, 1000, '2026-05-01T16:00:00Z'),
    refund('r1', 's1', 400, '2026-05-03T16:00:00Z'),
  );
  const days = await site('2026-05-01', '2026-05-31');
  expect(days).toEqual([
    { day: '2026-05-01', figures: { salesCount: 1, salesCents: 1000, payoutCents: 200 } },
    { day: '2026-05-03', figures: { refundsCount: 1, refundsCents: 400, payoutCents: -80 } },
  ]);
});

test('staff: one by id; without an id all together, as the sum of each', async () => {
  await addPayees({ staff: [50, 60, 70] });
  await ingest(joined(1, undefined, '2026-01-01T15:00:00Z'));
  await ingest(
    tip('t1', 1, 1, 100, '2026-05-01T16:00:00Z'),
    tip('t2', 1, 2, 250, '2026-05-01T17:00:00Z'),
    tip('t3', 1, 2, 300, '2026-05-02T17:00:00Z'),
  );
  expect(sumFigures(await staff(2, '2026-05-01', '2026-05-02'))).toMatchObject({
    tipsCount: 2,
    tipsCents: 550,
  });
  expect(await staff(3, '2026-05-01', '2026-05-02')).toEqual([]);
  expect(sumFigures(await staff(0, '2026-05-01', '2026-05-02'))).toMatchObject({
    tipsCount: 3,
    tipsCents: 650,
  });
});

test.each([
  // 3 p.m. on a day of 23 hours, on the one after it, on a day of 25, and 11:30 p.m. on that.
  ['2026-03-08T19:00:00Z', '2026-03-07T20:00:00Z'],
  ['2026-03-09T19:00:00Z', '2026-03-08T19:00:00Z'],
  ['2026-11-01T20:00:00Z', '2026-10-31T19:00:00Z'],
  ['2026-11-02T04:30:00Z', '2026-11-01T03:30:00Z'],
  // 2:30 a.m., which the day of 23 hours did not have.
  ['2026-03-09T06:30:00Z', '2026-03-08T07:00:00Z'],
])('at %s the day before is read up to %s', async (now, until) => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1', '2025-12-01T15:00:00Z'));
  const after = (minutes: number) => new Date(Date.parse(until) + minutes * 60_000).toISOString();
  await ingest(sale(`until ${now}`, 1, 100, after(-20)), sale(`after ${now}`, 1, 1000, after(20)));
  expect((await readDayByHour(new Date(now), 1)).soFar.salesCents).toBe(100);
});

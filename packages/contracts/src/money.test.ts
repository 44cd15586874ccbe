import fc from 'fast-check';
import { centsOf, dollarsOf, payoutCents } from './money';

test.each([
  [100, 12.5, 13], // 12.5 away from zero
  [-100, 12.5, -13],
  [4, 12.5, 1], // 0.5
  [-4, 12.5, -1],
  [3, 12.5, 0], // 0.375
  [1000, 33.3, 333],
  [1005, 33.3, 335], // 334.665
  [150, 33.33, 50], // 49.995, which 150 * 33.33 / 100 would make 49.99499…
  [1, 0, 0],
  [0, 50, 0],
  [999_999_999, 100, 999_999_999],
])('payout of %i cents at %f percent is %i', (amountCents, commission, cents) => {
  expect(payoutCents(amountCents, commission)).toBe(cents);
});

const anyPayout = fc.record({
  amount: fc.integer({ min: 0, max: 10 ** 9 }),
  percentHundredths: fc.integer({ min: 0, max: 10_000 }),
});

/** Payouts of exactly so many cents and a half: amount × hundredths is an odd multiple of half of 10,000. */
const halfCentPayout = fc
  .record({
    divisor: fc.constantFrom(
      1,
      2,
      4,
      5,
      8,
      10,
      20,
      25,
      40,
      50,
      100,
      125,
      200,
      250,
      500,
      625,
      1000,
      1250,
      2500,
    ),
    oddPercent: fc.nat({ max: 1 }),
    oddAmount: fc.nat({ max: 90_000 }),
  })
  .map(({ divisor, oddPercent, oddAmount }) => ({
    amount: (5000 / divisor) * (2 * oddAmount + 1),
    percentHundredths: divisor * (2 * oddPercent + 1),
  }));

test.each([
  ['any', anyPayout],
  ['half-cent', halfCentPayout],
])('%s payouts agree with exact arithmetic, and taking back mirrors giving', (_, payouts) => {
  fc.assert(
    fc.property(payouts, ({ amount, percentHundredths }) => {
      const exact = (BigInt(amount) * BigInt(percentHundredths) * 2n + 10_000n) / 20_000n;
      const payout = payoutCents(amount, percentHundredths / 100);
      expect(BigInt(payout)).toBe(exact);
      expect(payoutCents(-amount, percentHundredths / 100) + payout).toBe(0);
    }),
  );
});

test('no payout is minus zero', () => {
  expect(Object.is(payoutCents(-3, 12.5), 0)).toBe(true);
});

test('dollars and cents convert both ways', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 11), max: 10 ** 11 }),
      (cents) => centsOf(dollarsOf(cents)) === cents,
    ),
  );
});

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

test('payouts agree with exact arithmetic, and taking back mirrors giving', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, percentHundredths) => {
        const exact = (BigInt(amount) * BigInt(percentHundredths) * 2n + 10_000n) / 20_000n;
        const payout = payoutCents(amount, percentHundredths / 100);
        expect(BigInt(payout)).toBe(exact);
        expect(payoutCents(-amount, percentHundredths / 100) + payout).toBe(0);
      },
    ),
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

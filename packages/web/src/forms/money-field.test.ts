import { readAmount } from './money-field';

it.each([
  ['12.5', '12.50'],
  ['$1,234', '1234.00'],
  ['−3.1', '-3.10'],
  [' 7 ', '7.00'],
  ['', ''],
  ['1.234', '1.234'],
  ['ten', 'ten'],
])('reads %p as %p', (typed, amount) => expect(readAmount(typed)).toBe(amount));

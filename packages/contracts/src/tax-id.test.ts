import { taxIdDigits } from './tax-id';

test.each([
  ['219-09-9999', 1, '219099999'],
  ['219 09 9999', 1, '219099999'],
  ['900-70-1234', 1, '900701234'],
  ['12-3456780', 2, '123456780'],
  ['12-345678', 2, undefined],
  ['000-12-3456', 1, undefined],
  ['666-12-3456', 1, undefined],
  ['219-00-9999', 1, undefined],
  ['219-09-0000', 1, undefined],
  ['900-49-1234', 1, undefined],
  ['123-45-6789', 1, undefined],
  ['777-77-7777', 1, undefined],
  ['07-1234567', 2, undefined],
  ['', 1, undefined],
])('tax id %j of type %s: %s', (taxID, type, digits) => {
  expect(taxIdDigits(taxID, type)).toBe(digits);
});

import { isPayPalId, isRoutingNumber, taxIdDigits } from './payee-ids';

it.each(['021000021', '011401533', '091000019'])('knows %s for a routing number', (text) =>
  expect(isRoutingNumber(text)).toBe(true),
);
it.each(['', '021000022', '120000021', '02100002', '0210000210', '02100002x', '000000000'])(
  'refuses %p',
  (text) => expect(isRoutingNumber(text)).toBe(false),
);

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

describe('PayPal IDs', () => {
  it.each(['ann@example.com', 'a.b+tag@mail.example.co', "o'brien@example.com", '_x@1.example'])(
    '%j is one',
    (text) => expect(isPayPalId(text)).toBe(true),
  );

  it.each([
    '',
    'ann',
    'ann@example',
    '@example.com',
    'ann@@example.com',
    'ann@example..com',
    'ann..b@example.com',
    'ann@-example.com',
    'ann@example.com, bob@example.com',
    ' ann@example.com',
    'ann@example.com\n',
    'ann\u200b@example.com',
    "=cmd|'/C'!A0@example.com",
    '+ann@example.com',
    '-ann@example.com',
    '＝ann@example.com',
    `${'a'.repeat(140)}@example.com`,
  ])('%j is none', (text) => expect(isPayPalId(text)).toBe(false));
});

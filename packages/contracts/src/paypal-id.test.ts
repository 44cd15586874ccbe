import { isPayPalId } from './paypal-id';

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

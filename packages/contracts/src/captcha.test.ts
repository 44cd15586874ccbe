import { captchaInput, leadingZeroBits } from './captcha';

it.each([
  [[0x80], 0],
  [[0x01], 7],
  [[0x00, 0xff], 8],
  [[0x00, 0x10], 11],
  [[0x00, 0x00], 16],
  [[], 0],
])('counts the leading zero bits of %j', (bytes, bits) => {
  expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
});

it('joins challenge and nonce', () => expect(captchaInput('abc', 12)).toBe('abc.12'));

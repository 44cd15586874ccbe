import { createHash } from 'node:crypto';
import { hashRecoveryCode, makeRecoveryCodes, RECOVERY_CODES } from './second-factor';

const FORM = /^([a-z0-9]{4}-){5}[a-z0-9]{4}$/;
const codes = Array.from({ length: 100 }, makeRecoveryCodes);
const letters = codes.flat().join('').replaceAll('-', '');

test('a code has 24 letters of 32, each as likely as any other and at any place: 120 bits', () => {
  for (const set of codes) {
    expect(set).toHaveLength(RECOVERY_CODES);
    for (const code of set) expect(code).toMatch(FORM);
  }
  expect(new Set(codes.flat()).size).toBe(100 * RECOVERY_CODES);
  const count = new Map<string, number>();
  for (const letter of letters) count.set(letter, (count.get(letter) ?? 0) + 1);
  expect(count.size).toBe(32);
  expect(Math.log2(count.size) * 24).toBe(120);
  // 750 are expected, with a deviation of 27: eight of them are met by chance once in 10^14 runs.
  for (const times of count.values()) expect(Math.abs(times - 750)).toBeLessThan(8 * 27);
});

test('what is stored is a hash of all of it, however it is typed, and no two have the same', () => {
  const [code = '', other = ''] = makeRecoveryCodes();
  const stored = createHash('sha256').update(code.replaceAll('-', '')).digest('base64url');
  expect(hashRecoveryCode(code)).toBe(stored);
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(stored);
  expect(hashRecoveryCode(other)).not.toBe(stored);
  expect(hashRecoveryCode(code.slice(0, -1))).not.toBe(stored);
});

import { createHash } from 'node:crypto';
import { sha256 } from './sha256';

it.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000])('agrees with the real one on %i bytes', (length) => {
  const message = Uint8Array.from({ length }, (_, index) => (index * 151 + 7) & 255);
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(
    createHash('sha256').update(message).digest('hex'),
  );
});

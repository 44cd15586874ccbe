import { availableParallelism } from 'node:os';
import { hashPassword, MAX_WAITING_HASHES, verifyPassword } from './password';

test('of a flood of passwords so many are hashed as can wait, the others are refused at once', async () => {
  const hash = await hashPassword('right');
  const places = availableParallelism() + MAX_WAITING_HASHES;
  const tries = Array.from({ length: places + 20 }, () => verifyPassword(hash, 'wrong'));
  const outcomes = await Promise.allSettled(tries);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(20);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await verifyPassword(hash, 'right')).toBe(true);
  expect(await verifyPassword(undefined, 'right')).toBe(false);
});

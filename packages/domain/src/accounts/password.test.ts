import { availableParallelism } from 'node:os';
import { hashPassword, MAX_WAITING_HASHES, verifyPassword } from './password';

test('of a flood of passwords so many are hashed as can wait, also for accounts that are not there; the others are refused at once', async () => {
  const hash = await hashPassword('right');
  const places = availableParallelism() + MAX_WAITING_HASHES;
  const tries = Array.from({ length: places + 20 }, (_, index) =>
    verifyPassword(index % 2 ? hash : undefined, 'wrong'),
  );
  const outcomes = await Promise.allSettled(tries);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(20);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await verifyPassword(hash, 'right')).toBe(true);
  expect(await verifyPassword(undefined, 'right')).toBe(false);
});

test('a password is stored as argon2id of 19 MiB and two passes, with its parameters and a salt', async () => {
  const [first, second] = [await hashPassword('same'), await hashPassword('same')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
  expect(first).not.toBe(second);
});

test.each(['a'.repeat(99), `${' '.repeat(3)}Spaces and Case `, 'ключ 🦄 \u00fc', '!"#$%&/()=?'])(
  '%j counts as it was typed, to the last character',
  async (password) => {
    const hash = await hashPassword(`${password}x`);
    expect(await verifyPassword(hash, `${password}x`)).toBe(true);
    const others = [password, `${password}X`, `${password}x `, ` ${password}x`, `${password}x`.trim()];
    for (const other of others.filter((each) => each !== `${password}x`))
      expect(await verifyPassword(hash, other)).toBe(false);
  },
);

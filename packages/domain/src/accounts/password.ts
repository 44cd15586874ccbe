import argon2 from 'argon2';

/** argon2id with OWASP's minimum of 19 MiB and two passes. */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash to store; the salt is inside. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the hashed one. With no hash it does the same work and says no, so that an
 * unknown account does not answer faster than a known one.
 */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await argon2.verify(hash || (await decoy), password);
  return Boolean(hash) && matches;
}

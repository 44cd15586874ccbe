import { availableParallelism } from 'node:os';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { Gate } from '@partnerdesk/node';
import argon2 from 'argon2';

/** argon2id with OWASP's minimum of 19 MiB and two passes. */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MAX_WAITING_HASHES = 100;

/** Hashing is slow and large on purpose: a flood of it must take neither all memory nor the threads of other work. */
const gate = new Gate({
  atOnce: availableParallelism(),
  maxWaiting: MAX_WAITING_HASHES,
  refusal: () => new AppError('unavailable', MESSAGE.genericError),
});

/** Of somebody who has already proved something: a part of the gate that strangers can't fill. */
export interface HashTurn {
  isReserved?: boolean;
}

/** @throws AppError unavailable while too many wait to be hashed */
export function hashPassword(password: string, turn?: HashTurn): Promise<string> {
  return gate.run(() => argon2.hash(password, OPTIONS), turn);
}

let decoy: Promise<string> | undefined;

/** In place of a hash: no password signs in until another one is set by a mailed link. */
export const VOID_PASSWORD = 'void';

/**
 * Without a hash it does the same work and says no: an unknown account answers no faster than a known one.
 * @throws AppError unavailable while too many wait to be hashed
 */
export function verifyPassword(
  hash: string | null | undefined,
  password: string,
  turn?: HashTurn,
): Promise<boolean> {
  return gate.run(async () => {
    decoy ??= argon2.hash('no account has this password', OPTIONS);
    const isSet = Boolean(hash) && hash !== VOID_PASSWORD;
    const matches = await argon2.verify(isSet && hash ? hash : await decoy, password);
    return isSet && matches;
  }, turn);
}

import type { AuditEntry } from '../platform';
import type { PersonRef } from './access-changes';
import { type ChangedAccount, makeNoticedChange } from './noticed-changes';
import { hashPassword } from './password';
import { endingAccess } from './sign-in-accounts';

/**
 * Sets somebody's password, ends every session and API key of theirs, and stores the mail about it (docs/RULES.md, Who may
 * enter "Passwords").
 * @param how `expected`: what the account must still be; `entry`: the change in the audit log; `set`: fields that are written with it
 * @returns undefined: there is no such account, or it is not as expected
 * @throws AppError unavailable while too many passwords wait to be hashed
 */
export async function setPassword(
  person: PersonRef,
  password: string,
  { expected, entry, set }: { expected?: object; entry: AuditEntry; set?: object },
): Promise<ChangedAccount | undefined> {
  const passwordHash = await hashPassword(password, { isReserved: true });
  const update = { $set: { ...set, passwordHash }, $inc: endingAccess(person) };
  return makeNoticedChange(person, {
    what: 'password-changed',
    update,
    entry,
    ...(expected && { expected }),
  });
}

import { randomUUID } from 'node:crypto';
import { type AuditEntry, recording } from '../audit/audit';
import type { PersonRef } from './access-changes';
import { storeChangeNotice } from './change-notices';
import { hashPassword } from './password';
import { deliverAuditOf, SIGN_IN_ACCOUNTS, signInAccountOf } from './sign-in-accounts';

/** A changed password whose mail is not stored yet: part of the write that sets it, so that no crash separates the two. */
interface PendingNotice {
  noticeID: string;
  at: Date;
  /** The address that the account had. */
  to: string;
}

/** The parts of an account that a new password needs or changes. */
interface Account {
  emailAddress: string;
  status: number;
  sessionVersion: number;
  passwordNotice?: PendingNotice;
}

/** An account whose password was set. */
export interface PasswordSet extends Pick<Account, 'status' | 'sessionVersion'> {
  /** Mails about it, to be sent. */
  mailIDs: string[];
}

const FIELDS = { emailAddress: 1, status: 1, sessionVersion: 1, passwordNotice: 1 } as const;

/**
 * Sets somebody's password, ends every session of theirs, and stores the mail about it (docs/RULES.md, Who may enter
 * "Passwords").
 * @param how `expected`: what the account must still be; `entry`: the change in the audit log
 * @returns undefined: there is no such account, or it is not as expected
 * @throws AppError unavailable while too many passwords wait to be hashed
 */
export async function setPassword(
  person: PersonRef,
  password: string,
  { expected = {}, entry }: { expected?: object; entry: AuditEntry },
): Promise<PasswordSet | undefined> {
  const passwordHash = await hashPassword(password);
  const { model, query } = signInAccountOf(person);
  for (;;) {
    const before = await model.findOne({ ...query, ...expected }, FIELDS).lean<Account>();
    if (!before) return undefined;
    // What another change has left, or is about to store, would be overwritten.
    if (before.passwordNotice) await storeNotice(person, before.passwordNotice);
    const { emailAddress } = before;
    const passwordNotice: PendingNotice = { noticeID: randomUUID(), at: new Date(), to: emailAddress };
    const asRead = { ...query, ...expected, emailAddress, passwordNotice: { $exists: false } };
    const update = { $set: { passwordHash, passwordNotice }, $inc: { sessionVersion: 1 } };
    const after = await model
      .findOneAndUpdate(asRead, recording(update, entry), { returnDocument: 'after', projection: FIELDS })
      .lean<Account>();
    if (!after) continue;
    await deliverAuditOf(person);
    const { status, sessionVersion } = after;
    return { status, sessionVersion, mailIDs: [await storeNotice(person, passwordNotice)] };
  }
}

/**
 * Stores the mail of a change and takes the notice from the account. Safe to repeat and to race with itself: the mail has
 * the notice's id. @returns the mail's id
 */
async function storeNotice(person: PersonRef, { noticeID, to }: PendingNotice): Promise<string> {
  const mailID = `password-changed.${noticeID}`;
  await storeChangeNotice(person, { to, what: 'password', mailID });
  const { model, query } = signInAccountOf(person);
  await model.updateOne({ ...query, 'passwordNotice.noticeID': noticeID }, { $unset: { passwordNotice: 1 } });
  return mailID;
}

const STEP = 100;

/** Stores the mails of changes whose process died after them. @returns how many */
export async function storeForgottenNotices(): Promise<number> {
  let stored = 0;
  for (const kind of ['affiliate', 'administrator'] as const) {
    const { model, idField } = SIGN_IN_ACCOUNTS[kind];
    const left = await model
      .find({ 'passwordNotice.at': { $exists: true } }, { [idField]: 1, passwordNotice: 1 })
      .limit(STEP)
      .lean<(Required<Pick<Account, 'passwordNotice'>> & Record<typeof idField, number>)[]>();
    for (const account of left) await storeNotice({ kind, id: account[idField] }, account.passwordNotice);
    stored += left.length;
  }
  return stored;
}

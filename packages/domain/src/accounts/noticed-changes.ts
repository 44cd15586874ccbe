import { randomUUID } from 'node:crypto';
import type { UpdateQuery } from 'mongoose';
import { type AuditEntry, type NoticedChange, withAudit } from '../platform';
import type { PersonRef } from './access-changes';
import { storeChangeNotice } from './change-notices';
import { hashPassword } from './password';
import { deliverAuditOf, endingAccess, SIGN_IN_ACCOUNTS, signInAccountOf } from './sign-in-accounts';

/** A change of an account whose mail is not stored yet: part of the write that makes it, so that no crash separates the two. */
export interface PendingNotice {
  noticeID: string;
  at: Date;
  to: string | string[];
  /** Missing: the password. */
  what?: NoticedChange;
  details?: string;
}

interface Account {
  emailAddress: string;
  status: number;
  sessionVersion: number;
  passwordNotice?: PendingNotice;
}

export interface ChangedAccount extends Pick<Account, 'status' | 'sessionVersion'> {
  /** To be sent. */
  mailIDs: string[];
}

interface NewChange {
  what: NoticedChange;
  update: UpdateQuery<object>;
  expected?: object | undefined;
  entry: AuditEntry;
  to?: string[];
  details?: string;
}

export const pendingNotice = (notice: Pick<PendingNotice, 'to' | 'what' | 'details'>): PendingNotice => ({
  noticeID: randomUUID(),
  at: new Date(),
  ...notice,
});

const FIELDS = { emailAddress: 1, status: 1, sessionVersion: 1, passwordNotice: 1 } as const;

/**
 * Makes a change of somebody's account that its owner is mailed about (docs/RULES.md, Who may enter "Passwords").
 * @param change `expected`: what the account must still be; `to`: missing, it is the account's address
 * @returns undefined: there is no such account, or it is not as expected
 */
export async function makeNoticedChange(
  person: PersonRef,
  { what, update, expected = {}, entry, to, details }: NewChange,
): Promise<ChangedAccount | undefined> {
  const { model, query } = signInAccountOf(person);
  for (;;) {
    const before = await model.findOne({ ...query, ...expected }, FIELDS).lean<Account>();
    if (!before) return undefined;
    // What another change has left, or is about to store, would be overwritten.
    if (before.passwordNotice) await storeNotice(person, before.passwordNotice);
    const { emailAddress } = before;
    const passwordNotice = pendingNotice({ what, to: to ?? emailAddress, ...(details && { details }) });
    const asRead = { ...query, ...expected, emailAddress, passwordNotice: { $exists: false } };
    const noticed = { ...update, $set: { ...update.$set, passwordNotice } };
    const after = await model
      .findOneAndUpdate(asRead, withAudit(noticed, entry), { returnDocument: 'after', projection: FIELDS })
      .lean<Account>();
    if (!after) continue;
    await deliverAuditOf(person);
    const { status, sessionVersion } = after;
    return { status, sessionVersion, mailIDs: await storeNotice(person, passwordNotice) };
  }
}

/**
 * Stores the mails of a change, whose ids are the notice's, and takes the notice from the account. Safe to repeat and to
 * race with itself. @returns the mails' ids
 */
export async function storeNotice(
  person: PersonRef,
  { noticeID, to, what = 'password-changed', ...notice }: PendingNotice,
): Promise<string[]> {
  const mailIDs: string[] = [];
  for (const [index, address] of [to].flat().entries()) {
    const mailID = `${what}.${noticeID}${index > 0 ? `.${index}` : ''}`;
    mailIDs.push(await storeChangeNotice(person, { ...notice, to: address, what, mailID }));
  }
  const { model, query } = signInAccountOf(person);
  await model.updateOne({ ...query, 'passwordNotice.noticeID': noticeID }, { $unset: { passwordNotice: 1 } });
  return mailIDs;
}

const STEP = 100;

/** Stores the mails of changes whose process died after them. @returns how many */
export async function storeForgottenNotices(): Promise<number> {
  let stored = 0;
  for (const kind of Object.keys(SIGN_IN_ACCOUNTS) as PersonRef['kind'][]) {
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

/**
 * Sets somebody's password, and ends every session and API key of theirs (docs/RULES.md, Who may enter "Passwords").
 * @param how `expected`: what the account must still be; `set`: fields that are written with it
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
  return makeNoticedChange(person, { what: 'password-changed', update, entry, expected });
}

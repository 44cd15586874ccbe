import { randomUUID } from 'node:crypto';
import { type AuditEntry, deliverAudit, recording } from '../audit/audit';
import { storeMail } from '../mail/mails';
import type { PersonRef } from './access-changes';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';
import { changeNoticeMail } from './change-notices';
import { hashPassword } from './password';

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
  passwordNotice?: unknown;
}

/** An account whose password was set. */
export interface PasswordSet extends Pick<Account, 'emailAddress' | 'status' | 'sessionVersion'> {
  /** Mails about it, to be sent. */
  mailIDs: string[];
}

const FIELDS = { emailAddress: 1, status: 1, sessionVersion: 1, passwordNotice: 1 } as const;

/** Reads and writes somebody's account. */
function accountOf({ kind, id }: PersonRef) {
  const isOffice = kind === 'administrator';
  const query = isOffice ? { adminID: id } : { affID: id };
  return {
    find: (): Promise<Account | null> =>
      isOffice
        ? AdministratorModel.findOne(query, FIELDS).lean<Account>()
        : AffiliateModel.findOne(query, FIELDS).lean<Account>(),
    change: (expected: object, update: object): Promise<Account | null> => {
      const filter = { ...query, ...expected };
      const how = { returnDocument: 'after', projection: FIELDS } as const;
      return isOffice
        ? AdministratorModel.findOneAndUpdate(filter, update, how).lean<Account>()
        : AffiliateModel.findOneAndUpdate(filter, update, how).lean<Account>();
    },
    deliverAudit: () =>
      isOffice ? deliverAudit(AdministratorModel, query) : deliverAudit(AffiliateModel, query),
  };
}

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
  const account = accountOf(person);
  const before = await account.find();
  if (!before) return undefined;
  // What a dead process has left would be overwritten.
  await storeNotice(person, before.passwordNotice);
  const passwordNotice: PendingNotice = { noticeID: randomUUID(), at: new Date(), to: before.emailAddress };
  const update = { $set: { passwordHash, passwordNotice }, $inc: { sessionVersion: 1 } };
  const after = await account.change(expected, recording(update, entry));
  if (!after) return undefined;
  await account.deliverAudit();
  const { emailAddress, status, sessionVersion } = after;
  return { emailAddress, status, sessionVersion, mailIDs: await storeNotice(person, passwordNotice) };
}

/**
 * Stores the mail of a change and takes the notice from the account. Safe to repeat and to race with itself: the mail has
 * the notice's id, and the token of one that is stored already is nobody's.
 */
async function storeNotice(person: PersonRef, pending: unknown): Promise<string[]> {
  if (!pending) return [];
  const { noticeID, to } = pending as PendingNotice;
  const mailID = `password-changed.${noticeID}`;
  await storeMail(await changeNoticeMail(person, { to, what: 'password' }), mailID);
  await accountOf(person).change(
    { 'passwordNotice.noticeID': noticeID },
    { $unset: { passwordNotice: 1 as const } },
  );
  return [mailID];
}

const STEP = 100;
const LEFT = { 'passwordNotice.at': { $exists: true } };

/** Stores the mails of changes whose process died after them. @returns how many */
export async function storeForgottenNotices(): Promise<number> {
  const affiliates = await AffiliateModel.find(LEFT, { affID: 1, passwordNotice: 1 }).limit(STEP).lean();
  const administrators = await AdministratorModel.find(LEFT, { adminID: 1, passwordNotice: 1 })
    .limit(STEP)
    .lean();
  for (const { affID: id, passwordNotice } of affiliates)
    await storeNotice({ kind: 'affiliate', id }, passwordNotice);
  for (const { adminID: id, passwordNotice } of administrators)
    await storeNotice({ kind: 'administrator', id }, passwordNotice);
  return affiliates.length + administrators.length;
}

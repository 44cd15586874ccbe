import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { AccountKind } from '@partnerdesk/contracts';
import type { UpdateQuery } from 'mongoose';
import {
  type By,
  type ChangeEntry,
  domainConfig,
  MailModel,
  mailOf,
  NOTICED_CHANGES,
  type NoticedChange,
  plainModel,
  storeMail,
  updateAudited,
} from '../platform';
import type { Administrator } from './account.models';
import { endingAccess, isErased, SEALED_MODELS, signInAccountOf } from './account-kinds';
import { hashPassword } from './password';
import type { PersonRef } from './schema-plugins';

/** How long "this wasn't me" works (docs/RULES.md, Who may enter "Passwords"). */
export const NOTICE_MS = 7 * 86_400_000;

/** A mailed "this wasn't me": the hash of its token, and whose account it secures. */
export interface ChangeNotice {
  _id: string;
  kind: PersonRef['kind'];
  id: number;
  expiresAt: Date;
  to?: string;
}

export const ChangeNoticeModel = plainModel<ChangeNotice>('ChangeNotice', 'changeNotices', String, [
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
  [{ kind: 1, id: 1 }],
]);

/** Who reads the database can't use a token. */
export const idOfToken = (token: string) => hash('sha256', token, 'base64url');

/** Makes a "this wasn't me" for the mail to `to`. @param at when the change was made @returns its address */
export async function makeDenial({ kind, id }: PersonRef, to: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + NOTICE_MS);
  await ChangeNoticeModel.create({ _id: idOfToken(token), kind, id, expiresAt, to });
  return `${domainConfig().publicUrl ?? ''}/not-me?token=${token}`;
}

/** Removes mails to somebody who was erased since, and every "this wasn't me". */
export async function removeNotices(kind: AccountKind, id: number): Promise<void> {
  await MailModel.deleteMany({ 'owner.kind': kind, 'owner.id': id });
  await ChangeNoticeModel.deleteMany({ kind, id } as object);
}

type ChangeMail = Record<'to' | 'mailID', string> & { what: NoticedChange; at: Date; details?: string };

/** Stores the mail about a change to the address of before; the token of one that is stored already is nobody's. */
export async function storeChangeNotice(
  { kind, id }: PersonRef,
  { to, what, at, mailID, details = '' }: ChangeMail,
): Promise<void> {
  const denialUrl = NOTICED_CHANGES[what].mayDeny ? await makeDenial({ kind, id }, to, at) : undefined;
  const given = { what, details, denialUrl };
  await storeMail(mailOf('password-changed', { to, whose: { kind, id } }, given), mailID);
  // Erased since the change: the mail would stay.
  if (kind !== 'administrator' && (await isErased(kind, id))) await removeNotices(kind, id);
}

/** A change of an account whose mail is not stored yet: part of the write that makes it, so that no crash separates the two. */
export interface PendingNotice {
  noticeID: string;
  at: Date;
  to: string | string[];
  /** Missing: the password. */
  what?: NoticedChange;
  details?: string;
}

type Account = Pick<Administrator, 'emailAddress' | 'status' | 'sessionVersion'> & {
  passwordNotice?: PendingNotice;
};

type ChangedAccount = Pick<Account, 'status' | 'sessionVersion'>;

interface NewChange {
  what: NoticedChange;
  update: UpdateQuery<object>;
  expected?: object | undefined;
  entry: ChangeEntry;
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
  by: By,
  { what, update, expected = {}, entry, to, details }: NewChange,
): Promise<ChangedAccount | undefined> {
  const { model, query } = signInAccountOf(person);
  const audited = { ...by, ...entry, subject: { type: person.kind, id: person.id } };
  for (;;) {
    const before = await model.findOne({ ...query, ...expected }, FIELDS).lean<Account>();
    if (!before) return undefined;
    // What another change has left, or is about to store, would be overwritten.
    if (before.passwordNotice) await storeNotice(person, before.passwordNotice);
    const { emailAddress } = before;
    const passwordNotice = pendingNotice({ what, to: to ?? emailAddress, ...(details && { details }) });
    const asRead = { ...query, ...expected, emailAddress, passwordNotice: { $exists: false } };
    const noticed = { ...update, $set: { ...update.$set, passwordNotice } };
    const after = await updateAudited<Account>(model, asRead, noticed, audited);
    if (!after) continue;
    await storeNotice(person, passwordNotice);
    return after;
  }
}

/**
 * Stores the mails of a change, whose ids are the notice's, and takes the notice from the account. Safe to repeat and to
 * race with itself.
 */
export async function storeNotice(
  person: PersonRef,
  { noticeID, to, what = 'password-changed', ...notice }: PendingNotice,
): Promise<void> {
  for (const [index, address] of [to].flat().entries()) {
    const mailID = `${what}.${noticeID}${index > 0 ? `.${index}` : ''}`;
    await storeChangeNotice(person, { ...notice, to: address, what, mailID });
  }
  const { model, query } = signInAccountOf(person);
  await model.updateOne({ ...query, 'passwordNotice.noticeID': noticeID }, { $unset: { passwordNotice: 1 } });
}

const STEP = 100;

/** Stores the mails of changes whose process died after them. @returns how many */
export async function storeForgottenNotices(): Promise<number> {
  let stored = 0;
  for (const kind of ['affiliate', 'administrator'] as const) {
    const { model, idField } = SEALED_MODELS[kind];
    const left = await model
      .find({ 'passwordNotice.at': { $exists: true } }, { [idField]: 1, passwordNotice: 1 })
      .limit(STEP)
      .lean<(Required<Pick<Account, 'passwordNotice'>> & Record<string, unknown>)[]>();
    for (const account of left)
      await storeNotice({ kind, id: Number(account[idField]) }, account.passwordNotice);
    stored += left.length;
  }
  return stored;
}

/**
 * Sets somebody's password, with the fields `set`, and ends every session and API key of theirs. @returns as makeNoticedChange
 * @throws AppError unavailable while too many passwords wait to be hashed
 */
export async function setPassword(
  person: PersonRef,
  password: string,
  by: By,
  { expected, entry, set }: { expected?: object; entry: ChangeEntry; set?: object },
): Promise<ChangedAccount | undefined> {
  const passwordHash = await hashPassword(password, { isReserved: true });
  const update = { $set: { ...set, passwordHash }, $inc: endingAccess(person) };
  return makeNoticedChange(person, by, { what: 'password-changed', update, entry, expected });
}

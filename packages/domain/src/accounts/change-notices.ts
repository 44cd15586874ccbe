import { hash, randomBytes } from 'node:crypto';
import type { AccountKind } from '@partnerdesk/contracts';
import {
  domainConfig,
  MailModel,
  mailOf,
  NOTICED_CHANGES,
  type NoticedChange,
  plainModel,
  storeMail,
} from '../platform';
import type { PersonRef } from './access-changes';
import { isErased } from './account-kinds';

/** How long "this wasn't me" works (docs/RULES.md, Who may enter "Passwords"). */
export const NOTICE_MS = 7 * 86_400_000;

/** A mailed "this wasn't me": the hash of its token, and whose account it secures. */
export interface ChangeNotice {
  _id: string;
  kind: PersonRef['kind'];
  id: number;
  expiresAt: Date;
  /** The address that the account had before the change. */
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

/** Removes mails about somebody who was erased since, and every "this wasn't me". */
export async function removeNotices(
  kind: AccountKind,
  id: number,
  mailIDs: readonly string[],
): Promise<void> {
  await MailModel.deleteMany({ _id: { $in: mailIDs } });
  await ChangeNoticeModel.deleteMany({ kind, id } as object);
}

export interface ChangeMail {
  /** The address that the account had before. */
  to: string;
  what: NoticedChange;
  at: Date;
  /** The same one again is the same mail. */
  mailID: string;
  details?: string;
}

/**
 * Stores the mail about a change of an account, with a "this wasn't me" (docs/RULES.md, Who may enter "Passwords"); the
 * token of a mail that is stored already is nobody's. @returns mailID
 */
export async function storeChangeNotice(
  { kind, id }: PersonRef,
  { to, what, at, mailID, details = '' }: ChangeMail,
): Promise<string> {
  const denialUrl = NOTICED_CHANGES[what].mayDeny ? await makeDenial({ kind, id }, to, at) : undefined;
  const given = { what, details, denialUrl };
  await storeMail(mailOf('password-changed', { to, whose: { kind, id } }, given), mailID);
  // Erased since the change: the mail would stay.
  if (kind !== 'administrator' && (await isErased(kind, id))) await removeNotices(kind, id, [mailID]);
  return mailID;
}

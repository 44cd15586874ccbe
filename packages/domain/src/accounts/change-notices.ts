import { createHash, randomBytes } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { domainConfig, storeMail } from '../platform';
import type { PersonRef } from './access-changes';

/** How long "this wasn't me" works (docs/RULES.md, Who may enter "Passwords"). */
export const NOTICE_MS = 7 * 86_400_000;

/** A mailed "this wasn't me": the hash of its token, and whose account it secures. */
export interface ChangeNotice {
  _id: string;
  kind: PersonRef['kind'];
  id: number;
  /** NOTICE_MS after the change. */
  expiresAt: Date;
  /** The address that the account had before the change. */
  to?: string;
}

const changeNoticeSchema = new Schema<ChangeNotice>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    id: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    to: String,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'changeNotices' },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ kind: 1, id: 1 });
export const ChangeNoticeModel = model('ChangeNotice', changeNoticeSchema);

/** What is stored of a token: who reads the database can't use it. */
export const idOfNotice = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A way to say "this wasn't me", to be mailed to `to`. @param at when the change was made @returns its address */
export async function makeDenial({ kind, id }: PersonRef, to: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + NOTICE_MS);
  await ChangeNoticeModel.create({ _id: idOfNotice(token), kind, id, expiresAt, to });
  return `${domainConfig().publicUrl ?? ''}/not-me?token=${token}`;
}

/** Changes of an account that its owner hears of, and how their mails say so. */
const CHANGES = {
  'password-changed': 'Your password has been changed',
  'email-entered': 'A new email has been entered',
  'email-changed': 'Your email has been changed',
  'factor-added': 'A second factor has been added',
  'factor-removed': 'A second factor has been removed',
  'factor-reset': 'Your second factor has been reset',
  'recovery-codes-made': 'New recovery codes have been made',
  'api-key-made': 'An API key has been made',
  'account-secured': 'The account has been secured',
  'office-access': 'Access to the office has changed',
} as const;
export type NoticedChange = keyof typeof CHANGES;

/** A change of an account, for the mail about it. */
export interface ChangeMail {
  /** The address that the account had before. */
  to: string;
  what: NoticedChange;
  at: Date;
  /** Of the change: the same one again is the same mail. */
  mailID: string;
  /** What was done, in sentences. */
  details?: string;
}

/**
 * Stores the mail about a change of an account, with a way to say "this wasn't me" (docs/RULES.md, Who may enter
 * "Passwords"). Each has a token of its own; that of a mail that is stored already is nobody's. @returns mailID
 */
export async function storeChangeNotice(
  { kind, id }: PersonRef,
  { to, what, at, mailID, details = '' }: ChangeMail,
): Promise<string> {
  const mail = { kind: 'password-changed' as const, to, owner: { kind, id }, subject: CHANGES[what] };
  if (what === 'account-secured') return storeMail({ ...mail, text: securedText(details) }, mailID);
  if (what === 'office-access') return storeMail({ ...mail, text: accessText(details) }, mailID);
  const text = `This has just happened in your account: ${CHANGES[what]}.

If it was you, there is nothing to do. This wasn't me: secure the account, within a week:
${await makeDenial({ kind, id }, to, at)}

It makes the password void, signs everybody out and ends every API key.
`;
  return storeMail({ ...mail, text }, mailID);
}

/** The intruder may read it too: nothing in it opens or changes anything. */
function securedText(details: string): string {
  const { publicUrl = '' } = domainConfig();
  return `Somebody has used “This wasn’t me” of a mail that we sent about a change of this account.

${details}

Set a new password: ${publicUrl}/restore-password
If it wasn't you: ${publicUrl}/contact
`;
}

/** To those who manage administrators. */
function accessText(details: string): string {
  return `${details}

If nobody of you wanted this, close the account of who did it, and end their sessions:
${domainConfig().publicUrl ?? ''}/administrators
`;
}

import { createHash, randomBytes } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { domainConfig } from '../config';
import { storeMail } from '../mail/mails';
import type { PersonRef } from './access-changes';

/** How long "this wasn't me" works (docs/RULES.md, Who may enter "Passwords"). */
export const NOTICE_MS = 7 * 86_400_000;

/** A mailed "this wasn't me": the hash of its token, and whose sessions it ends. */
export interface ChangeNotice {
  _id: string;
  kind: PersonRef['kind'];
  id: number;
  expiresAt: Date;
}

const changeNoticeSchema = new Schema<ChangeNotice>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    id: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'changeNotices' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
export const ChangeNoticeModel = model('ChangeNotice', changeNoticeSchema);

/** What is stored of a token: who reads the database can't use it. */
export const idOfNotice = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Stores the mail that a password or an email was changed, with a way to say "this wasn't me" (docs/RULES.md, Who may
 * enter "Passwords"). Each has a token of its own; that of a mail that is stored already is nobody's.
 * @param notice `to`: the address that the account had before; `mailID`: of the change, the same one again is the same mail
 * @returns mailID
 */
export async function storeChangeNotice(
  { kind, id }: PersonRef,
  { to, what, mailID }: { to: string; what: 'password' | 'email'; mailID: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + NOTICE_MS);
  await ChangeNoticeModel.create({ _id: idOfNotice(token), kind, id, expiresAt });
  const mail = {
    kind: 'password-changed' as const,
    to,
    owner: { kind, id },
    subject: `Your ${what} has been changed`,
    text: `The ${what} of your account has just been changed.

If it was you, there is nothing to do. This wasn't me: sign out everywhere, within a week:
${domainConfig().publicUrl ?? ''}/not-me?token=${token}

Then set a new password, or write to us if you can't.
`,
  };
  return storeMail(mail, mailID);
}

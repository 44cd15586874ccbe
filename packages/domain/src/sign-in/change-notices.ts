import { createHash, randomBytes } from 'node:crypto';
import { model, Schema } from 'mongoose';
import type { PersonRef } from '../accounts/access-changes';
import { type By, SYSTEM_ACTOR } from '../audit/audit';
import { endSessions } from './end-sessions';

/** How long "this wasn't me" works (docs/RULES.md, Who may enter "Passwords"). */
export const NOTICE_MS = 7 * 86_400_000;

/** A mailed "this wasn't me": the hash of its token, and whose sessions it ends. */
interface ChangeNotice {
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

const idOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A token for the mail about a changed password or email. */
export async function makeChangeNotice({ kind, id }: PersonRef): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + NOTICE_MS);
  await ChangeNoticeModel.create({ _id: idOfToken(token), kind, id, expiresAt });
  return token;
}

/** "This wasn't me": ends every session of the account. @returns whether the token was good; it works once */
export async function denyChange(token: string, origin: Omit<By, 'actor'>): Promise<boolean> {
  const notice = await ChangeNoticeModel.findOneAndDelete({ _id: idOfToken(token) }).lean<ChangeNotice>();
  if (!notice || notice.expiresAt.getTime() <= Date.now()) return false;
  await endSessions(notice, { ...origin, actor: SYSTEM_ACTOR });
  return true;
}

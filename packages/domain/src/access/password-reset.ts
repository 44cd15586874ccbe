import { randomBytes } from 'node:crypto';
import {
  type Administrator,
  checkNewPasswordOrThrow,
  emailKeyOf,
  emailTaken,
  findByEmail,
  idOfToken,
  isConfirmed,
  isOpenStatus,
  type PersonRef,
  setPassword,
  signInAccountOf,
} from '../accounts';
import { type By, plainModel, VISITOR } from '../platform';

/** How long a link of a reset mail works (docs/RULES.md, Accounts and access). */
const RESET_MS = 3_600_000;
/** How long the link of an invitation works (docs/RULES.md, Who may enter). */
const INVITATION_MS = 72 * 3_600_000;

/** A token that was mailed: its hash only, so that who reads the database can't use it. */
interface ResetToken {
  /** SHA-256 of the token, base64url. */
  _id: string;
  kind: PersonRef['kind'];
  id: number;
  /** The account's when the token was made: a later password, or a used token, makes it worthless. */
  sessionVersion: number;
  /** The account's when the token was made: what was mailed to a former email is worthless. */
  emailKey?: string;
  expiresAt: Date;
}

export const ResetTokenModel = plainModel<ResetToken>('ResetToken', 'resetTokens', String, [
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
  [{ kind: 1, id: 1 }],
]);

/** Makes a one-time token for the account of an email; null: none, a closed one, or one whose invitation is not accepted. */
export async function makeResetToken(
  emailAddress: string,
): Promise<{ token: string; owner: PersonRef; emailAddress: string } | null> {
  const found = await findByEmail(emailAddress);
  if (!found || !isOpenStatus(found.principal.affStatus)) return null;
  const { kind, id, sessionVersion, emailAddress: to } = found.principal;
  if (kind === 'administrator' && !found.passwordHash) return null;
  const person = { kind, id, sessionVersion, emailKey: emailKeyOf(emailAddress) };
  return { token: await makeToken(person, RESET_MS), owner: { kind, id }, emailAddress: to };
}

/** A one-time token by which somebody who was invited to the office sets their first password. */
export function makeInvitation({ adminID, sessionVersion, emailKey }: Administrator): Promise<string> {
  return makeToken({ kind: 'administrator', id: adminID, sessionVersion, emailKey }, INVITATION_MS);
}

async function makeToken(person: Omit<ResetToken, '_id' | 'expiresAt'>, validMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + validMs);
  await ResetTokenModel.create({ _id: idOfToken(token), ...person, expiresAt });
  return token;
}

/**
 * Sets the password that a token stands for and ends every session of its account, in one write that expects the version
 * and the email of the token: of two who use it at once, one succeeds, and no crash leaves it half used.
 * @returns null for a token that is unknown, used, too old, or was mailed to a former email
 * @throws AppError invalid_input for a password that breaks the rules; conflict when an affiliate has confirmed the email
 *   of who accepts an invitation; the token stays good
 */
export async function resetPassword(
  token: string,
  password: string,
  origin: Omit<By, 'actor'>,
): Promise<{ affStatus: number; emailAddress: string } | null> {
  const found = await ResetTokenModel.findById(idOfToken(token)).lean<ResetToken>();
  if (!found || found.expiresAt.getTime() <= Date.now()) return null;
  const { kind, id, sessionVersion, emailKey } = found;
  const { model, query } = signInAccountOf({ kind, id });
  const account = await model
    .findOne(query, { emailAddress: 1, emailKey: 1, firstName: 1, lastName: 1, passwordHash: 1 })
    .lean<Administrator & { lastName?: string }>();
  const accepts = kind === 'administrator' && account && !account.passwordHash;
  if (accepts && (await isConfirmed(account.emailKey))) throw emailTaken();
  const who = kind === 'administrator' ? 'office' : 'others';
  checkNewPasswordOrThrow('Password', password, who, account ?? {});
  const by = { ...origin, actor: VISITOR };
  const set = await setPassword({ kind, id }, password, by, {
    expected: { sessionVersion, ...(emailKey !== undefined && { emailKey }) },
    // Who has the link reads what is mailed there.
    ...(kind === 'affiliate' && { set: { emailUnconfirmed: false } }),
    entry: { action: 'password.reset' },
  });
  await ResetTokenModel.deleteOne({ _id: found._id });
  return set && account ? { affStatus: set.status, emailAddress: account.emailAddress } : null;
}

import { randomUUID } from 'node:crypto';
import {
  ACCOUNT_KIND_NAMES,
  type AccountKind,
  DAILY_DIGEST,
  isSignInKind,
  NOTICE_TEXT,
  NOTICES,
  type Notice,
  type SignInKind,
} from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { ignoreDuplicates } from '../collections';
import { domainConfig } from '../config';
import { decryptField, encryptField } from '../crypto/field-encryption';
import { Listeners } from '../listeners';
import {
  MAIL_KINDS,
  MAILS,
  type MailGiven,
  type MailInfo,
  type MailKind,
  type MailOwner,
} from './mail-table';

/**
 * How far a mail is. `handed-over` begins before the last byte goes to the mail server: found after a crash it is not sent
 * again but marked `unsure`, since the server may have it. `failed`: every try failed, and the office may have it tried again.
 */
const MAIL_STATES = ['waiting', 'sending', 'handed-over', 'sent', 'unsure', 'failed', 'outbox'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** How long mails that were sent or given up are kept; what is still to be tried stays, however old (docs/RULES.md, Mails). */
const KEPT_S = 90 * 86_400;

const mailSchema = new Schema(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    to: { type: String, required: true },
    replyTo: String,
    subject: { type: String, required: true },
    /** Of mails that can be switched off: whose it is, and which. */
    about: { type: new Schema({ kind: String, id: Number, notice: String }, { _id: false }) },
    /** Of others: whose it is. Missing: a visitor's. */
    owner: { type: new Schema({ kind: String, id: Number }, { _id: false }) },
    /** Encrypted, since it may hold a one-time link; removed once the mail is sent. */
    textEncrypted: String,
    state: { type: String, enum: MAIL_STATES, default: 'waiting' },
    /** Raised with every try; one that was overtaken by another may not hand over. */
    attempts: { type: Number, default: 0 },
    lastError: String,
    createdAt: { type: Date, required: true },
    sentAt: Date,
    /** When it failed, or nobody knew any more whether it was sent. */
    givenUpAt: Date,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'mails' },
)
  .index({ state: 1, createdAt: -1 })
  .index({ sentAt: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ givenUpAt: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ 'owner.id': 1, 'owner.kind': 1 }, { partialFilterExpression: { 'owner.id': { $exists: true } } })
  .index({ 'about.id': 1, 'about.kind': 1 }, { partialFilterExpression: { 'about.id': { $exists: true } } })
  .index({ to: 1 })
  .index({ replyTo: 1 }, { partialFilterExpression: { replyTo: { $exists: true } } });

export type StoredMail = InferSchemaType<typeof mailSchema>;
export const MailModel = model('Mail', mailSchema);

const UNSENT: MailState[] = ['waiting', 'sending', 'handed-over'];
const MAX_UNSENT = 1000;

export interface NewMail {
  kind: MailKind;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** Of one that can be switched off: whose it is, and which. */
  about?: NoticeRef;
  /** Of others: whose it is, to whatever address it goes. */
  owner?: { kind: AccountKind | 'administrator'; id: number };
}

interface Addressed<Kind extends MailKind> {
  to: string;
  replyTo?: string;
  /** Missing: a visitor's. */
  whose?: { kind: MailOwner<Kind>; id: number } | undefined;
}

/** A mail to somebody, which they can switch off if there is a setting for it and they sign in. */
export function mailOf<Kind extends MailKind>(
  kind: Kind,
  { whose, ...addresses }: Addressed<Kind>,
  given: MailGiven<Kind>,
): NewMail {
  const { notice, subject, text }: MailInfo = MAILS[kind];
  const about =
    notice && whose && signsIn(whose.kind) ? { kind: whose.kind, id: whose.id, notice } : undefined;
  return {
    kind,
    ...addresses,
    ...(about ? { about } : whose && { owner: whose }),
    subject: subject(given as never),
    text: text(given as never, domainConfig().publicUrl ?? '') + (about ? switchOffText(about) : ''),
  };
}

export const mailContext = (mailID: string) => `mail:${mailID}:text`;

const listeners = new Listeners<[{ mailID: string; awaited: boolean }], unknown>();

/**
 * Subscribes to mails that this process has stored, to have them sent at once; a sweep of the worker finds those that lost
 * their job. Storing goes on when every listener has ended. @returns unsubscribe
 */
export const onMailStored: typeof listeners.add = (listener) => listeners.add(listener);

/** Stores a mail, to be sent. @param _id of one that belongs to something stored: the same again is the same mail @returns mailID */
export async function storeMail({ text, ...mail }: NewMail, _id: string = randomUUID()): Promise<string> {
  const textEncrypted = encryptField(text, mailContext(_id));
  await ignoreDuplicates(MailModel.create({ ...mail, _id, textEncrypted, createdAt: new Date() }));
  await Promise.all(listeners.notify({ mailID: _id, awaited: MAILS[mail.kind].awaited }));
  return _id;
}

/** A stored mail, as it is sent. */
export type Mail = ReturnType<typeof readMail>;

function readMail({ _id: mailID, attempts: attempt, textEncrypted, replyTo, about, ...stored }: StoredMail) {
  const { kind, to, subject, state, createdAt } = stored;
  const text = textEncrypted ? decryptField(textEncrypted, mailContext(mailID)) : '';
  return {
    mailID,
    attempt,
    kind,
    to,
    subject,
    text,
    state,
    createdAt,
    ...(replyTo && { replyTo }),
    // Where a mail program switches mails of this kind off by one click (RFC 8058).
    ...(about && { unsubscribeUrl: unsubscribeUrl(about as NoticeRef) }),
  };
}

/** Takes a mail to send it, also one that another try took and has not handed over. null: it is sent, or may have been. */
export async function claimMail(mailID: string): Promise<Mail | null> {
  const stored = await MailModel.findOneAndUpdate(
    { _id: mailID, state: { $in: ['waiting', 'sending'] } },
    { $set: { state: 'sending' }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredMail>();
  return stored && readMail(stored);
}

type NewState = { state: MailState; lastError?: string; givenUpAt?: Date };

/** Moves a mail on from one of these states; a try, only its own. @returns whether it was so */
async function move(
  { mailID, attempt }: { mailID: string; attempt?: number },
  from: MailState[],
  $set: NewState,
): Promise<boolean> {
  const own = attempt === undefined ? {} : { attempts: attempt };
  const { matchedCount } = await MailModel.updateOne({ _id: mailID, state: { $in: from }, ...own }, { $set });
  return matchedCount > 0;
}

/**
 * Notes that the mail server is about to have the whole mail: from here it is never tried again.
 * @throws Error when another try has taken the mail over: this one must break off
 */
export async function markHandedOver(mail: Mail): Promise<void> {
  if (!(await move(mail, ['sending'], { state: 'handed-over' })))
    throw new Error('another try has taken this mail over');
}

/** Notes that the mail server has it; its content is forgotten. */
export async function markSent({ mailID }: Pick<Mail, 'mailID'>): Promise<void> {
  await MailModel.updateOne(
    { _id: mailID },
    { $set: { state: 'sent', sentAt: new Date() }, $unset: { textEncrypted: 1, lastError: 1 } },
  );
}

/** Notes that the mail server does not have it, for sure: the next try may take it. */
export async function markNotSent(mail: Mail, lastError: string): Promise<void> {
  await move(mail, ['sending', 'handed-over'], { state: 'waiting', lastError });
}

/** Notes that nobody knows whether the mail server has it. @returns false when that was not so */
export const markDeliveryUnknown = (mailID: string): Promise<boolean> =>
  move({ mailID }, ['handed-over'], { state: 'unsure', givenUpAt: new Date() });

/** Puts a mail into the outbox of development, to be read in the browser. */
export async function putIntoOutbox({ mailID }: Mail): Promise<void> {
  await MailModel.updateOne({ _id: mailID }, { $set: { state: 'outbox', sentAt: new Date() } });
}

export async function listOutbox(limit: number): Promise<Mail[]> {
  const stored = await MailModel.find({ state: 'outbox' })
    .sort({ createdAt: -1 })
    .limit(limit)
    .lean<StoredMail[]>();
  return stored.map(readMail);
}

/** Notes that no further try will be made. One that the mail server may have keeps its state. */
export async function markFailed(mailID: string): Promise<void> {
  await move({ mailID }, ['waiting', 'sending'], { state: 'failed', givenUpAt: new Date() });
}

/**
 * Mails stored longer ago than `ageMs` that are neither sent nor given up: their job may be lost. First those that somebody
 * waits for, then those made in bulk; of each up to MAX_UNSENT, oldest first.
 */
export async function unsentMails(ageMs: number): Promise<{ mailID: string; awaited: boolean }[]> {
  const before = new Date(Date.now() - ageMs);
  const find = async (awaited: boolean) => {
    const ofKind = { kind: { $in: MAIL_KINDS.filter((kind) => MAILS[kind].awaited === awaited) } };
    const stored = await MailModel.find({ state: { $in: UNSENT }, createdAt: { $lt: before }, ...ofKind })
      .sort({ createdAt: 1 })
      .limit(MAX_UNSENT)
      .lean<StoredMail[]>();
    return stored.map(({ _id: mailID }) => ({ mailID, awaited }));
  };
  return [...(await find(true)), ...(await find(false))];
}

export interface NoticeRef {
  kind: SignInKind | 'administrator';
  id: number;
  notice: Notice | typeof DAILY_DIGEST;
}

const SIGNING_IN: readonly string[] = ['administrator', ...ACCOUNT_KIND_NAMES.filter(isSignInKind)];
export const signsIn = (kind = ''): kind is NoticeRef['kind'] => SIGNING_IN.includes(kind);

const CONTEXT = 'unsubscribe';
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The address that switches one kind of mail off for one person. */
export function unsubscribeUrl({ kind, id, notice }: NoticeRef): string {
  const token = encryptField(`${kind}:${id}:${notice}`, CONTEXT);
  return `${domainConfig().publicUrl ?? ''}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
}

/** What the token of such an address stands for; undefined: nothing, or its key is not in use any more. */
export function readUnsubscribeToken(token: string): NoticeRef | undefined {
  try {
    const [kind, id, notice] = decryptField(token, CONTEXT).split(':');
    const known: readonly string[] = [...NOTICES, DAILY_DIGEST];
    if (!signsIn(kind) || !known.includes(notice ?? '')) return undefined;
    return { kind, id: Number(id), notice: notice as NoticeRef['notice'] };
  } catch {
    return undefined;
  }
}

const switchOffText = (ref: NoticeRef): string => `
--
You get this because "${NOTICE_TEXT[ref.notice]}" is switched on. To switch it off:
${unsubscribeUrl(ref)}
`;

import { AppError, MESSAGE } from '@partnerdesk/contracts';
import {
  type Affiliate,
  type ChangeNotice,
  ChangeNoticeModel,
  completenessOf,
  emailKeyOf,
  endingAccess,
  type FormerEmail,
  idOfToken,
  makeNoticedChange,
  NO_PAYMENT_DETAILS,
  NOTICE_MS,
  PaymentChangeModel,
  planChange,
  reseal,
  signInAccountOf,
  takeEmail,
  VOID_PASSWORD,
} from '../accounts';
import { type By, VISITOR } from '../platform';
import { storeForgottenKeyMails } from './api-keys';

/** Switches off what else was set up in an affiliate's account since a moment. @returns what that means, in sentences */
export type EndSince = (affID: number, since: Date, by: By) => Promise<string[]>;

const ALWAYS = 'The password is void, everybody is signed out, and all API keys have ended.';

/** Saves that lost a race are made again on top of it, so often at most. */
const TRIES = 5;

/**
 * "This wasn't me" (docs/RULES.md, Who may enter "Passwords"). The link works once; those mailed about later changes end
 * with it, since an intruder may have got them. Killed at any write, it can be used again.
 * @param restore whether the email becomes the one that the link was mailed to, and payment details go that somebody has
 *   entered in the account since
 * @param endSince for what modules that build on this one have set up; may be called again
 * @returns what was done, in sentences; null: the token is unknown, used or too old
 * @throws AppError conflict when the account is being changed all the time; the link stays good
 */
export async function denyChange(
  token: string,
  restore: boolean,
  origin: Omit<By, 'actor'>,
  endSince: EndSince,
): Promise<string | null> {
  const notice = await ChangeNoticeModel.findById(idOfToken(token)).lean<ChangeNotice>();
  if (!notice || notice.expiresAt.getTime() <= Date.now()) return null;
  const { _id, kind, id, expiresAt } = notice;
  const endLater = () =>
    ChangeNoticeModel.deleteMany({ kind, id, expiresAt: { $gte: expiresAt }, _id: { $ne: _id } });
  await endLater();
  const done = await secure(notice, restore, origin, endSince);
  if (kind === 'affiliate') await storeForgottenKeyMails({ affID: id });
  // Changes that came in between, or whose mail a dead process had left, have links by now.
  await endLater();
  await ChangeNoticeModel.deleteOne({ _id });
  return done;
}

async function secure(
  notice: ChangeNotice,
  restore: boolean,
  origin: Omit<By, 'actor'>,
  endSince: EndSince,
): Promise<string | null> {
  const { kind, id } = notice;
  const by: By = { ...origin, actor: VISITOR };
  const end = async () => (kind === 'affiliate' ? endSince(id, changedAt(notice), by) : []);
  const ended: string[] = [];
  const { model, query } = signInAccountOf(notice);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    // An administrator's is never erased, and of it nothing is restored.
    const account = await model.findOne(query, { _id: 0 }).lean<Affiliate>();
    if (!account || account.erasingAt) return null;
    const { emailAddress } = account;
    const { set, expected, restored, seals, sentences } = await securingOf(notice, account, restore);
    ended.push(...(await end()));
    const details = [ALWAYS, ...sentences, ...ended].join(' ');
    const changed = await makeNoticedChange({ kind, id }, by, {
      what: 'account-secured',
      update: {
        $set: { ...set, passwordHash: VOID_PASSWORD },
        $inc: { ...endingAccess({ kind }), ...('version' in expected && { version: 1 }) },
      },
      expected: { ...expected, emailAddress },
      entry: {
        action: 'account.secured',
        before: { emailAddress },
        after: { emailAddress, ...restored },
        ...(seals && { seals }),
      },
      to: addressesOf(emailAddress, notice.to),
      details,
    });
    if (!changed) continue;
    // Until then an intruder was signed in, who may have set it up again.
    await end();
    return details;
  }
  // The link stays: nothing was secured.
  throw new AppError('conflict', MESSAGE.genericError);
}

const changedAt = ({ expiresAt }: ChangeNotice) => new Date(expiresAt.getTime() - NOTICE_MS);

/** The present address, and the one that the link was mailed to. */
const addressesOf = (present: string, mailedTo = present) =>
  emailKeyOf(present) === emailKeyOf(mailedTo) ? [present] : [mailedTo, present];

/** What is written into a secured account, what of it is restored, and what that means, in sentences. */
async function securingOf(notice: ChangeNotice, account: Affiliate, restore: boolean) {
  if (notice.kind !== 'affiliate')
    return { set: {}, seals: undefined, expected: {}, restored: {}, sentences: [] };
  const since = changedAt(notice);
  const email = restore ? await formerEmail(notice, account) : undefined;
  const payment = restore && (await wasEnteredSince(account, since));
  const emailAddress = email?.emailAddress ?? account.emailAddress;
  const set = {
    ...email,
    ...(payment && { ...NO_PAYMENT_DETAILS, ...completenessOf(NO_PAYMENT_DETAILS.paymentType) }),
  };
  const actor = { kind: 'affiliate', id: notice.id, emailAddress } as const;
  // The address that goes is no former one of the person: it gets no further mails.
  const change = await planChange('affiliate', notice.id, { ...account, emailAddress }, set, { actor });
  const formerEmails = ((account.formerEmails ?? []) as FormerEmail[]).filter(({ until }) => until < since);
  const { set: sealed, seals } = reseal('affiliate', notice.id, account, { ...set, ...change });
  return {
    set: { ...set, ...change, ...(email && { formerEmails }), ...sealed },
    seals,
    expected: { version: account.version },
    restored: { ...(email && { emailAddress }), ...(payment && { paymentType: 0 }) },
    sentences: [
      ...(email ? [`The email is ${emailAddress} again.`] : []),
      ...(payment ? ['The payment details that had been entered are removed.'] : []),
    ],
  };
}

/** The email that the link was mailed to, unless the account has it, or another one has it by now. */
async function formerEmail({ to, id }: ChangeNotice, { emailKey }: Affiliate) {
  if (to === undefined || emailKeyOf(to) === emailKey) return undefined;
  if (!(await takeEmail(to, 'affiliate', id))) return undefined;
  return { emailAddress: to, emailKey: emailKeyOf(to) };
}

/** Whether the payment details are what somebody has entered in the account since; support changes them back itself. */
async function wasEnteredSince(
  { affID, paymentType, paymentChangedAt }: Affiliate,
  since: Date,
): Promise<boolean> {
  if (paymentType === 0 || !paymentChangedAt || paymentChangedAt < since) return false;
  const last = await PaymentChangeModel.findOne({ kind: 'affiliate', personID: affID })
    .sort({ at: -1 })
    .lean();
  return last?.origin === 'affiliate' && last.before?.paymentType === 0;
}

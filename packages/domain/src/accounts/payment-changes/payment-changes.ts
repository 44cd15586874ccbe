import {
  isSignInKind,
  type MaskedDetails,
  PAID_KINDS,
  type PaidKind,
  type PaymentChangeOrigin,
  type SignInKind,
} from '@partnerdesk/contracts';
import {
  canonicalJson,
  domainConfig,
  ignoreDuplicates,
  isSealOf,
  mailOf,
  type NewMail,
  plainModel,
  sealedNumber,
  sealOf,
  storeMail,
} from '../../platform';
import { ACCOUNT_KIND_INFO, accountsById, isErased } from '../account-kinds';
import { detailsText, maskedDetailsOf } from '../masked-numbers';
import { storeConfirmationMail } from '../new-email';
import { makeDenial, removeNotices, storeChangeNotice } from '../noticed-changes';
import type { PaymentFields } from '../payment-fields';
import { sealsOf } from '../seals';

/** Written once, never changed. */
export interface PaymentChange {
  /** `affiliate:12:7`: with the version of the record that the change made. */
  _id: string;
  kind: PaidKind;
  personID: number;
  at: Date;
  origin: PaymentChangeOrigin;
  by: string;
  /** Missing: the person was added with these details. */
  before?: MaskedDetails;
  after: MaskedDetails;
  /** In words: masked, old and new may look the same. Missing in older records. */
  changed?: string[];
  /** Seals of the details that the change left, and of this record. */
  payment: string;
  seal: string;
}

/** What is sealed of a change: of the details, masked as they are, keyed digests. */
export const provenChange = ({ before, after, ...change }: Omit<PaymentChange, 'seal'>, keyID: string) => ({
  ...change,
  before: before && sealedNumber(canonicalJson(before), keyID),
  after: sealedNumber(canonicalJson(after), keyID),
});

export const sealedChange = (change: Omit<PaymentChange, 'seal'>): PaymentChange => ({
  ...change,
  seal: sealOf(change._id, 'change', (keyID) => provenChange(change, keyID)),
});

export const isProvenChange = ({ seal, ...change }: PaymentChange): boolean =>
  isSealOf(seal, change._id, 'change', (keyID) => provenChange(change, keyID));

/** Part of the record's own write, so that no crash separates the two. */
export interface PendingChange extends Omit<PaymentChange, '_id' | 'kind' | 'personID'> {
  changeID: string;
  mailTo: string[];
}

export const changeOfPending = (
  kind: PaidKind,
  personID: number,
  { changeID, mailTo: _, ...change }: PendingChange,
): PaymentChange => ({ ...change, _id: changeID, kind, personID });

/** A change of the email whose mails are not stored yet. */
export interface PendingEmailChange {
  changeID: string;
  at: Date;
  to: string;
  /** To be confirmed first; missing: it is the account's. */
  confirms?: string;
}

export const PaymentChangeModel = plainModel<PaymentChange>('PaymentChange', 'paymentChanges', String, [
  [{ kind: 1, personID: 1, at: -1 }],
]);

type Unfinished = Partial<Record<'paymentChange' | 'emailChange', unknown>>;

/**
 * Stores the record and the mails of the changes that a save left with the account, each under the change's id, and takes
 * them from there. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 */
export async function finishChanges(
  kind: PaidKind,
  personID: number,
  { paymentChange, emailChange }: Unfinished,
): Promise<string[]> {
  const mailIDs = [
    ...(await finishPaymentChange(kind, personID, paymentChange)),
    ...(isSignInKind(kind) ? await finishEmailChange(kind, personID, emailChange) : []),
  ];
  if (!(paymentChange || emailChange) || !(await isErased(kind, personID))) return mailIDs;
  // Erased since the save: what it was about would stay.
  await PaymentChangeModel.deleteMany({ kind, personID });
  await removeNotices(kind, personID, mailIDs);
  return [];
}

async function finishPaymentChange(kind: PaidKind, personID: number, pending: unknown): Promise<string[]> {
  if (!pending) return [];
  const { changeID, mailTo } = pending as PendingChange;
  const record = changeOfPending(kind, personID, pending as PendingChange);
  await ignoreDuplicates(PaymentChangeModel.collection.insertOne(record as never));
  const mailIDs: string[] = [];
  for (const [index, to] of mailTo.entries()) {
    const mailID = `payment-changed.${changeID.replaceAll(':', '.')}.${index}`;
    await storeMail(changedMail(to, record, await denialOf(record, to, index)), mailID);
    mailIDs.push(mailID);
  }
  await forget(kind, personID, 'paymentChange', changeID);
  return mailIDs;
}

async function forget(kind: PaidKind, id: number, field: keyof Unfinished, changeID: string): Promise<void> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  await model.updateOne({ [idField]: id, [`${field}.changeID`]: changeID }, { $unset: { [field]: '' } });
}

/** Of what somebody entered in the account itself, at its present address: the first. */
async function denialOf({ kind, personID: id, origin, after, at }: PaymentChange, to: string, index: number) {
  const isEntered = origin === 'affiliate' && after.paymentType !== 0;
  return isSignInKind(kind) && isEntered && index === 0 ? makeDenial({ kind, id }, to, at) : undefined;
}

async function finishEmailChange(kind: SignInKind, id: number, pending: unknown): Promise<string[]> {
  if (!pending) return [];
  const { changeID, to, at, confirms } = pending as PendingEmailChange;
  const what = confirms === undefined ? 'email-changed' : 'email-entered';
  const suffix = changeID.replaceAll(':', '.');
  const mailID = `${what}.${suffix}`;
  const mailIDs = [await storeChangeNotice({ kind, id }, { to, what, at, mailID })];
  if (confirms !== undefined)
    mailIDs.push(await storeConfirmationMail(id, changeID, confirms, `email-confirmation.${suffix}`));
  await forget(kind, id, 'emailChange', changeID);
  return mailIDs;
}

const STEP = 100;

/** Finishes what processes that died have left. @returns how many */
export async function finishForgottenChanges(): Promise<number> {
  let finished = 0;
  for (const kind of PAID_KINDS) {
    for (const field of ['paymentChange', ...(isSignInKind(kind) ? ['emailChange'] : [])]) {
      const where = { [`${field}.at`]: { $exists: true } };
      const fields = ['paymentChange', 'emailChange'] as const;
      const left = await accountsById<Unfinished>(kind, { where, fields, limit: STEP });
      for (const [id, account] of left) await finishChanges(kind, id, account);
      finished += left.size;
    }
  }
  return finished;
}

/** Of people whom an import adds; nobody is mailed, since nothing was changed. Safe to repeat. */
export async function storeFirstDetails(
  kind: PaidKind,
  people: readonly (PaymentFields & { personID: number })[],
): Promise<void> {
  if (people.length === 0) return;
  const at = new Date();
  const records = people.map(({ personID, ...details }): PaymentChange => {
    const after = maskedDetailsOf(kind, personID, details);
    const { payment = '' } = sealsOf(kind, personID, details);
    const change = { at, origin: 'import' as const, by: '', after, payment };
    return sealedChange({ _id: `${kind}:${personID}:0`, kind, personID, ...change });
  });
  await ignoreDuplicates(PaymentChangeModel.collection.insertMany(records as never[], { ordered: false }));
}

/** To the present address and those of before. @param denialUrl missing: only our support can help */
function changedMail(
  to: string,
  { kind, personID, at, origin, before, after, changed = [] }: PaymentChange,
  denialUrl?: string,
): NewMail {
  const { timeZone } = domainConfig();
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    at,
  );
  const who = origin === 'affiliate' ? 'in your account' : 'by our support';
  const how = `${who} on ${when} (${timeZone})${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`;
  const details = { before: before ? detailsText(before) : 'nothing', after: detailsText(after) };
  return mailOf('payment-changed', { to, whose: { kind, id: personID } }, { how, ...details, denialUrl });
}

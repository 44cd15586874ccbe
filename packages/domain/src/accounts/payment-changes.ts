/* One change of payment details from the save that plans it to its mails, and who has details that no change left. */
import {
  AppError,
  addDays,
  CHANGED_LATELY_DAYS,
  isSignInKind,
  type MaskedDetails,
  PAID_KINDS,
  type PaidKind,
  type PaymentChangeOrigin,
  type SharedAccount,
  type SignInKind,
} from '@partnerdesk/contracts';
import {
  type By,
  canonicalJson,
  dayOf,
  domainConfig,
  ignoreDuplicates,
  isSealOf,
  mailOf,
  type NewMail,
  plainModel,
  sealedNumber,
  sealOf,
  storeMail,
  today,
} from '../platform';
import { keysOfAccount, sharedAccounts } from './account-keys';
import {
  ACCOUNT_KIND_INFO,
  type AccountDocuments,
  accountsById,
  findAccountOrThrow,
  isErased,
} from './account-kinds';
import { storeConfirmationMail } from './emails';
import { detailsText, maskedDetailsOf } from './hidden-numbers';
import { makeDenial, removeNotices, storeChangeNotice } from './noticed-changes';
import type { PaymentFields } from './payment-fields';
import { isAsSaved, NOT_AS_SAVED, type Seals, sealsOf } from './seals';
import { emailKeyOf } from './search-key';

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

export type FormerEmail = { emailAddress: string; until: Date };
type Payee = AccountDocuments[PaidKind];

/** So long a mail also goes to a former address (ms). */
const FORMER_MS = CHANGED_LATELY_DAYS * 86_400_000;
const MAX_FORMER = 20;

const DETAIL_FIELDS: Record<keyof PaymentFields, string> = {
  paymentType: 'payment type',
  payPalUserName: 'PayPal ID',
  achName: 'account name',
  achAccountType: 'account type',
  achRoutingNumber: 'routing number',
  achAccountNumberEncrypted: 'account number',
};

/** A number that is encrypted twice differs: a save that sends the one of before must not set it. */
const changedDetails = (before: PaymentFields, after: PaymentFields): string[] =>
  Object.entries(DETAIL_FIELDS).flatMap(([field, name]) =>
    before[field as keyof PaymentFields] === after[field as keyof PaymentFields] ? [] : [name],
  );

const isOtherEmail = (one: Payee, other: Payee) =>
  emailKeyOf(one.emailAddress) !== emailKeyOf(other.emailAddress);

/** Whether a save changes the email, or where the money goes (docs/RULES.md, Who may enter "Asked again"). */
export function changesPayee(current: Payee, set: Record<string, unknown>): boolean {
  const after = { ...current, ...set } as Payee;
  return isOtherEmail(current, after) || changedDetails(current, after).length > 0;
}

/**
 * What a save of a record sets besides its fields: the email that it replaces, and a change of the payment details with its
 * keyed hashes (docs/RULES.md, Payment details). A change that a dead process left is stored first: the save overwrites it.
 * @param set what the save writes into `current`, whose version is raised by 1
 * @throws AppError conflict for payment details that were not saved here: the seal of a change would hide that
 */
export async function planChange(
  kind: PaidKind,
  personID: number,
  current: Payee,
  set: Record<string, unknown>,
  { actor }: By,
): Promise<Record<string, unknown>> {
  await finishChanges(kind, personID, current);
  const at = new Date();
  const after = { ...current, ...set } as Payee;
  const former = ((current.formerEmails ?? []) as FormerEmail[]).filter(
    ({ until }) => at.getTime() - until.getTime() < FORMER_MS,
  );
  const isNewEmail = isOtherEmail(current, after);
  if (isNewEmail && former.length < MAX_FORMER)
    former.push({ emailAddress: current.emailAddress, until: at });
  const changeID = `${kind}:${personID}:${current.version + 1}`;
  const emailChange: PendingEmailChange = { changeID, at, to: current.emailAddress };
  const emails = isNewEmail && { formerEmails: former, ...(isSignInKind(kind) && { emailChange }) };
  const changed = changedDetails(current, after);
  if (changed.length === 0) return { ...emails };
  // A change that was made since then is a conflict of versions.
  const changes = (await paymentChangesOf(kind, [personID])).filter(
    (each) => numberOf(each) <= current.version,
  );
  const notAsSaved = await findNotAsSaved(kind, new Map([[personID, current]]), changes);
  if (notAsSaved.size > 0) throw new AppError('conflict', NOT_AS_SAVED);
  const keys = { ...keysOfAccount(kind, personID, after), paymentChangedAt: at };
  const { payment = '' } = sealsOf(kind, personID, { ...after, ...keys });
  const change: Omit<PaymentChange, '_id' | 'kind' | 'personID' | 'seal'> = {
    at,
    origin: actor.kind === 'affiliate' ? 'affiliate' : 'support',
    by: actor.emailAddress,
    before: maskedDetailsOf(kind, personID, current),
    after: maskedDetailsOf(kind, personID, after),
    changed,
    payment,
  };
  const { seal } = sealedChange({ _id: changeID, kind, personID, ...change });
  const mailTo = [after.emailAddress, ...former.map(({ emailAddress }) => emailAddress)];
  const paymentChange: PendingChange = {
    ...change,
    seal,
    changeID,
    mailTo: [...new Map(mailTo.map((address) => [emailKeyOf(address), address])).values()],
  };
  return { ...emails, ...keys, paymentChange };
}

type Unfinished = { paymentChange?: PendingChange | null; emailChange?: PendingEmailChange | null };

/**
 * Stores the record and the mails of the changes that a save left with the account, each under the change's id, and takes
 * them from there. Safe to repeat and to race with itself.
 */
export async function finishChanges(
  kind: PaidKind,
  personID: number,
  { paymentChange, emailChange }: Unfinished,
): Promise<void> {
  if (!paymentChange && !emailChange) return;
  if (paymentChange) await finishPaymentChange(kind, personID, paymentChange);
  if (emailChange && isSignInKind(kind)) await finishEmailChange(kind, personID, emailChange);
  if (!(await isErased(kind, personID))) return;
  // Erased since the save: what it was about would stay.
  await PaymentChangeModel.deleteMany({ kind, personID });
  await removeNotices(kind, personID);
}

async function finishPaymentChange(kind: PaidKind, personID: number, pending: PendingChange) {
  const { changeID, mailTo, at, origin, after } = pending;
  const record = changeOfPending(kind, personID, pending);
  await ignoreDuplicates(PaymentChangeModel.collection.insertOne(record as never));
  for (const [index, to] of mailTo.entries()) {
    // Of what somebody entered in the account itself, at its present address.
    const mayDeny = isSignInKind(kind) && origin === 'affiliate' && after.paymentType !== 0 && index === 0;
    const denialUrl = mayDeny ? await makeDenial({ kind, id: personID }, to, at) : undefined;
    const mailID = `payment-changed.${changeID.replaceAll(':', '.')}.${index}`;
    await storeMail(changedMail(to, record, denialUrl), mailID);
  }
  await forget(kind, personID, 'paymentChange', changeID);
}

async function forget(kind: PaidKind, id: number, field: keyof Unfinished, changeID: string): Promise<void> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  await model.updateOne({ [idField]: id, [`${field}.changeID`]: changeID }, { $unset: { [field]: '' } });
}

async function finishEmailChange(kind: SignInKind, id: number, pending: PendingEmailChange) {
  const { changeID, to, at, confirms } = pending;
  const what = confirms === undefined ? 'email-changed' : 'email-entered';
  const suffix = changeID.replaceAll(':', '.');
  await storeChangeNotice({ kind, id }, { to, what, at, mailID: `${what}.${suffix}` });
  if (confirms !== undefined)
    await storeConfirmationMail(id, changeID, confirms, `email-confirmation.${suffix}`);
  await forget(kind, id, 'emailChange', changeID);
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
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const who = origin === 'affiliate' ? 'in your account' : 'by our support';
  const how = `${who} on ${format.format(at)} (${timeZone})${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`;
  const details = { before: before ? detailsText(before) : 'nothing', after: detailsText(after) };
  return mailOf('payment-changed', { to, whose: { kind, id: personID } }, { how, ...details, denialUrl });
}

/** Whether an account changed so recently that a payroll row shows it. */
export function changedLately(changedAt: Date | null | undefined): boolean {
  const { paymentChangeHoldDays = 0 } = domainConfig();
  const days = Math.max(CHANGED_LATELY_DAYS, paymentChangeHoldDays);
  return changedAt != null && addDays(dayOf(changedAt), days) >= today();
}

/** First day on which 'all' pays to this account again; undefined: it does already. */
export function heldUntil(changedAt: Date | null | undefined): string | undefined {
  const { paymentChangeHoldDays = 0 } = domainConfig();
  if (changedAt == null || paymentChangeHoldDays === 0) return undefined;
  const until = addDays(dayOf(changedAt), paymentChangeHoldDays + 1);
  return until > today() ? until : undefined;
}

const SHOWN = 50;

export interface AccountChanges {
  /** Newest first. */
  changes: PaymentChange[];
  shared: SharedAccount[];
  heldUntil?: string;
}

/** @throws AppError not_found */
export async function accountChanges(kind: PaidKind, personID: number): Promise<AccountChanges> {
  const account = await findAccountOrThrow(kind, personID);
  await finishChanges(kind, personID, account);
  const [changes, shared] = await Promise.all([
    PaymentChangeModel.find({ kind, personID }).sort({ at: -1 }).limit(SHOWN).lean<PaymentChange[]>(),
    sharedAccounts(kind, personID, account),
  ]);
  const until = heldUntil(account.paymentChangedAt);
  return { changes, shared, ...(until && { heldUntil: until }) };
}

export const paymentChangesOf = (kind: PaidKind, personIDs: readonly number[]): Promise<PaymentChange[]> =>
  PaymentChangeModel.find({ kind, personID: { $in: personIDs } }).lean<PaymentChange[]>();

const numberOf = ({ _id }: PaymentChange) => Number(_id.slice(_id.lastIndexOf(':') + 1));

export interface SealedPerson extends PaymentFields {
  seals?: Seals;
  paymentChange?: PendingChange | null;
}

/**
 * Who of some people has payment details that are not the ones saved last: others, or older ones put back with their seal
 * (docs/RULES.md, Proof "Seals"). A change made in the meantime puts nobody in the set.
 * @param before their changes, read before the people were
 */
export async function findNotAsSaved(
  kind: PaidKind,
  people: ReadonlyMap<number, SealedPerson>,
  before: readonly PaymentChange[],
): Promise<Set<number>> {
  // Details that an import added somebody with replace none that could be put back.
  const newest = new Map<number, number>();
  for (const change of before.filter((each) => numberOf(each) > 0))
    newest.set(change.personID, Math.max(numberOf(change), newest.get(change.personID) ?? 0));
  const hasLeft = (change: PaymentChange) =>
    numberOf(change) >= (newest.get(change.personID) ?? 0) &&
    change.payment === people.get(change.personID)?.seals?.payment &&
    isProvenChange(change);
  const without = (ids: readonly number[], changes: readonly PaymentChange[]) => {
    const saved = new Set(changes.filter(hasLeft).map(({ personID }) => personID));
    return ids.filter((id) => !saved.has(id));
  };
  const pending = [...people].flatMap(([id, { paymentChange }]) =>
    paymentChange ? [changeOfPending(kind, id, paymentChange)] : [],
  );
  const unclear = without([...newest.keys()], [...before, ...pending]);
  // A change may have been stored after they were read first.
  const putBack = unclear.length > 0 ? without(unclear, await paymentChangesOf(kind, unclear)) : [];
  const others = [...people].filter(([id, person]) => !isAsSaved(kind, id, 'payment', person));
  return new Set([...putBack, ...others.map(([id]) => id)]);
}

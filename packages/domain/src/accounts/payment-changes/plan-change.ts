import {
  AppError,
  addDays,
  CHANGED_LATELY_DAYS,
  isSignInKind,
  type PaidKind,
  type SharedAccount,
} from '@partnerdesk/contracts';
import { type By, dayOf, domainConfig, today } from '../../platform';
import { findAccountOrThrow } from '../account-kinds';
import { maskedDetailsOf } from '../masked-numbers';
import type { PaymentFields } from '../payment-fields';
import { isAsSaved, NOT_AS_SAVED, type Seals, sealsOf } from '../seals';
import { emailKeyOf } from '../search-key';
import { keysOfAccount, sharedAccounts } from './account-keys';
import {
  changeOfPending,
  finishChanges,
  isProvenChange,
  type PaymentChange,
  PaymentChangeModel,
  type PendingChange,
  type PendingEmailChange,
  sealedChange,
} from './payment-changes';

export type FormerEmail = { emailAddress: string; until: Date };

export interface ChangingAccount extends SealedPerson {
  emailAddress: string;
  version: number;
  paymentChangedAt?: Date | null;
  emailChange?: unknown;
  formerEmails?: unknown;
}

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

/** Whether a save changes the email, or where the money goes (docs/RULES.md, Who may enter "Asked again"). */
export function changesPayee(current: ChangingAccount, set: Record<string, unknown>): boolean {
  const after = { ...current, ...set } as ChangingAccount;
  return isOtherEmail(current, after) || changedDetails(current, after).length > 0;
}

const isOtherEmail = (one: ChangingAccount, other: ChangingAccount) =>
  emailKeyOf(one.emailAddress) !== emailKeyOf(other.emailAddress);

/**
 * What a save of a record sets besides its fields: the email that it replaces, and a change of the payment details with its
 * keyed hashes (docs/RULES.md, Payment details). A change that a dead process left is stored first: the save overwrites it.
 * @param set what the save writes into `current`, whose version is raised by 1
 * @throws AppError conflict for payment details that were not saved here
 */
export async function planChange(
  kind: PaidKind,
  personID: number,
  current: ChangingAccount,
  set: Record<string, unknown>,
  { actor }: By,
): Promise<Record<string, unknown>> {
  await finishChanges(kind, personID, current);
  const at = new Date();
  const after = { ...current, ...set } as ChangingAccount;
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
  await checkSavedOrThrow(kind, personID, current);
  const origin = actor.kind === 'affiliate' ? 'affiliate' : 'support';
  const mailTo = [after.emailAddress, ...former.map(({ emailAddress }) => emailAddress)];
  const keys = { ...keysOfAccount(kind, personID, after), paymentChangedAt: at };
  const { payment = '' } = sealsOf(kind, personID, { ...after, ...keys });
  const record = sealedChange({
    _id: changeID,
    kind,
    personID,
    at,
    origin,
    by: actor.emailAddress,
    before: maskedDetailsOf(kind, personID, current),
    after: maskedDetailsOf(kind, personID, after),
    changed,
    payment,
  });
  const { _id, kind: _kind, personID: _personID, ...change } = record;
  const paymentChange: PendingChange = {
    ...change,
    changeID,
    mailTo: [...new Map(mailTo.map((address) => [emailKeyOf(address), address])).values()],
  };
  return { ...emails, ...keys, paymentChange };
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
  seals?: unknown;
  paymentChange?: unknown;
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
  const hasLeft = (change: PaymentChange, seals: unknown) =>
    numberOf(change) >= (newest.get(change.personID) ?? 0) &&
    change.payment === (seals as Seals | undefined)?.payment &&
    isProvenChange(change);
  const without = (ids: readonly number[], changes: readonly PaymentChange[]) => {
    const left = changes.filter((change) => hasLeft(change, people.get(change.personID)?.seals));
    const saved = new Set(left.map(({ personID }) => personID));
    return ids.filter((id) => !saved.has(id));
  };
  const pending = [...people].flatMap(([id, { paymentChange }]) =>
    paymentChange ? [changeOfPending(kind, id, paymentChange as PendingChange)] : [],
  );
  const unclear = without([...newest.keys()], [...before, ...pending]);
  // A change may have been stored after they were read first.
  const putBack = unclear.length > 0 ? without(unclear, await paymentChangesOf(kind, unclear)) : [];
  const others = [...people].filter(([id, person]) => !isAsSaved(kind, id, 'payment', person));
  return new Set([...putBack, ...others.map(([id]) => id)]);
}

/** @throws AppError conflict for payment details that were not saved here: the seal of a change would hide that */
export async function checkSavedOrThrow(
  kind: PaidKind,
  personID: number,
  current: SealedPerson & { version: number },
): Promise<void> {
  const changes = await paymentChangesOf(kind, [personID]);
  // One that was made since then is a conflict of versions.
  const before = changes.filter((change) => numberOf(change) <= current.version);
  const others = await findNotAsSaved(kind, new Map([[personID, current]]), before);
  if (others.size > 0) throw new AppError('conflict', NOT_AS_SAVED);
}

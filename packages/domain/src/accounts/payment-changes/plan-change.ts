import { CHANGED_LATELY_DAYS, isSignInKind, type PaidKind } from '@partnerdesk/contracts';
import type { By } from '../../platform';
import type { PaymentFields } from '../payment-fields';
import { sealsOf } from '../seals';
import { emailKeyOf } from '../search-key';
import { keysOfAccount } from './account-keys';
import { finishChanges } from './finish-changes';
import { maskedDetailsOf } from '../masked-numbers';
import { type PendingChange, type PendingEmailChange, sealedChange } from './payment-change.model';
import { checkSavedOrThrow, type SealedPerson } from './read-changes';

/** An email that somebody had until `until`. */
export interface FormerEmail {
  emailAddress: string;
  until: Date;
}

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
